package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;
import static io.smppbridge.smpp.ScriptedSmsc.bytes;
import static io.smppbridge.smpp.ScriptedSmsc.cString;
import static io.smppbridge.smpp.ScriptedSmsc.cat;
import static io.smppbridge.smpp.ScriptedSmsc.deliverSm;
import static io.smppbridge.smpp.ScriptedSmsc.header;
import static io.smppbridge.smpp.ScriptedSmsc.pdu;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.jsmpp.SMPPConstant.*;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.smppbridge.Address;
import io.smppbridge.Tried;
import io.smppbridge.connector.AnswerDetail;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.OperationAnswer.Said;
import io.smppbridge.connector.Submission;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.threads.NamedThreads;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** What every transport must do against an SMSC that says whatever the test wants, malformed things included. */
@Timeout(30)
abstract class ConnectorContract {
    final ScriptedSmsc smsc = new ScriptedSmsc();
    final Ear ear = new Ear();
    private final List<Connector> made = new ArrayList<>();

    abstract Connector.Factory factory(SmscConfig account, int firstSequence);

    @AfterEach
    void closeAll() {
        made.forEach(c -> c.close("test over"));
        smsc.close();
    }

    Connector connector(BindAs as, SmscConfig account, int firstSequence) {
        Connector connector = factory(account, firstSequence).create(as, ear);
        made.add(connector);
        return connector;
    }

    Connector opened(BindAs as) {
        Connector connector = connector(as, Accounts.at(smsc.port()), 1);
        connector.open();
        return connector;
    }

    Connector bound(BindAs as) {
        Connector connector = opened(as);
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        return connector;
    }

    static Submission submission(String text) {
        Submission s = new Submission();
        s.from = Address.of("Acme");
        s.to = Address.of("+46701234567");
        s.octets = text.getBytes(StandardCharsets.US_ASCII);
        s.registeredDelivery = 1;
        return s;
    }

    /** The bind still lives: an enquire_link of the SMSC is answered next. */
    void assertAlive() {
        smsc.write(CID_ENQUIRE_LINK, 0, 4711, NONE);
        ScriptedSmsc.Pdu answer = smsc.expect(CID_ENQUIRE_LINK_RESP);
        assertThat(answer.sequence()).isEqualTo(4711);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRANSMITTER", "RECEIVER", "TRANSCEIVER"})
    void binds_with_the_command_it_was_asked_for(String as) {
        opened(BindAs.valueOf(as));

        ScriptedSmsc.Pdu bind = smsc.acceptBind();

        assertThat(CommandId.nameOf(bind.command())).isEqualTo("bind_" + as.toLowerCase(java.util.Locale.ROOT));
        assertThat(bind.body()).isEqualTo(cat(cString("bridge"), cString(Accounts.PASSWORD), bytes(0, 0x34, 0, 0, 0)));
        assertThat(ear.next(Ear.Bound.class)).isEqualTo(new Ear.Bound("smsc", 0x34));
    }

    @Test
    @Tag("C07")
    void a_configured_password_longer_than_eight_characters_is_sent() {
        connector(BindAs.TRANSMITTER, Accounts.at(smsc.port(), "0123456789ab", 0x34, LongMessage.UDH8), 1)
                .open();

        assertThat(smsc.acceptBind().body()).startsWith(cat(cString("bridge"), cString("0123456789ab")));
        ear.next(Ear.Bound.class);
    }

    @Test
    @Tag("C08")
    void further_tlvs_of_a_submission_stand_behind_its_text() {
        Connector c = bound(BindAs.TRANSCEIVER);
        Submission s = submission("hello");
        s.tlvs = bytes(0x14, 0, 0, 2, '1', '7', 2, 4, 0, 2, 0, 9);
        s.tlvsAsked = true;

        c.submit(s);
        c.flush();

        assertThat(smsc.expect(CID_SUBMIT_SM).body())
                .endsWith(cat("hello".getBytes(StandardCharsets.US_ASCII), s.tlvs));
    }

    @Test
    @Tag("C60")
    @Tag("C79")
    void what_an_esme_put_on_its_message_and_its_times_stand_where_they_belong() {
        Connector c = bound(BindAs.TRANSCEIVER);
        Submission s = submission("hello");
        s.serviceType = "WAP";
        s.udhi = true;
        s.replyPath = true;
        s.protocolId = 0x7F;
        s.schedule = "261121013000000+";
        s.validityPeriod = "000001000000000R";

        c.submit(s);
        c.flush();

        byte[] body = smsc.expect(CID_SUBMIT_SM).body();
        assertThat(body).startsWith(cString("WAP"));
        assertThat(body)
                .endsWith(cat(
                        bytes(0xC0, 0x7F, 0),
                        cString("261121013000000+"),
                        cString("000001000000000R"),
                        bytes(1, 0, 0, 0, 5),
                        "hello".getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    @Tag("C09")
    void tlvs_that_a_message_asks_for_are_not_sent_without_being_taken_and_usual_ones_are_left_out() {
        Connector c = opened(BindAs.TRANSCEIVER);
        smsc.acceptBind(NONE); // says no version
        ear.next(Ear.Bound.class);
        Submission s = submission("hello");
        s.tlvs = bytes(0x14, 0, 0, 2, '1', '7');
        s.tlvsAsked = true;

        int refused = c.submit(s);
        s.tlvsAsked = false;
        c.submit(s);
        c.flush();

        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(refused, 0xC1, ""));
        assertThat(smsc.expect(CID_SUBMIT_SM).body()).endsWith("hello".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    @Tag("C57")
    void a_data_sm_carries_its_text_and_validity_in_tlvs() {
        connector(BindAs.TRANSCEIVER, Accounts.withDataSm(smsc.port()), 1);
        Connector c = made.get(made.size() - 1);
        c.open();
        smsc.acceptBind(NONE); // announces no version: the settings have named TLVs
        ear.next(Ear.Bound.class);
        Submission s = submission("hello");
        s.udhi = true;
        s.dataCoding = 4;
        s.validitySeconds = 300;
        s.sarTotal = 2;
        s.sarSequence = 1;
        s.sarReference = 0x0107;
        s.tlvs = bytes(0x14, 0, 0, 1, '7');
        s.tlvsAsked = true;

        int sequence = c.submit(s);
        c.flush();

        ScriptedSmsc.Pdu data = smsc.expect(CID_DATA_SM);
        assertThat(data.body())
                .isEqualTo(cat(
                        cString(""),
                        bytes(5, 0),
                        cString("Acme"),
                        bytes(1, 1),
                        cString("46701234567"),
                        bytes(0x40, 1, 4),
                        bytes(0, 0x17, 0, 4, 0, 0, 1, 44),
                        bytes(4, 0x24, 0, 5),
                        "hello".getBytes(StandardCharsets.US_ASCII),
                        bytes(2, 0x0C, 0, 2, 1, 7, 2, 0x0E, 0, 1, 2, 2, 0x0F, 0, 1, 1),
                        s.tlvs));
        smsc.write(CID_DATA_SM_RESP, 0, sequence, cString("id-9"));
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0, "id-9"));
    }

    @Test
    @Tag("C82")
    void questions_about_a_message_are_asked_and_answered() throws Exception {
        Connector c = bound(BindAs.TRANSCEIVER);
        Address from = Address.of("Acme");
        Address to = Address.of("+46701234567");
        BlockingQueue<OperationAnswer> told = new LinkedBlockingQueue<>();
        byte[] fields = cat(bytes(5, 0), cString("Acme"));

        c.operate(new Operation.Query("abc", from), told::add);
        c.operate(new Operation.Cancel("CMT", "abc", from, to), told::add);
        byte[] text = "other".getBytes(StandardCharsets.US_ASCII);
        c.operate(new Operation.Replace("abc", from, "", "000001000000000R", 1, text), told::add);
        c.flush();

        ScriptedSmsc.Pdu query = smsc.expect(CID_QUERY_SM);
        assertThat(query.body()).isEqualTo(cat(cString("abc"), fields));
        ScriptedSmsc.Pdu cancel = smsc.expect(CID_CANCEL_SM);
        assertThat(cancel.body())
                .isEqualTo(cat(cString("CMT"), cString("abc"), fields, bytes(1, 1), cString("46701234567")));
        ScriptedSmsc.Pdu replace = smsc.expect(CID_REPLACE_SM);
        assertThat(replace.body())
                .isEqualTo(cat(cString("abc"), fields, bytes(0), cString("000001000000000R"), bytes(1, 0, 5), text));
        smsc.write(CID_GENERIC_NACK, 3, cancel.sequence(), NONE);
        smsc.write(
                CID_QUERY_SM_RESP, 0, query.sequence(), cat(cString("abc"), cString("261121003438000+"), bytes(2, 7)));
        smsc.write(CID_REPLACE_SM_RESP, 0x13, replace.sequence(), NONE);
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo(Said.status(3));
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo(new Said(0, 2, "261121003438000+", 7));
        assertThat(told.poll(10, TimeUnit.SECONDS)).isEqualTo(Said.status(0x13));
        smsc.write(CID_QUERY_SM_RESP, 0, query.sequence(), NONE); // a second time: nobody asked
        assertAlive();
    }

    @Test
    @Tag("C82")
    void a_bind_that_ends_answers_what_it_was_asked_and_a_broken_answer_is_a_refusal() throws Exception {
        Connector c = bound(BindAs.TRANSCEIVER);
        BlockingQueue<OperationAnswer> told = new LinkedBlockingQueue<>();
        c.operate(new Operation.Query("abc", Address.NONE), told::add);
        c.operate(new Operation.Query("def", Address.NONE), told::add);
        c.flush();
        smsc.write(CID_QUERY_SM_RESP, 0, smsc.expect(CID_QUERY_SM).sequence(), cString("abc"));
        assertThat(told.poll(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        Said.class, said -> assertThat(said.isOk()).isFalse());

        c.close("enough");

        assertThat(told.poll(10, TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        OperationAnswer.Unanswered.class,
                        a -> assertThat(a.asked()).isTrue());
        c.operate(new Operation.Query("ghi", Address.NONE), told::add);
        assertThat(told.poll(10, TimeUnit.SECONDS)).isInstanceOf(OperationAnswer.Unanswered.class);
    }

    @Test
    void a_submit_sm_carries_its_fields_and_is_on_the_wire_only_after_flush() {
        Connector c = bound(BindAs.TRANSCEIVER);
        Submission s = submission("hello");
        s.udhi = true;
        s.dataCoding = 8;
        s.priority = 2;
        s.validityPeriod = "000001000000000R";
        s.serviceType = "CMT";

        int sequence = c.submit(s);
        assertAlive();
        c.flush();

        ScriptedSmsc.Pdu submit = smsc.expect(CID_SUBMIT_SM);
        assertThat(submit.sequence()).isEqualTo(sequence);
        assertThat(submit.body())
                .isEqualTo(cat(
                        cString("CMT"),
                        bytes(5, 0),
                        cString("Acme"),
                        bytes(1, 1),
                        cString("46701234567"),
                        bytes(0x40, 0, 2, 0),
                        cString("000001000000000R"),
                        bytes(1, 0, 8, 0, 5),
                        "hello".getBytes(StandardCharsets.US_ASCII)));
        smsc.write(CID_SUBMIT_SM_RESP, 0, sequence, cString("id-1"));
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0, "id-1"));
    }

    @Test
    @Tag("C01")
    @Tag("C-13")
    void a_session_is_heard_alike_however_it_is_cut() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        byte[] session = cat(
                pdu(CID_SUBMIT_SM_RESP, 0, 77, cString("abc")),
                pdu(CID_DELIVER_SM, 0, 5, deliverSm("4670", "72404", 4, new byte[200], NONE)),
                pdu(CID_SUBMIT_SM_RESP, 0x58, 78, NONE),
                pdu(CID_GENERIC_NACK, 3, 79, NONE),
                pdu(CID_ENQUIRE_LINK_RESP, 0, 80, NONE));
        Random random = new Random(seed);
        bound(BindAs.TRANSCEIVER);
        for (int round = 0; round < 12; round++) {
            for (int at = 0; at < session.length; ) {
                int cut = round == 0 ? 1 : round == 1 ? session.length : 2 + random.nextInt(1499);
                int end = Math.min(session.length, at + cut);
                smsc.writeRaw(java.util.Arrays.copyOfRange(session, at, end));
                at = end;
            }
            assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(77, 0, "abc"));
            assertThat(ear.next(Delivery.class).octets()).hasSize(200);
            assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(78, 0x58, ""));
            assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(79, 3, ""));
            ear.next(Ear.LinkAlive.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 15, 0x7FFFFFFF, 0xFFFFFFFF, 70_001})
    @Tag("C02")
    @Tag("C-12")
    void a_length_that_cannot_be_is_nacked_and_the_connection_closed(int length) {
        bound(BindAs.TRANSCEIVER);

        smsc.writeRaw(header(length, CID_DELIVER_SM, 0, 9));

        ScriptedSmsc.Pdu nack = smsc.expect(CID_GENERIC_NACK);
        assertThat(nack.status()).isEqualTo(STAT_ESME_RINVCMDLEN);
        assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.PROTOCOL_ERROR);
        assertThat(smsc.isClosedByPeer()).isTrue();
    }

    @Test
    @Tag("C03")
    @Tag("C14")
    void an_unknown_command_is_nacked_with_its_own_sequence_and_the_bind_stays() {
        bound(BindAs.TRANSCEIVER);
        for (int sequence : new int[] {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF}) {
            smsc.write(0x000000FF, 0, sequence, new byte[11]);

            ScriptedSmsc.Pdu nack = smsc.expect(CID_GENERIC_NACK);
            assertThat(nack.status()).isEqualTo(STAT_ESME_RINVCMDID);
            assertThat(nack.sequence()).isEqualTo(sequence);
        }
        smsc.write(0x800000FF, 0, 5, NONE); // An unknown answer is not answered.
        assertAlive();
    }

    @Test
    @Tag("C04")
    void a_generic_nack_answers_its_request_and_with_sequence_0_none() {
        Connector c = bound(BindAs.TRANSCEIVER);
        int sequence = c.submit(submission("a"));
        c.flush();
        smsc.expect(CID_SUBMIT_SM);

        smsc.write(CID_GENERIC_NACK, 0x03, 0, NONE);
        smsc.write(CID_GENERIC_NACK, 0x03, sequence, NONE);

        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 3, ""));
        assertAlive();
        assertThat(ear.heardNothingElse()).isTrue();
    }

    @Test
    @Tag("C05")
    @Tag("C06")
    @Tag("C-15")
    void answers_without_body_without_id_and_without_nul_are_understood(TestReporter reporter) {
        bound(BindAs.TRANSCEIVER);
        String id65 = "x".repeat(64) + "\u00e9";
        List<Ear.Answered> expected = List.of(
                new Ear.Answered(1, 0x58, ""),
                new Ear.Answered(2, 0, ""),
                new Ear.Answered(3, 0, ""),
                new Ear.Answered(4, 0, "noNul"),
                new Ear.Answered(5, 0, id65),
                new Ear.Answered(6, 0, "id"),
                new Ear.Answered(7, 0, "id"),
                new Ear.Answered(8, 0, "y".repeat(255)),
                new Ear.Answered(9, 0, "z".repeat(255)));

        smsc.write(CID_SUBMIT_SM_RESP, 0x58, 1, NONE);
        smsc.write(CID_SUBMIT_SM_RESP, 0, 2, NONE);
        smsc.write(CID_SUBMIT_SM_RESP, 0, 3, bytes(0));
        smsc.write(CID_SUBMIT_SM_RESP, 0, 4, "noNul".getBytes(StandardCharsets.US_ASCII));
        smsc.write(CID_SUBMIT_SM_RESP, 0, 5, cString(id65));
        smsc.write(CID_SUBMIT_SM_RESP, 0, 6, cat(cString("id"), bytes(0xAB, 0xCD, 0xFF)));
        smsc.write(CID_SUBMIT_SM_RESP, 0, 7, cString("id"));
        smsc.write(CID_SUBMIT_SM_RESP, 0, 8, cString("y".repeat(255)));
        smsc.write(CID_SUBMIT_SM_RESP, 0, 9, cString("z".repeat(256)));

        expected.forEach(answer -> assertThat(ear.next(Ear.Answered.class)).isEqualTo(answer));
        assertAlive();
        Tried.times(expected.size())
                .note("without body, id or NUL, of 65, 255 and 256 octets, not ASCII, and one id twice")
                .tell(reporter);
    }

    @Test
    @Tag("C14")
    void a_delivery_is_told_and_answered_with_the_smscs_own_number() {
        Connector c = bound(BindAs.TRANSCEIVER);
        for (int sequence : new int[] {0, 0x80000001, 0xFFFFFFFF}) {
            byte[] tlvs = cat(
                    bytes(0x00, 0x1E, 0, 3),
                    cString("ab"),
                    bytes(0x04, 0x27, 0, 1, 2),
                    bytes(0x04, 0x23, 0, 3, 3, 0, 9));
            smsc.write(CID_DELIVER_SM, 0, sequence, deliverSm("46701", "72404", 4, bytes(0x68, 0x69), tlvs));

            Delivery d = ear.next(Delivery.class);
            assertThat(d.sequence()).isEqualTo(sequence);
            assertThat(d.from()).isEqualTo(new Address("46701", 1, 1));
            assertThat(d.to()).isEqualTo(new Address("72404", 1, 1));
            assertThat(d.esmClass()).isEqualTo(4);
            assertThat(d.octets()).isEqualTo(bytes(0x68, 0x69));
            assertThat(d.receiptedMessageId()).isEqualTo("ab");
            assertThat(d.messageState()).isEqualTo(2);
            assertThat(d.networkError()).isEqualTo(bytes(3, 0, 9));
            assertAlive(); // Not answered before the owner says so; enquire_link is, all the same.
            c.answer(d, 0);
            c.flush();
            ScriptedSmsc.Pdu answer = smsc.expect(CID_DELIVER_SM_RESP);
            assertThat(answer.sequence()).isEqualTo(sequence);
            assertThat(answer.body()).isEqualTo(bytes(0));
        }
    }

    @Test
    @Tag("C67")
    void of_what_a_delivery_says_twice_the_first_counts() {
        bound(BindAs.TRANSCEIVER);
        byte[] tlvs = cat(
                bytes(0x00, 0x1E, 0, 3),
                cString("ab"),
                bytes(0x04, 0x27, 0, 1, 2, 0x04, 0x23, 0, 3, 3, 0, 9),
                bytes(0x00, 0x1E, 0, 3),
                cString("cd"),
                bytes(0x04, 0x27, 0, 1, 5, 0x04, 0x23, 0, 3, 3, 0, 8, 0x04, 0x24, 0, 1, 0x69));
        smsc.write(CID_DELIVER_SM, 0, 7, deliverSm("46701", "72404", 4, bytes(0x68), tlvs));

        Delivery d = ear.next(Delivery.class);
        assertThat(d.receiptedMessageId()).isEqualTo("ab");
        assertThat(d.messageState()).isEqualTo(2);
        assertThat(d.networkError()).isEqualTo(bytes(3, 0, 9));
        assertThat(d.octets()).as("and of short_message and message_payload").isEqualTo(bytes(0x68));
    }

    @Test
    @Tag("C60")
    void a_delivery_keeps_what_stands_before_its_text() {
        bound(BindAs.TRANSCEIVER);
        byte[] body = deliverSm("46701", "72404", 0xC0, bytes(1, 0, 0x68), NONE);
        int at = 1 + 2 + 6 + 2 + 6; // service_type, and both addresses
        byte[] marked = cat(cString("WAP"), java.util.Arrays.copyOfRange(body, 1, body.length));
        marked[at + 3 + 1] = 0x7F;
        marked[at + 3 + 2] = 3;
        smsc.write(CID_DELIVER_SM, 0, 9, marked);

        Delivery d = ear.next(Delivery.class);
        assertThat(d.serviceType()).isEqualTo("WAP");
        assertThat(d.protocolId()).isEqualTo(0x7F);
        assertThat(d.priority()).isEqualTo(3);
        assertThat(d.esmClass()).isEqualTo(0xC0);
    }

    @Test
    @Tag("C69")
    void data_sm_comes_with_its_payload_and_sar_and_is_answered_as_data_sm() {
        Connector c = bound(BindAs.RECEIVER);
        byte[] body = cat(
                bytes(0, 1, 1),
                cString("46701"),
                bytes(1, 1),
                cString("72404"),
                bytes(4, 0, 8),
                bytes(0x04, 0x24, 0, 2, 0x68, 0x69),
                bytes(0x02, 0x0C, 0, 2, 1, 2, 0x02, 0x0E, 0, 1, 3, 0x02, 0x0F, 0, 1, 2));

        smsc.write(CID_DATA_SM, 0, 7, body);

        Delivery d = ear.next(Delivery.class);
        assertThat(d.dataSm()).isTrue();
        assertThat(d.octets()).isEqualTo(bytes(0x68, 0x69));
        assertThat(d.dataCoding()).isEqualTo(8);
        assertThat(List.of(d.sarReference(), d.sarTotal(), d.sarSequence())).containsExactly(0x0102, 3, 2);
        c.answer(d, 0x64);
        c.flush();
        assertThat(smsc.expect(CID_DATA_SM_RESP).status()).isEqualTo(0x64);
    }

    @Test
    @Tag("C07")
    @Tag("C08")
    void a_malformed_delivery_fails_alone_and_an_unknown_tlv_does_not() {
        bound(BindAs.TRANSCEIVER);
        byte[] whole = deliverSm("46701", "72404", 0, bytes(1, 2, 3), NONE);
        for (int length = 0; length < whole.length; length++) {
            smsc.write(CID_DELIVER_SM, 0, length, java.util.Arrays.copyOf(whole, length));
            ScriptedSmsc.Pdu answer = smsc.expect(CID_DELIVER_SM_RESP);
            assertThat(answer.sequence()).isEqualTo(length);
            assertThat(answer.status()).isIn(STAT_ESME_RINVCMDLEN, STAT_ESME_RINVMSGLEN);
        }
        smsc.write(CID_DELIVER_SM, 0, 90, deliverSm("46701", "7", 0, NONE, bytes(0x14, 0, 0xFF, 0xFF, 1)));
        assertThat(smsc.expect(CID_DELIVER_SM_RESP).status()).isEqualTo(0xC0);
        assertThat(ear.heardNothingElse()).isTrue();

        smsc.write(CID_DELIVER_SM, 0, 91, deliverSm("46701", "7", 0, NONE, bytes(0x14, 0, 0, 1, 1)));
        Delivery unknown = ear.next(Delivery.class);
        assertThat(unknown.sequence()).isEqualTo(91);
        assertThat(unknown.tlvs()).as("kept for the platform").isEqualTo(bytes(0x14, 0, 0, 1, 1));
        smsc.write(CID_DELIVER_SM, 0, 92, deliverSm("4".repeat(64), "7", 0, new byte[255], NONE));
        assertThat(ear.next(Delivery.class).octets()).hasSize(255);
        assertAlive();
    }

    @Test
    @Tag("C08")
    void tlvs_that_are_too_long_together_are_left_out_and_that_is_said() {
        bound(BindAs.TRANSCEIVER);
        byte[] hi = bytes(0x14, 1, 0, 2, 'h', 'i');
        byte[] fits = cat(bytes(0x14, 0, 0x07, 0xF6), new byte[2_038]); // with hi 2,048 octets
        byte[] tooLong = cat(bytes(0x14, 0, 0x07, 0xFD), new byte[2_045]);

        smsc.write(CID_DELIVER_SM, 0, 1, deliverSm("46701", "7", 0, NONE, cat(fits, hi)));
        Delivery whole = ear.next(Delivery.class);
        assertThat(whole.tlvs()).isEqualTo(cat(fits, hi));
        assertThat(whole.tlvsLeftOut()).isFalse();
        assertThat(ear.tlvsLeftOut.get()).isZero();

        smsc.write(CID_DELIVER_SM, 0, 2, deliverSm("46701", "7", 0, NONE, cat(tooLong, hi, tooLong)));
        Delivery less = ear.next(Delivery.class);
        assertThat(less.tlvs()).isEqualTo(hi);
        assertThat(less.tlvsLeftOut()).isTrue();
        assertThat(ear.tlvsLeftOut.get()).isEqualTo(2);

        smsc.write(CID_SUBMIT_SM_RESP, 0, 3, cat(cString("id"), tooLong));
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(3, 0, "id"));
        assertThat(ear.tlvsLeftOut.get()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {0x33, 0x34, 0x50})
    void an_smsc_says_how_busy_it_is_only_where_5_0_was_announced_and_never_more_than_100(int version) {
        connector(BindAs.TRANSMITTER, Accounts.at(smsc.port(), "pw", version, LongMessage.UDH8), 1)
                .open();
        smsc.acceptBind(bytes(0x02, 0x10, 0, 1, 0x50));
        ear.next(Ear.Bound.class);
        for (int state : new int[] {100, 101, 255, 0}) {
            smsc.write(CID_SUBMIT_SM_RESP, 0, 5, cat(cString("id"), bytes(0x04, 0x28, 0, 1, state)));
            assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(5, 0, "id"));
        }
        assertThat(ear.loads).isEqualTo(version == 0x50 ? List.of(100, 0) : List.of());
        assertThat(ear.details).as("it concerns no message").isEmpty();
    }

    @Test
    @Tag("C09")
    void no_tlv_goes_to_a_peer_that_announced_none_unless_asked_for_by_name() {
        Connector c = opened(BindAs.TRANSMITTER);
        smsc.acceptBind(NONE);
        assertThat(ear.next(Ear.Bound.class).version()).isEqualTo(-1);
        Submission sar = submission("a");
        sar.sarTotal = 2;
        sar.sarSequence = 1;
        int refused = c.submit(sar);
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(refused, 0xC1, ""));
        Submission payload = submission("fits");
        payload.payload = true;
        c.submit(payload);
        c.flush();
        assertThat(smsc.expect(CID_SUBMIT_SM).body()).endsWith(bytes(4, 'f', 'i', 't', 's'));
        c.close("next");
        ear.next(Ear.Closed.class);

        Connector forced = connector(BindAs.TRANSMITTER, Accounts.at(smsc.port(), "pw", 0x34, LongMessage.SAR), 1);
        forced.open();
        smsc.acceptBind(NONE);
        ear.next(Ear.Bound.class);
        forced.submit(sar);
        forced.flush();
        assertThat(smsc.expect(CID_SUBMIT_SM).body())
                .endsWith(bytes(1, 'a', 2, 0xC, 0, 2, 0, 0, 2, 0xE, 0, 1, 2, 2, 0xF, 0, 1, 1));
    }

    @Test
    @Tag("C57")
    void a_payload_goes_without_short_message_to_a_peer_that_takes_tlvs() {
        Connector c = bound(BindAs.TRANSMITTER);
        Submission s = submission("x".repeat(1000));
        s.payload = true;
        c.submit(s);
        c.flush();

        byte[] body = smsc.expect(CID_SUBMIT_SM).body();
        assertThat(java.util.Arrays.copyOfRange(body, body.length - 1005, body.length - 1000))
                .isEqualTo(bytes(0, 4, 0x24, 0x03, 0xE8));
    }

    /** Cut for 5.0, which the settings announce: what the SMSC itself speaks decides. */
    @ParameterizedTest
    @ValueSource(ints = {0x34, 0x50})
    @Tag("C58")
    void a_text_of_255_octets_goes_as_short_message_to_an_smsc_of_5_and_as_payload_to_one_of_3_4(int spoken) {
        Connector c = connector(BindAs.TRANSMITTER, Accounts.at(smsc.port(), "pw", 0x50, LongMessage.UDH8), 1);
        c.open();
        smsc.acceptBind(bytes(0x02, 0x10, 0, 1, spoken));
        ear.next(Ear.Bound.class);
        Submission s = submission("x".repeat(255));
        c.submit(s);
        c.submit(submission("y".repeat(254)));
        c.flush();

        byte[] body = smsc.expect(CID_SUBMIT_SM).body();
        byte[] lengths = spoken == 0x50 ? bytes(0, 255) : bytes(0, 0, 4, 0x24, 0, 255);
        assertThat(body).endsWith(cat(lengths, s.octets));
        assertThat(smsc.expect(CID_SUBMIT_SM).body()).endsWith(cat(bytes(0, 254), submission("y".repeat(254)).octets));
    }

    @Test
    @Tag("C58")
    void a_text_of_255_octets_is_refused_where_it_could_go_neither_as_short_message_nor_as_payload() {
        Connector c = connector(BindAs.TRANSMITTER, Accounts.at(smsc.port(), "pw", 0x50, LongMessage.UDH8), 1);
        c.open();
        smsc.acceptBind(NONE);
        ear.next(Ear.Bound.class);
        int sequence = c.submit(submission("x".repeat(255)));
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0xC1, ""));
    }

    /** SMPP 3.4 §4.5: number by number, and of the answer who was not taken. */
    @Test
    @Tag("C07")
    void several_destinations_go_as_one_submit_multi_and_the_answer_says_who_was_refused() {
        Connector connector = bound(BindAs.TRANSMITTER);
        Submission s = submission("sale");
        s.others.add(new Address("46701234568", 1, 1));
        s.others.add(new Address("72404", 3, 0));
        s.tlvs = bytes(0x02, 0x04, 0, 2, 0, 9);
        int sequence = connector.submit(s);
        connector.flush();
        ScriptedSmsc.Pdu pdu = smsc.expect(CID_SUBMIT_MULTI);
        assertThat(pdu.sequence()).isEqualTo(sequence);
        assertThat(pdu.body())
                .isEqualTo(cat(
                        bytes(0, 5, 0),
                        cString("Acme"),
                        bytes(3, 1, 1, 1),
                        cString("46701234567"),
                        bytes(1, 1, 1),
                        cString("46701234568"),
                        bytes(1, 3, 0),
                        cString("72404"),
                        bytes(0, 0, s.priority, 0, 0, s.registeredDelivery, 0, s.dataCoding, 0, 4, 's', 'a', 'l', 'e'),
                        s.tlvs));
        byte[] taken = cat(bytes(2, 1, 1), cString("46701234568"), bytes(0, 0, 0, 0));
        byte[] refused = cat(taken, bytes(3, 0), cString("72404"), bytes(0, 0, 0, 0x0B));
        smsc.write(CID_SUBMIT_MULTI_RESP, 0, sequence, cat(cString("id-1"), refused, bytes(0x14, 3, 0, 1, 7)));
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0, "id-1"));
        AnswerDetail detail = ear.details.get(sequence);
        assertThat(detail.refused()).containsExactly(new AnswerDetail.Refused(new Address("72404", 3, 0), 0x0B));
        assertThat(detail.statusOf(new Address("72404", 1, 1))).isEqualTo(0x0B);
        assertThat(detail.statusOf(s.to)).isZero();
        assertThat(detail.tlvs()).isEqualTo(bytes(0x14, 3, 0, 1, 7));

        s.others.remove(1);
        sequence = connector.submit(s);
        connector.flush();
        smsc.expect(CID_SUBMIT_MULTI);
        smsc.write(CID_SUBMIT_MULTI_RESP, 0x45, sequence, NONE);
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0x45, ""));
    }

    /** A list that is cut short says what it says as far as it goes; the PDU after it is read as ever. */
    @Test
    @Tag("C08")
    @Tag("C11")
    void what_is_broken_behind_the_id_of_an_answer_costs_nothing_but_itself() {
        Connector connector = bound(BindAs.TRANSMITTER);
        Submission s = submission("sale");
        s.others.add(new Address("46701234568", 1, 1));
        int cut = connector.submit(s);
        s.others.clear();
        int tlv = connector.submit(s);
        connector.flush();
        smsc.expect(CID_SUBMIT_MULTI);
        smsc.expect(CID_SUBMIT_SM);
        byte[] one = cat(bytes(2, 1, 1), cString("46701234568"), bytes(0, 0, 0, 8), bytes(1, 1, '4'));
        smsc.write(CID_SUBMIT_MULTI_RESP, 0, cut, cat(cString("a"), one));
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(cut, 0, "a"));
        assertThat(ear.details.get(cut).refused()).hasSize(1);
        assertThat(ear.details.get(cut).whole())
                .as("nothing is known of the second")
                .isFalse();
        smsc.write(
                CID_SUBMIT_SM_RESP, 0, tlv, cat(cString("b"), bytes(0x14, 3, 0, 2, 'o', 'k', 0x14, 4, 0xFF, 0xFF, 1)));
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(tlv, 0, "b"));
        assertThat(ear.details.get(tlv).tlvs()).isEqualTo(bytes(0x14, 3, 0, 2, 'o', 'k'));
    }

    @Test
    @Tag("C10")
    void requests_in_a_state_that_forbids_them_get_rinvbndsts() {
        bound(BindAs.TRANSMITTER);
        for (int command : new int[] {
            CID_DELIVER_SM,
            CID_DATA_SM,
            CID_SUBMIT_SM,
            CID_SUBMIT_MULTI,
            CID_QUERY_SM,
            CID_CANCEL_SM,
            CID_REPLACE_SM,
            CID_BIND_RECEIVER,
            CID_BIND_TRANSMITTER,
            CID_BIND_TRANSCEIVER,
            CID_BROADCAST_SM
        }) {
            smsc.write(command, 0, 12, new byte[30]);
            ScriptedSmsc.Pdu answer = smsc.expect(command | MASK_CID_RESP);
            assertThat(answer.status()).isEqualTo(STAT_ESME_RINVBNDSTS);
            assertThat(answer.sequence()).isEqualTo(12);
        }
        assertThat(ear.heardNothingElse()).isTrue();
    }

    @Test
    @Tag("C10")
    void a_delivery_before_bind_resp_gets_rinvbndsts_and_the_bind_goes_on() {
        opened(BindAs.TRANSCEIVER);
        smsc.accept();
        ScriptedSmsc.Pdu bind = smsc.read();
        smsc.write(CID_DELIVER_SM, 0, 3, deliverSm("4670", "7", 0, NONE, NONE));
        assertThat(smsc.expect(CID_DELIVER_SM_RESP).status()).isEqualTo(STAT_ESME_RINVBNDSTS);
        assertAlive();
        smsc.write(CID_BIND_TRANSCEIVER_RESP, 0, bind.sequence(), cString("late"));
        assertThat(ear.next(Ear.Bound.class)).isEqualTo(new Ear.Bound("late", -1));
    }

    @Test
    @Tag("C12")
    @Tag("C-14")
    @Tag("I-02")
    void numbers_wrap_at_0x7fffffff_to_1_and_pass_over_one_that_is_pending(TestReporter reporter) {
        Connector c = connector(BindAs.TRANSMITTER, Accounts.at(smsc.port()), 0x7FFFFFFD);
        c.open();
        smsc.acceptBind(); // The bind takes 0x7FFFFFFD.
        ear.next(Ear.Bound.class);

        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            numbers.add(c.submit(submission("a")));
        }
        assertThat(numbers).containsExactly(0x7FFFFFFE, 0x7FFFFFFF, 1, 2);
        Tried.times(numbers.size())
                .doubled(numbers.size() - new HashSet<>(numbers).size())
                .note("sequence numbers around the end")
                .tell(reporter);
    }

    @Test
    @Tag("C15")
    @Tag("C13")
    @Tag("C19")
    @Tag("C-12")
    void answers_in_any_order_and_to_nothing_are_all_told() {
        Connector c = bound(BindAs.TRANSMITTER);
        Set<Integer> open = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            assertThat(open.add(c.submit(submission("part " + i)))).isTrue();
        }
        c.flush();
        List<Integer> read = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            read.add(0, smsc.expect(CID_SUBMIT_SM).sequence());
        }
        read.forEach(sequence -> smsc.write(CID_SUBMIT_SM_RESP, 0, sequence, cString("id" + sequence)));
        smsc.write(CID_SUBMIT_SM_RESP, 0, 999_999, cString("stray"));

        for (int sequence : read) {
            assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0, "id" + sequence));
        }
        assertThat(ear.next(Ear.Answered.class).messageId()).isEqualTo("stray");
        assertAlive();
    }

    @Test
    @Tag("C19")
    void an_answer_to_nothing_that_is_a_submission_is_told_as_one_and_ends_nothing() {
        bound(BindAs.TRANSCEIVER);
        int[] commands = {
            CID_DELIVER_SM_RESP,
            CID_QUERY_SM_RESP,
            CID_CANCEL_SM_RESP,
            CID_REPLACE_SM_RESP,
            CID_BIND_TRANSCEIVER_RESP,
            CID_UNBIND_RESP,
            0x800000FF
        };
        for (int command : commands) {
            smsc.write(command, 0, 999_999, cString("x"));
        }
        assertAlive();
        assertThat(ear.strays).hasValue(commands.length);
    }

    /** Else an SMSC could fill the disk. */
    @ParameterizedTest
    @ValueSource(ints = {CID_BIND_TRANSCEIVER_RESP, CID_QUERY_SM_RESP, CID_UNBIND_RESP, 0x800000FF})
    @Tag("C19")
    @Tag("C106")
    void answers_to_nothing_are_few_lines_in_the_log_however_many_they_are(int command) {
        Logger log = (Logger) LoggerFactory.getLogger("io.smppbridge.smpp");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        bound(BindAs.TRANSCEIVER);
        log.addAppender(lines);
        try {
            for (int i = 0; i < 1_000; i++) {
                smsc.write(command, 0, 999_999, cString("x"));
            }
            assertAlive();
        } finally {
            log.detachAppender(lines);
        }
        assertThat(ear.strays).hasValue(1_000);
        assertThat(lines.list)
                .filteredOn(line -> line.getFormattedMessage().contains("_resp without "))
                .hasSizeLessThan(10);
    }

    @Test
    void whoever_keeps_answers_hears_when_none_follows_and_one_that_cannot_be_sent_is_no_answer() {
        Connector c = bound(BindAs.TRANSMITTER);
        Submission tooLong = submission("hello");
        tooLong.serviceType = "longer than six";
        int refused = c.submit(tooLong);
        assertThat(ear.next(Ear.Answered.class).sequence()).isEqualTo(refused);
        assertThat(ear.untold).hasValue(0);
        int sent = c.submit(submission("hello"));
        c.flush();
        assertThat(smsc.expect(CID_SUBMIT_SM).sequence()).isEqualTo(sent);
        smsc.write(CID_SUBMIT_SM_RESP, 0, sent, cString("id"));
        assertThat(ear.next(Ear.Answered.class).sequence()).isEqualTo(sent);
        assertAlive(); // what is answered later is read later, or told of with it

        assertThat(ear.untold).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {STAT_ESME_RALYBND, STAT_ESME_RINVPASWD, STAT_ESME_RINVSYSID, STAT_ESME_RBINDFAIL})
    @Tag("C23")
    void a_refused_bind_tells_its_status(int status) {
        opened(BindAs.TRANSMITTER);
        smsc.accept();
        ScriptedSmsc.Pdu bind = smsc.read();
        smsc.write(CID_BIND_TRANSMITTER_RESP, status, bind.sequence(), NONE);

        Ear.Closed closed = ear.next(Ear.Closed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.BIND_REFUSED);
        assertThat(closed.status()).isEqualTo(status);
        assertThat(smsc.isClosedByPeer()).isTrue();
    }

    @Test
    @Tag("C23")
    void a_bind_answered_by_generic_nack_is_refused() {
        opened(BindAs.TRANSCEIVER);
        smsc.accept();
        smsc.write(CID_GENERIC_NACK, STAT_ESME_RINVCMDID, smsc.read().sequence(), NONE);

        assertThat(ear.next(Ear.Closed.class).status()).isEqualTo(STAT_ESME_RINVCMDID);
    }

    @Test
    @Tag("C26")
    void a_bind_without_answer_times_out_and_the_connection_is_closed() {
        connector(BindAs.TRANSMITTER, Accounts.hasty(smsc.port()), 1).open();
        smsc.accept();
        smsc.read();

        Ear.Closed closed = ear.next(Ear.Closed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.BIND_TIMEOUT);
        assertThat(closed.detail()).isEqualTo("no bind_resp within 800 ms");
        assertThat(smsc.isClosedByPeer()).isTrue();
    }

    @Test
    @Tag("C26")
    void the_time_for_a_bind_is_over_for_none_that_was_answered() {
        SmscBind c = (SmscBind) bound(BindAs.TRANSMITTER);
        c.endOverdue(c.ticker.nanos() + Duration.ofHours(1).toNanos(), 0);
        c.enquireLink();
        smsc.expect(CID_ENQUIRE_LINK);
    }

    @Test
    @Tag("C25")
    void a_refused_connection_is_told() {
        smsc.close();
        opened(BindAs.TRANSMITTER);

        Ear.Closed closed = ear.next(Ear.Closed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.CONNECT_FAILED);
        assertThat(closed.detail())
                .contains("127.0.0.1:")
                .endsWith(" failed: Connection refused (check smsc.test.host and .port; is the SMSC up?)");
    }

    @Test
    @Tag("C25")
    void a_name_is_looked_up_and_one_that_nobody_has_is_told() {
        Connector named = connector(
                BindAs.TRANSMITTER,
                Accounts.at("localhost", smsc.port(), Accounts.PASSWORD, 0x34, LongMessage.UDH8),
                1);
        named.open();
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        Connector nobody = connector(
                BindAs.TRANSMITTER,
                Accounts.at("no such host", smsc.port(), Accounts.PASSWORD, 0x34, LongMessage.UDH8),
                1);
        nobody.open();
        Ear.Closed closed = ear.next(Ear.Closed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.CONNECT_FAILED);
        assertThat(closed.detail()).endsWith("no address is known for this name (check smsc.test.host)");
    }

    @Test
    @Tag("C25")
    void a_peer_that_speaks_something_else_is_told_as_such() throws Exception {
        try (ServerSocket web = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ear puzzled = new Ear();
            Connector connector = factory(Accounts.at(web.getLocalPort()), 1).create(BindAs.TRANSMITTER, puzzled);
            made.add(connector);
            connector.open();
            try (java.net.Socket peer = web.accept()) {
                peer.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes());
                Ear.Closed closed = puzzled.next(Ear.Closed.class);
                assertThat(closed.detail()).contains("does not look like SMPP").contains(".host and .port");
            }
        }
    }

    @Test
    @Tag("C25")
    @Tag("S2.11")
    void a_connection_that_nobody_takes_ends_at_its_deadline_and_delays_no_other() throws IOException {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                java.net.Socket first = new java.net.Socket();
                java.net.Socket second = new java.net.Socket()) {
            // A listen queue that is full drops what comes: a black hole on this machine.
            first.connect(full.getLocalSocketAddress(), 500);
            second.connect(full.getLocalSocketAddress(), 500);
            Ear dead = new Ear();
            Connector hanging = factory(Accounts.hasty(full.getLocalPort()), 1).create(BindAs.TRANSMITTER, dead);
            made.add(hanging);
            hanging.open();
            bound(BindAs.TRANSMITTER);
            Ear.Closed closed = dead.next(Ear.Closed.class);
            assertThat(closed.cause()).isEqualTo(CloseCause.CONNECT_FAILED);
        }
    }

    @Test
    @Tag("C36")
    void who_flushes_is_told_once_when_it_is_written_also_when_there_is_nothing() {
        Connector c = bound(BindAs.TRANSMITTER);
        AtomicInteger told = new AtomicInteger();
        c.submit(submission("a"));
        c.submit(submission("b"));
        c.flush(told::incrementAndGet);
        smsc.expect(CID_SUBMIT_SM);
        smsc.expect(CID_SUBMIT_SM);
        await().until(() -> told.get() == 1);
        c.flush(told::incrementAndGet);
        assertThat(told).hasValue(2);
    }

    @Test
    @Tag("C27")
    void its_own_enquire_link_goes_at_once_and_any_answer_shows_life() {
        Connector c = bound(BindAs.TRANSMITTER);
        c.submit(submission("stays in the cork"));
        c.enquireLink();
        ScriptedSmsc.Pdu enquire = smsc.expect(CID_ENQUIRE_LINK);
        smsc.write(CID_ENQUIRE_LINK_RESP, 0, enquire.sequence(), NONE);
        ear.next(Ear.LinkAlive.class);
        c.enquireLink();
        smsc.write(CID_GENERIC_NACK, 3, smsc.expect(CID_ENQUIRE_LINK).sequence(), NONE);
        ear.next(Ear.LinkAlive.class);
    }

    @Test
    @Tag("C30")
    void an_unbind_of_the_smsc_is_answered_and_late_answers_are_still_heard() {
        Connector c = bound(BindAs.TRANSCEIVER);
        int sequence = c.submit(submission("a"));
        c.flush();
        smsc.expect(CID_SUBMIT_SM);

        smsc.write(CID_UNBIND, 0, 33, NONE);

        assertThat(smsc.expect(CID_UNBIND_RESP).sequence()).isEqualTo(33);
        ear.next(Ear.UnbindRequested.class);
        smsc.write(CID_SUBMIT_SM_RESP, 0, sequence, cString("late"));
        assertThat(ear.next(Ear.Answered.class).messageId()).isEqualTo("late");
        smsc.drop();
        assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.PEER_CLOSED);
    }

    @Test
    @Tag("C30")
    void an_smsc_that_unbinds_before_bind_resp_is_answered_and_left_at_once() {
        connector(BindAs.TRANSCEIVER, Accounts.patient(smsc.port()), 1).open();
        smsc.accept().expect(CID_BIND_TRANSCEIVER);

        smsc.write(CID_UNBIND, 0, 33, NONE);

        assertThat(smsc.expect(CID_UNBIND_RESP).sequence()).isEqualTo(33);
        assertThat(smsc.isClosedByPeer()).isTrue();
        assertThat(ear.next(Ear.Closed.class))
                .isEqualTo(new Ear.Closed(CloseCause.PEER_CLOSED, 0, "the SMSC asked to unbind before bind_resp"));
    }

    @Test
    @Tag("C30")
    @Tag("S2.12")
    void the_answer_to_an_unbind_leaves_before_a_close_at_once_a_hundred_times() {
        lastWords(100);
    }

    @Test
    @Tag("long")
    @Timeout(600)
    @Tag("C30")
    @Tag("S2.12")
    void the_answer_to_an_unbind_leaves_before_a_close_at_once_ten_thousand_times() {
        lastWords(10_000);
    }

    private void lastWords(int times) {
        Connector.Factory factory = factory(Accounts.patient(smsc.port()), 1);
        for (int i = 1; i <= times; i++) {
            Connector c = factory.create(BindAs.TRANSCEIVER, ear);
            c.open();
            smsc.acceptBind();
            ear.next(Ear.Bound.class);
            smsc.write(CID_UNBIND, 0, i, NONE);
            ear.next(Ear.UnbindRequested.class);
            c.close("the SMSC has unbound");
            assertThat(smsc.expect(CID_UNBIND_RESP).sequence()).isEqualTo(i);
            assertThat(smsc.isClosedByPeer()).isTrue();
            ear.next(Ear.Closed.class);
            smsc.drop();
        }
    }

    @Test
    @Tag("C31")
    void an_answer_that_needs_no_owner_goes_before_what_he_says_after_it() throws InterruptedException {
        Connector c = bound(BindAs.TRANSCEIVER);
        for (int i = 0; i < 100; i++) {
            smsc.write(CID_DELIVER_SM, 0, i, deliverSm("4670", "7", 4, bytes(1), NONE));
        }
        List<Delivery> read =
                Stream.generate(() -> ear.next(Delivery.class)).limit(100).toList();
        assertAlive(); // Else the end of what was read could come later, and take answers along.
        boolean[] taken = new boolean[1];
        Thread other = new Thread(() -> read.forEach(delivery -> taken[0] = c.reply(delivery, 0x64)), "journal");
        other.start();
        other.join();
        if (!taken[0]) { // this transport leaves it to the owner
            read.forEach(delivery -> c.answer(delivery, 0x64));
        }
        assertAlive(); // Nothing leaves before it is said that all are told.
        c.replied();
        c.unbind();
        for (int i = 0; i < 100; i++) {
            ScriptedSmsc.Pdu answer = smsc.expect(CID_DELIVER_SM_RESP);
            assertThat(answer.sequence()).isEqualTo(i);
            assertThat(answer.status()).isEqualTo(0x64);
            assertThat(answer.body()).isEqualTo(bytes(0));
        }
        smsc.expect(CID_UNBIND);
    }

    @Test
    @Tag("C31")
    void between_unbind_and_its_answer_deliveries_are_taken_and_answered() {
        Connector c = bound(BindAs.TRANSCEIVER);
        c.submit(submission("before"));
        c.unbind();
        smsc.expect(CID_SUBMIT_SM);
        ScriptedSmsc.Pdu unbind = smsc.expect(CID_UNBIND);
        for (int i = 0; i < 100; i++) {
            smsc.write(CID_DELIVER_SM, 0, i, deliverSm("4670", "7", 4, bytes(1), NONE));
        }
        for (int i = 0; i < 100; i++) {
            c.answer(ear.next(Delivery.class), 0);
        }
        c.flush();
        for (int i = 0; i < 100; i++) {
            assertThat(smsc.expect(CID_DELIVER_SM_RESP).sequence()).isEqualTo(i);
        }
        smsc.write(CID_UNBIND_RESP, 0, unbind.sequence(), NONE);
        assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.UNBOUND);
        assertThat(smsc.isClosedByPeer()).isTrue();
    }

    @Test
    @Tag("C31")
    void what_was_delivered_before_unbind_resp_is_answered_after_it_where_the_owner_has_yet_to() {
        ear.lingers = true;
        Connector c = bound(BindAs.TRANSCEIVER);
        c.unbind();
        ScriptedSmsc.Pdu unbind = smsc.expect(CID_UNBIND);
        smsc.write(CID_DELIVER_SM, 0, 7, deliverSm("4670", "7", 4, bytes(1), NONE));
        smsc.write(CID_UNBIND_RESP, 0, unbind.sequence(), NONE);
        Delivery before = ear.next(Delivery.class);
        ear.next(Ear.UnbindAnswered.class);
        smsc.write(CID_DELIVER_SM, 0, 8, deliverSm("4670", "7", 4, bytes(1), NONE));
        assertThat(smsc.expect(CID_DELIVER_SM_RESP).status()).isEqualTo(CommandStatus.RINVBNDSTS);
        c.answer(before, 0);
        c.flush();
        assertThat(smsc.expect(CID_DELIVER_SM_RESP).sequence()).isEqualTo(7);
        c.close("unbind answered");
        ear.next(Ear.Closed.class);
        assertThat(smsc.isClosedByPeer()).isTrue();
    }

    @Test
    void closed_is_said_once_and_last_whoever_ends_it() {
        Connector c = bound(BindAs.TRANSCEIVER);
        c.close("enough");
        c.close("again");
        Ear.Closed closed = ear.next(Ear.Closed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.CLOSED_HERE);
        assertThat(closed.detail()).isEqualTo("enough");
        c.submit(submission("to nobody"));
        c.flush();
        c.enquireLink();
        c.unbind();
        assertThat(smsc.isClosedByPeer()).isTrue();
        assertThat(ear.heardNothingElse()).isTrue();
    }

    @Test
    @Tag("G-09")
    void ends_that_cross_are_said_once_and_within_seconds_a_hundred_times(TestReporter reporter) throws Exception {
        crossings(100, reporter);
    }

    @Test
    @Tag("long")
    @Timeout(900)
    @Tag("G-09")
    void ends_that_cross_are_said_once_and_within_seconds_ten_thousand_times(TestReporter reporter) throws Exception {
        crossings(10_000, reporter);
    }

    private void crossings(int times, TestReporter reporter) throws Exception {
        long longest = new Crossings(factory(Accounts.patient(smsc.port()), 1), smsc, ear).run(times);
        Tried.times(times)
                .faults(times)
                .note("owner and SMSC end it at once, in six ways; the longest took " + longest + " ms")
                .tell(reporter);
        assertThat(longest).isLessThanOrEqualTo(5_000);
    }

    @Test
    void a_connector_closed_before_it_opens_or_while_it_connects_says_so() {
        Connector never = connector(BindAs.TRANSMITTER, Accounts.at(smsc.port()), 1);
        never.close("never");
        assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.CLOSED_HERE);

        Connector early = opened(BindAs.TRANSMITTER);
        early.close("early");
        assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.CLOSED_HERE);
        assertThat(ear.heardNothingElse()).isTrue();
    }

    @Test
    @Tag("C17")
    void a_write_that_the_smsc_does_not_take_ends_at_its_deadline_and_the_reader_goes_on_meanwhile() {
        Connector c = bound(BindAs.TRANSCEIVER);
        smsc.write(CID_DELIVER_SM, 0, 1, deliverSm("4670", "7", 4, bytes(1), NONE));
        Submission s = submission("x".repeat(60_000));
        s.payload = true;
        for (int i = 0; i < 400; i++) {
            c.submit(s);
        }
        c.flush(); // 24 MB: more than the sockets' buffers hold.
        ear.next(Delivery.class);
        assertThat(ear.next(Ear.Closed.class).detail()).contains("has not read");
    }

    @Test
    void a_field_too_long_is_refused_here_with_its_status_and_the_bind_stays() {
        Connector c = bound(BindAs.TRANSCEIVER);
        Submission s = submission("a");
        s.serviceType = "TOOLONG";
        int sequence = c.submit(s);
        assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, STAT_ESME_RINVSERTYP, ""));
        Submission big = submission("x".repeat(0x1_0000)); // more than message_payload can say
        assertThat(c.submit(big)).isNotEqualTo(sequence);
        assertThat(ear.next(Ear.Answered.class).status()).isEqualTo(STAT_ESME_RINVMSGLEN);
        assertAlive();
    }

    @Test
    @Tag("C-12")
    void garbage_on_one_bind_ends_that_bind_only() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        Connector good = bound(BindAs.TRANSCEIVER);
        for (int round = 0; round < 20; round++) {
            try (ScriptedSmsc bad = new ScriptedSmsc()) {
                Ear other = new Ear();
                Connector c = factory(Accounts.at(bad.port()), 1).create(BindAs.TRANSCEIVER, other);
                made.add(c);
                c.open();
                bad.acceptBind();
                other.next(Ear.Bound.class);
                byte[] noise = new byte[1000];
                random.nextBytes(noise);
                noise[0] = 0x7F; // No length that can be.
                bad.writeRaw(noise);
                assertThat(other.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.PROTOCOL_ERROR);
                int sequence = good.submit(submission("still here"));
                good.flush();
                assertThat(smsc.expect(CID_SUBMIT_SM).sequence()).isEqualTo(sequence);
                smsc.write(CID_SUBMIT_SM_RESP, 0, sequence, cString("ok"));
                assertThat(ear.next(Ear.Answered.class).messageId()).isEqualTo("ok");
            }
        }
    }

    @Test
    @Tag("C28")
    void an_smsc_that_floods_with_enquire_link_and_reads_next_to_nothing_is_left() {
        bound(BindAs.TRANSCEIVER);
        byte[] many = new byte[16 * 4096];
        for (int i = 0; i < 4096; i++) {
            System.arraycopy(pdu(CID_ENQUIRE_LINK, 0, i, NONE), 0, many, i * 16, 16);
        }
        NamedThreads.single("flood", () -> flood(many))
                .start(); // Nothing of its own would end a write that the kernel holds up.
        // Where segments of one answer each have taken all memory of this side's socket, a kernel drops what
        // acknowledges
        // the flood as well, and neither side moves until something is read.
        await().atMost(Duration.ofSeconds(25))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> {
                    smsc.dropUnread();
                    return !ear.heardNothingElse();
                });
        assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.PEER_CLOSED);
    }

    private void flood(byte[] many) {
        try {
            for (int i = 0; i < 10_000; i++) {
                smsc.writeRaw(many);
            }
        } catch (java.io.UncheckedIOException e) {
            // Closed by the bridge, as it should be.
        }
    }
}
