package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.Logged;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.Delivery;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.threads.Ticker;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole session with every logger at its loudest, the libraries' included. */
@Timeout(30)
class SecretsTest {
    @ParameterizedTest
    @EnumSource
    @Tag("C105")
    @Tag("S-50")
    void no_log_line_of_a_session_shows_a_password_a_text_or_a_whole_number(TransportKind kind) {
        List<String> said;
        try (Logged all = Logged.everything();
                ScriptedSmsc smsc = new ScriptedSmsc();
                NettyLoops loops = new NettyLoops(1)) {
            session(smsc, Transport.of(Accounts.over(smsc.port(), kind), Ticker.SYSTEM, PduTap.NONE, loops));
            said = all.lines();
        }
        assertThat(said).anyMatch(line -> line.contains("submit_sm sequence 2 from Axxx to 46701234xxx"));
        assertThat(said).anyMatch(line -> line.contains("deliver_sm sequence 4294967295"));
        assertThat(said).anyMatch(line -> line.contains("enquire_link"));
        String hexOfPassword = "7061353577307264";
        assertThat(said)
                .noneMatch(line -> line.contains(Accounts.PASSWORD)
                        || line.contains(hexOfPassword)
                        || line.contains("geheim")
                        || line.contains("67656865696d")
                        || line.contains("46701234567"));
    }

    private static void session(ScriptedSmsc smsc, Connector.Factory factory) {
        Ear ear = new Ear();
        Connector c = factory.create(BindAs.TRANSCEIVER, ear);
        c.open();
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        c.submit(ConnectorContract.submission("geheim"));
        var wrong = ConnectorContract.submission("geheim");
        wrong.serviceType = "geheim";
        c.submit(wrong);
        c.flush();
        smsc.expect(CID_SUBMIT_SM);
        smsc.write(
                CID_DELIVER_SM,
                0,
                -1,
                ScriptedSmsc.deliverSm("46701234567", "72404", 0, "geheim".getBytes(), ScriptedSmsc.NONE));
        ear.next(Ear.Answered.class);
        c.answer(ear.next(Delivery.class), 0);
        c.enquireLink();
        c.flush();
        smsc.drop();
        ear.next(Ear.Closed.class);
    }
}
