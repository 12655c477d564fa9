package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.bytes;
import static io.smppbridge.smpp.ScriptedSmsc.cString;
import static io.smppbridge.smpp.ScriptedSmsc.cat;
import static io.smppbridge.smpp.ScriptedSmsc.deliverSm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.Address;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.Ticker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The PDU log says of each PDU of an SMSC's link what the bridge meant by it, or made of it, whatever carries the link. */
@Tag("S2.14")
@Timeout(30)
class MeaningTest {
    private static final Address FROM = new Address("Acme", 5, 0);
    private static final Address TO = new Address("46701234567", 1, 1);

    /** What carries a link. */
    enum Carried {
        JSMPP,
        NETTY;

        Connector.Factory transport(SmscConfig smsc, PduTap tap, NettyLoops loops) {
            return this == JSMPP
                    ? new JsmppTransport(smsc, Ticker.SYSTEM, tap)
                    : new NettyTransport(smsc, Ticker.SYSTEM, tap, loops);
        }
    }

    @TempDir
    Path directory;

    private final Ear ear = new Ear();

    @ParameterizedTest
    @EnumSource
    void each_pdu_says_what_was_meant_by_it_in_its_order(Carried carried) throws Exception {
        Map<String, Wish> wishes = Map.of("test", new Wish(Form.TEXT, false, List.of()));
        PduLogConfig config = new PduLogConfig(directory, 1 << 20, 3, wishes);
        try (PduLogs logs = new PduLogs(config, InstantSource.system(), Ticker.SYSTEM);
                NettyLoops loops = new NettyLoops(1);
                ScriptedSmsc smsc = new ScriptedSmsc()) {
            Connector connector = carried.transport(Accounts.at(smsc.port()), logs.tap("test"), loops)
                    .create(BindAs.TRANSCEIVER, ear);
            connector.open();
            smsc.acceptBind();
            ear.next(Ear.Bound.class);
            talk(connector, smsc);
            connector.close("over");
            ear.next(Ear.Closed.class);
        }
        List<String> lines;
        try (Stream<Path> files = Files.list(directory)) {
            lines = Files.readAllLines(files.findFirst().orElseThrow(), StandardCharsets.ISO_8859_1);
        }
        assertThat(lines)
                .extracting(line -> line.split(" ")[2] + line.split(" ")[3])
                .containsExactly(
                        ">bind_transceiver",
                        "<bind_transceiver_resp", //
                        ">submit_sm",
                        ">submit_sm",
                        ">query_sm",
                        ">cancel_sm",
                        ">replace_sm", //
                        "<submit_sm_resp",
                        "<query_sm_resp",
                        "<cancel_sm_resp", //
                        "<deliver_sm",
                        ">deliver_sm_resp",
                        "<deliver_sm",
                        "<broadcast_sm",
                        ">broadcast_sm_resp");
        for (int i : new int[] {0, 1, 2, 3, 4, 5, 6, 7, 8, 10}) {
            assertThat(lines.get(i)).endsWith(" meant=same");
        }
        for (int i : new int[] {9, 11, 13, 14}) {
            assertThat(lines.get(i)).doesNotContain("meant");
        }
        // An address of 64 characters was cut for the bridge's own use: the line shows both.
        assertThat(lines.get(12)).contains("source_addr=\"" + "4".repeat(61) + "xxx\"");
        assertThat(lines.get(12)).endsWith(" OTHERWISE meant: source_addr=\"" + "4".repeat(17) + "xxx\"");
        assertThat(lines.get(13)).contains("broadcast_area_identifier=\"006162\"");
        assertThat(lines.get(14)).contains("status=0x4");
    }

    private void talk(Connector connector, ScriptedSmsc smsc) {
        Submission s = new Submission();
        s.from = FROM;
        s.to = TO;
        s.octets = "Hello".getBytes(StandardCharsets.US_ASCII);
        s.serviceType = "CMT";
        s.validityPeriod = "000000010000000R";
        s.registeredDelivery = 1;
        connector.submit(s);
        s.payload = true;
        s.sarReference = 7;
        s.sarTotal = 2;
        s.sarSequence = 1;
        s.tlvs = bytes(0x14, 0, 0, 2, 'i', 'd', 0x02, 0x04, 0, 2, 0, 9);
        int second = connector.submit(s);
        connector.operate(new Operation.Query("id-1", FROM), answer -> {});
        connector.operate(new Operation.Cancel("", "id-1", FROM, TO), answer -> {});
        connector.operate(new Operation.Replace("id-1", FROM, "", "", 1, bytes('x')), answer -> {});
        connector.flush();
        for (int command : new int[] {CID_SUBMIT_SM, CID_SUBMIT_SM, CID_QUERY_SM, CID_CANCEL_SM, CID_REPLACE_SM}) {
            smsc.expect(command);
        }
        smsc.write(CID_SUBMIT_SM_RESP, 0, second, cString("id-1"));
        ear.next(Ear.Answered.class);
        smsc.write(CID_QUERY_SM_RESP, 0, second + 1, cat(cString("id-1"), cString(""), bytes(2, 0)));
        smsc.write(CID_CANCEL_SM_RESP, 0, second + 2, new byte[0]);
        byte[] tlvs = cat(bytes(0, 0x1E, 0, 5), cString("id-1"), bytes(4, 0x27, 0, 1, 2, 4, 0x23, 0, 3, 3, 0, 1));
        smsc.write(CID_DELIVER_SM, 0, 50, deliverSm("46701", "72404", 4, bytes('o', 'k'), tlvs));
        connector.answer(ear.next(Delivery.class), 0);
        connector.flush();
        smsc.expect(CID_DELIVER_SM_RESP);
        smsc.write(CID_DELIVER_SM, 0, 51, deliverSm("4".repeat(64), "72404", 0, bytes('x'), new byte[0]));
        ear.next(Delivery.class);
        byte[] area = bytes(6, 6, 0, 3, 0, 'a', 'b');
        smsc.write(CID_BROADCAST_SM, 0, 52, cat(bytes(0, 1, 1), cString("46701"), new byte[7], area));
        assertThat(smsc.expect(CID_BROADCAST_SM_RESP).status()).isEqualTo(STAT_ESME_RINVBNDSTS);
    }
}
