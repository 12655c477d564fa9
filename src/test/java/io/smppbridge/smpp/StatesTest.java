package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;
import static io.smppbridge.smpp.ScriptedSmsc.bytes;
import static io.smppbridge.smpp.ScriptedSmsc.cString;
import static io.smppbridge.smpp.ScriptedSmsc.cat;
import static io.smppbridge.smpp.ScriptedSmsc.deliverSm;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Submission;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.threads.Ticker;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each PDU of an SMSC gets in each state of a bind, and what the versions of SMPP change. */
@Timeout(30)
class StatesTest {
    private static final byte[] DELIVER = deliverSm("4670", "7", 0, bytes('a'), NONE);
    private static final byte[] DATA = cat(bytes(0, 1, 1), cString("4670"), bytes(1, 1), cString("7"), bytes(0, 0, 0));

    /** How far a bind has come, and as what. */
    enum State {
        BINDING_TX(BindAs.TRANSMITTER),
        BINDING_RX(BindAs.RECEIVER),
        BINDING_TRX(BindAs.TRANSCEIVER),
        BOUND_TX(BindAs.TRANSMITTER),
        BOUND_RX(BindAs.RECEIVER),
        BOUND_TRX(BindAs.TRANSCEIVER),
        UNBINDING_TX(BindAs.TRANSMITTER),
        UNBINDING_RX(BindAs.RECEIVER),
        UNBINDING_TRX(BindAs.TRANSCEIVER);

        final BindAs as;

        State(BindAs as) {
            this.as = as;
        }

        boolean hears() {
            return as != BindAs.TRANSMITTER && !name().startsWith("BINDING");
        }
    }

    private final ScriptedSmsc smsc = new ScriptedSmsc();
    private final Ear ear = new Ear();

    @AfterEach
    void close() {
        smsc.close();
    }

    Connector.Factory transport(SmscConfig account) {
        return new JsmppTransport(account, Ticker.SYSTEM);
    }

    private Connector open(BindAs as, int version, ConnectorListener listener) {
        Connector connector = transport(Accounts.at(smsc.port(), Accounts.PASSWORD, version, LongMessage.UDH8))
                .create(as, listener);
        connector.open();
        return connector;
    }

    private void reach(State state) {
        Connector connector = open(state.as, 0x34, ear);
        if (state.name().startsWith("BINDING")) {
            smsc.accept().read();
            return;
        }
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        if (state.name().startsWith("UNBINDING")) {
            connector.unbind();
            smsc.expect(CID_UNBIND);
        }
    }

    private void expect(int request, byte[] body, int answer, int status) {
        smsc.write(request, 0, 77, body);
        ScriptedSmsc.Pdu said = smsc.expect(answer);
        assertThat(said.status()).as(CommandId.nameOf(request)).isEqualTo(status);
        assertThat(said.sequence()).isEqualTo(77);
    }

    /** Else a worker that binds on demand, and finds that another one has done the work, would accuse the SMSC. */
    @Test
    void a_bind_resp_that_comes_as_the_bind_is_given_up_is_no_stray_answer() {
        SmscBind bind = (SmscBind) open(BindAs.TRANSMITTER, 0x34, ear);
        int sequence = smsc.accept().read().sequence();
        bind.close("not needed any more");
        assertThat(bind.bindAnswered(sequence, 0, "smsc", 0x34)).isTrue();
        assertThat(bind.bindAnswered(sequence + 1, 0, "smsc", 0x34)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("C10")
    @Tag("C03")
    void each_pdu_gets_what_it_is_due_and_the_bind_goes_on(State state) {
        reach(state);
        for (int request : new int[] {
            CID_BIND_RECEIVER,
            CID_BIND_TRANSMITTER,
            CID_BIND_TRANSCEIVER,
            CID_SUBMIT_SM,
            CID_SUBMIT_MULTI,
            CID_QUERY_SM,
            CID_CANCEL_SM,
            CID_REPLACE_SM,
            CID_BROADCAST_SM,
            CID_QUERY_BROADCAST_SM,
            CID_CANCEL_BROADCAST_SM
        }) {
            expect(request, new byte[30], request | MASK_CID_RESP, STAT_ESME_RINVBNDSTS);
        }
        expect(0x000000FF, NONE, CID_GENERIC_NACK, STAT_ESME_RINVCMDID);
        expect(0x00000114, new byte[9], CID_GENERIC_NACK, STAT_ESME_RINVCMDID);
        // No answers to these, whole or broken, nor to answers that nobody waits for.
        smsc.write(CID_OUTBIND, 0, 78, cat(cString("smsc"), cString("pw")));
        smsc.write(CID_ALERT_NOTIFICATION, 0, 79, cat(bytes(1, 1), cString("46701"), bytes(0, 0, 0)));
        smsc.write(CID_ALERT_NOTIFICATION, 0, 80, bytes(1));
        smsc.write(CID_BROADCAST_SM | MASK_CID_RESP, 0, 81, cString("id"));
        for (int request : new int[] {CID_DELIVER_SM, CID_DATA_SM}) {
            byte[] body = request == CID_DELIVER_SM ? DELIVER : DATA;
            if (state.hears()) {
                smsc.write(request, 0, 82, body);
                assertThat(ear.next(Delivery.class).dataSm()).isEqualTo(request == CID_DATA_SM);
            } else {
                expect(request, body, request | MASK_CID_RESP, STAT_ESME_RINVBNDSTS);
            }
        }
        expect(CID_ENQUIRE_LINK, NONE, CID_ENQUIRE_LINK_RESP, 0);
        assertThat(ear.heardNothingElse()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0x33, 0x34, 0x50})
    @Tag("C09")
    void the_version_is_announced_and_tlvs_go_where_both_sides_know_them(int ours) {
        for (int theirs : new int[] {0x33, 0x34, 0x50}) {
            Connector connector = open(BindAs.TRANSMITTER, ours, ear);
            byte[] tlv = bytes(0x02, 0x10, 0, 1, theirs);
            ScriptedSmsc.Pdu bind = smsc.acceptBind(tlv);
            assertThat(bind.body()).endsWith(bytes(0, ours, 0, 0, 0));
            ear.next(Ear.Bound.class);
            Submission s = new Submission();
            s.octets = bytes('a');
            s.sarTotal = 2;
            s.sarSequence = 1;
            int sequence = connector.submit(s);
            connector.flush();
            if (ours >= 0x34 && theirs >= 0x34) {
                assertThat(smsc.expect(CID_SUBMIT_SM).body()).endsWith(bytes(2, 0xF, 0, 1, 1));
            } else {
                assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0xC1, ""));
            }
            connector.close("next");
            ear.next(Ear.Closed.class);
        }
    }

    @Test
    void congestion_state_of_an_answer_is_told_before_it() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        open(BindAs.TRANSMITTER, 0x50, new Whisper(heard));
        smsc.acceptBind(bytes(0x02, 0x10, 0, 1, 0x50));
        for (byte[] tlvs : List.of(
                bytes(0x04, 0x28, 0, 1, 95),
                bytes(0x04, 0x28, 0, 1, 255),
                bytes(0x14, 0, 0, 1, 7),
                bytes(0x04, 0x28, 0, 9, 7),
                NONE)) {
            smsc.write(CID_SUBMIT_SM_RESP, 0, 5, cat(cString("id"), tlvs));
        }
        smsc.write(CID_SUBMIT_SM_RESP, 0x14, 6, cat(bytes(0), bytes(0x04, 0x28, 0, 1, 100)));
        for (String expected : List.of("congestion 95", "id", "id", "id", "id", "id", "congestion 100", "")) {
            assertThat(heard.poll(10, TimeUnit.SECONDS)).isEqualTo(expected);
        }
    }

    private record Whisper(BlockingQueue<String> heard) implements ConnectorListener {
        @Override
        public void bound(String smscSystemId, int interfaceVersion) {}

        @Override
        public void answered(int sequence, int commandStatus, String messageId, long readNanos) {
            heard.add(messageId);
        }

        @Override
        public void congestion(int state) {
            heard.add("congestion " + state);
        }

        @Override
        public void linkAlive(long readNanos) {}

        @Override
        public void delivered(Delivery delivery) {}

        @Override
        public void unbindRequested() {}

        @Override
        public void closed(CloseCause cause, int commandStatus, String detail) {}
    }
}
