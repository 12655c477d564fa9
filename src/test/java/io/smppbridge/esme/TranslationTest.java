package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.Tried;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.handback.Event;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts;
import io.smppbridge.settings.EsmeReceipts.ErrorForm;
import io.smppbridge.threads.Rate;
import io.smppbridge.threads.Ticker;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.FrameDecoder;
import io.smppbridge.wire.FrameSink;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.ShortMessage;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an ESME says in the bridge's words, and the other way about. */
class TranslationTest {
    private static final Instant NOW = Instant.parse("2026-11-21T01:00:00Z");
    private static final TaskId MESSAGE = new TaskId(TaskId.first(NOW.toEpochMilli()));
    private final SubmitReader reader = new SubmitReader(() -> NOW);

    private static ShortMessage message(
            int esmClass, int priority, String schedule, String validity, int registered, byte[] octets) {
        return parsed(RawPeer.pdu(4, 1, out -> {
            RawPeer.text(out, "");
            out.write(new byte[] {5, 0});
            RawPeer.text(out, "Acme");
            out.write(new byte[] {1, 1});
            RawPeer.text(out, "+46701234567");
            out.write(new byte[] {(byte) esmClass, 0, (byte) priority});
            RawPeer.text(out, schedule);
            RawPeer.text(out, validity);
            out.write(new byte[] {(byte) registered, 0, 8, 0, (byte) octets.length});
            out.write(octets);
        }));
    }

    private OutboundSms read(ShortMessage m) throws Unfit {
        return reader.read(m, 0, Address.NONE, "", anybody());
    }

    static Account anybody() {
        return new Account(
                "a",
                account(ReceiptForm.MINUTES, LongMo.UDH),
                new Account.Doors(null, null, PduTap.NONE),
                new Binds(),
                new Rate(Double.POSITIVE_INFINITY, Duration.ZERO, Ticker.SYSTEM));
    }

    private static EsmeAccount account(ReceiptForm form, LongMo longMo) {
        return new EsmeAccount(
                "a",
                List.of(),
                List.of(),
                1,
                10,
                Double.POSITIVE_INFINITY,
                List.of(),
                10,
                form,
                ZoneId.of("Europe/Stockholm"),
                longMo);
    }

    @Test
    void a_plus_of_a_recipient_is_no_part_of_its_number_and_stays_known() throws Unfit {
        OutboundSms read = read(message(0, 0, "", "", 0, new byte[] {0, 'x'}));
        assertThat(read.to()).isEqualTo(new Address("46701234567", 1, 1));
        assertThat(read.to().isWithPlus()).isTrue();
    }

    @Test
    @Tag("C79")
    @Tag("C60")
    void a_submit_keeps_its_octets_and_its_times() throws Exception {
        byte[] octets = {0, 0x41};
        OutboundSms sms = read(message(0x40, 2, "000000010000000R", "261121030000000+", 1, octets));
        assertThat(sms.binary()).isEqualTo(octets);
        assertThat(sms.coding().udhi()).isTrue();
        assertThat(sms.coding().dataCoding()).isEqualTo(8);
        assertThat(sms.from()).isEqualTo(new Address("Acme", 5, 0));
        assertThat(sms.to()).isEqualTo(new Address("46701234567", 1, 1));
        assertThat(sms.priority()).isEqualTo(Priority.HIGH);
        assertThat(sms.schedule()).isEqualTo(NOW.plusSeconds(3600));
        assertThat(sms.validity()).isEqualTo(Duration.ofHours(1)); // two hours from now, one of them waited for
        assertThat(read(message(0, 0, "", "", 0, octets)).validity()).isZero();
        assertThatThrownBy(() -> read(message(0, 0, "tomorrow", "", 0, octets)))
                .isInstanceOfSatisfying(Unfit.class, e -> assertThat(e.status()).isEqualTo(0x61));
        assertThatThrownBy(() -> read(message(0, 0, "", "251121030000000+", 0, octets)))
                .isInstanceOfSatisfying(Unfit.class, e -> assertThat(e.status()).isEqualTo(0x62));
        assertThatThrownBy(() -> read(message(0, 0, "", "", 0, new byte[0])))
                .isInstanceOfSatisfying(Unfit.class, e -> assertThat(e.status()).isEqualTo(0x01));
    }

    @Test
    void a_message_may_be_an_acknowledgement_but_no_receipt() throws Unfit {
        byte[] octets = {0x41};
        for (int type : new int[] {0x08, 0x10}) {
            assertThat(read(message(type | 0x40, 0, "", "", 0, octets)).coding().udhi())
                    .isTrue();
        }
        for (int type : new int[] {0x04, 0x0C, 0x18, 0x20, 0x3C}) {
            assertThatThrownBy(() -> read(message(type, 0, "", "", 0, octets)))
                    .isInstanceOfSatisfying(
                            Unfit.class, e -> assertThat(e.status()).isEqualTo(0x43));
        }
    }

    @ParameterizedTest
    @Tag("C79")
    @CsvSource({"'',000030000000000R", "'',000100000000000R", "000001000000000R,000031000000000R"})
    void thirty_days_are_not_longer_for_what_the_clock_goes_on_while_they_are_read(String schedule, String validity)
            throws Unfit {
        AtomicLong looks = new AtomicLong();
        SubmitReader ticking = new SubmitReader(() -> NOW.plusNanos(1_000 * looks.incrementAndGet()));
        OutboundSms sms =
                ticking.read(message(0, 0, schedule, validity, 0, new byte[] {0, 'x'}), 0, Address.NONE, "", anybody());
        assertThat(sms.validity()).isEqualTo(Duration.ofDays(30));
    }

    @ParameterizedTest
    @Tag("C77")
    @CsvSource({
        "0, NONE, , ",
        "1, FINAL, true, true",
        "2, FAILURE, , true",
        "3, FINAL, true, false",
        "16, ALL, false, false",
        "17, ALL, true, true",
        "18, ALL, false, true"
    })
    void registered_delivery_is_honoured(int registered, ReceiptWish wish, Boolean delivered, Boolean failed)
            throws Exception {
        OutboundSms sms = read(message(0, 0, "", "", registered, new byte[] {65}));
        assertThat(sms.wish()).isEqualTo(wish);
        if (delivered != null) {
            assertThat(isWanted(MessageState.DELIVERED, sms)).isEqualTo(delivered);
        }
        if (failed != null) {
            assertThat(isWanted(MessageState.UNDELIVERED, sms)).isEqualTo(failed);
        }
        if (wish == ReceiptWish.ALL) {
            assertThat(isWanted(MessageState.SENT, sms)).isTrue();
        }
    }

    @Test
    @Tag("C77")
    void an_esme_that_asked_for_successes_only_and_was_told_of_one_is_told_that_it_was_none() throws Exception {
        Map<String, String> tags =
                read(message(0, 0, "", "", 3, new byte[] {65})).tags();
        EsmeAccount to = account(ReceiptForm.MINUTES, LongMo.UDH);
        Event takenBack = state(MessageState.UNDELIVERED, Optional.of(MessageState.DELIVERED), tags);
        assertThat(Deliveries.of(takenBack, to, 0x34)).hasSize(1);
        Event expired = state(MessageState.EXPIRED, Optional.of(MessageState.UNDELIVERED), tags);
        assertThat(Deliveries.of(expired, to, 0x34)).isEmpty();
    }

    private static boolean isWanted(MessageState state, OutboundSms sms) {
        return !Deliveries.of(state(state, sms.tags()), account(ReceiptForm.MINUTES, LongMo.UDH), 0x34)
                .isEmpty();
    }

    @Test
    @Tag("C08")
    @Tag("C59")
    void sar_tlvs_stay_a_place_beside_the_octets_and_the_reference_comes_back() throws Exception {
        ShortMessage m = parsed(RawPeer.pdu(4, 1, out -> {
            RawPeer.text(out, "WAP");
            out.write(new byte[] {5, 0});
            RawPeer.text(out, "Acme");
            out.write(new byte[] {1, 1});
            RawPeer.text(out, "46701234567");
            out.write(new byte[] {(byte) 0x80, 0x7F});
            out.write(new byte[7]);
            out.write(1);
            out.write('x');
            out.write(new byte[] {2, 0x0C, 0, 2, 0x12, 0x34, 2, 0x0E, 0, 1, 3, 2, 0x0F, 0, 1, 2});
            out.write(new byte[] {2, 4, 0, 2, 0, 77});
            out.write(new byte[] {0x14, 1, 0, 1, 5}); // nobody knows it
        }));
        assertThat(m.tlvs().count()).isEqualTo(5);
        OutboundSms sms = read(m);
        assertThat(sms.binary()).containsExactly('x');
        assertThat(sms.coding().udhi()).isFalse();
        assertThat(sms.coding().fields())
                .isEqualTo(SmppCoding.Fields.of("WAP", 0x7F, true).withPlace(0x1234, 3, 2));
        assertThat(sms.tlvs()).containsExactly(Map.entry("0x1401", "05"));
        List<Deliveries.Pdu> content =
                Deliveries.of(state(MessageState.DELIVERED, sms.tags()), account(ReceiptForm.TLV, LongMo.UDH), 0x34);
        assertThat(content.get(0).octets()).isEmpty();
        assertThat(content.get(0).tlvs()).endsWith(2, 4, 0, 2, 0, 77);
        assertThat(Deliveries.of(state(MessageState.DELIVERED, sms.tags()), account(ReceiptForm.TLV, LongMo.UDH), 0x33)
                        .get(0)
                        .tlvs())
                .isEmpty(); // C09: no TLV for who does not know them; the text then says it
    }

    @Test
    @Tag("C08")
    void a_reference_in_the_journal_that_is_none_of_two_octets_is_left_away() {
        for (String none : List.of("65536", "2147483647", "2147483648", "4294967295", "-1", "x", "")) {
            Map<String, String> tags = Map.of(SubmitReader.USER_REFERENCE, none);
            assertThat(Deliveries.of(
                                    state(MessageState.DELIVERED, tags), account(ReceiptForm.MINUTES, LongMo.UDH), 0x34)
                            .get(0)
                            .tlvs())
                    .as(none)
                    .endsWith(4, 0x23, 0, 3, 3, 0, 17);
        }
        Map<String, String> tags = Map.of(SubmitReader.USER_REFERENCE, "65535");
        assertThat(Deliveries.of(state(MessageState.DELIVERED, tags), account(ReceiptForm.MINUTES, LongMo.UDH), 0x34)
                        .get(0)
                        .tlvs())
                .endsWith(2, 4, 0, 2, 0xFF, 0xFF);
    }

    private static ShortMessage parsed(byte[] pdu) {
        ShortMessage[] read = new ShortMessage[1];
        decode(pdu, body -> read[0] = ShortMessage.submit(body));
        return read[0];
    }

    private interface Reading {
        void of(BodyReader body) throws MalformedBody;
    }

    private static void decode(byte[] pdu, Reading reading) {
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(
                new FrameSink() {
                    @Override
                    public boolean frame(int command, int status, int sequence, BodyReader body) {
                        try {
                            reading.of(body);
                        } catch (MalformedBody e) {
                            throw new AssertionError(e);
                        }
                        return true;
                    }

                    @Override
                    public void badLength(long announced, int sequence) {
                        throw new AssertionError("length " + announced);
                    }
                },
                70_000));
        ByteBuf octets = Unpooled.wrappedBuffer(pdu);
        channel.writeInbound(octets);
        channel.finishAndReleaseAll();
    }

    @ParameterizedTest
    @Tag("C77")
    @CsvSource({
        "0x0b, SMSC, 011",
        "0x0b, DIGITS, 011",
        "0x0b, NETWORK, 000",
        "0x403, SMSC, 1027",
        "0x403, DIGITS, 000",
        "0x7fffffff, SMSC, 000"
    })
    void of_a_submission_that_the_smsc_refused_a_receipt_says_the_command_status(
            String status, ErrorForm form, String said) {
        EsmeReceipts usual = EsmeReceipts.usual(ReceiptForm.MINUTES, ZoneId.of("UTC"));
        EsmeReceipts terms = new EsmeReceipts(
                usual.form(), usual.zone(), "{stat} {err}", usual.dates(), usual.answered(), usual.told(), form, true);
        Receipt refused = new Receipt(
                MESSAGE,
                MESSAGE,
                "",
                MessageState.REJECTED,
                "a",
                Address.of("Acme"),
                Address.of("+46701234567"),
                1,
                StatusTable.describe(Integer.decode(status)) + " at attempt 5, the last one",
                false,
                Instant.EPOCH,
                NOW,
                CarrierReport.NONE,
                List.of(),
                Optional.empty(),
                Map.of());
        assertThat(new String(new ReceiptWords(terms).of(refused, "", 1), StandardCharsets.ISO_8859_1))
                .isEqualTo("REJECTD " + said);
    }

    @Test
    @Tag("C77")
    void a_receipt_has_our_id_and_the_addresses_changed_about() {
        List<Deliveries.Pdu> content = Deliveries.of(
                state(MessageState.UNDELIVERED, Map.of()), account(ReceiptForm.MINUTES, LongMo.UDH), 0x34);
        assertThat(content.get(0).envelope().from()).isEqualTo(new Party(1, 1, "46701234567"));
        assertThat(content.get(0).envelope().to()).isEqualTo(new Party(5, 0, "Acme"));
        assertThat(content.get(0).envelope().esmClass()).isEqualTo(0x04);
        assertThat(text(content))
                .isEqualTo("id:" + MESSAGE + " sub:002 dlvrd:000 submit date:2611210200 done date:2611210201 "
                        + "stat:UNDELIV err:027 text:");
        assertThat(text(Deliveries.of(
                        state(MessageState.DELIVERED, Map.of()), account(ReceiptForm.SECONDS, LongMo.UDH), 0x33)))
                .contains(" dlvrd:002 submit date:261121020000 done date:261121020105 stat:DELIVRD");
        assertThat(content.get(0).tlvs()).contains(0x04, 0x27, 0, 1, 5).contains(0x04, 0x23, 0, 3, 3, 0, 17);
        assertThat(new String(content.get(0).tlvs(), StandardCharsets.ISO_8859_1))
                .contains(MESSAGE.toString());
    }

    private static String text(List<Deliveries.Pdu> content) {
        return new String(content.get(0).octets(), StandardCharsets.ISO_8859_1);
    }

    /** What a template, a format, a shell or a page might take for an order. */
    private static final List<String> ODD = List.of(
            "%s ${jndi:x} {0} `id`",
            "%n%n%x%99999d",
            "$(reboot); rm -rf / | cat",
            "{{7*7}} #{7*7} <%= 7*7 %> @{7*7}",
            "{id} {stat} {err}",
            "<script>alert(1)</script>",
            "' OR 1=1 --",
            "\\u0041 \\n \\0");

    @Test
    @Tag("S-27")
    void what_a_subscriber_writes_is_copied_and_long_texts_come_in_parts_or_in_a_payload() {
        for (String text : ODD) {
            assertThat(text(Deliveries.of(mo(text), account(ReceiptForm.MINUTES, LongMo.UDH), 0x34)))
                    .isEqualTo(text);
            Tried.times(1).keep();
        }
        Event longer = mo("x".repeat(400));
        List<Deliveries.Pdu> parts = Deliveries.of(longer, account(ReceiptForm.MINUTES, LongMo.UDH), 0x34);
        assertThat(parts).hasSize(3).allMatch(part -> part.envelope().esmClass() == 0x40 && !part.payload());
        List<Deliveries.Pdu> whole = Deliveries.of(longer, account(ReceiptForm.MINUTES, LongMo.PAYLOAD), 0x34);
        assertThat(whole).hasSize(1).allMatch(part -> part.payload() && part.octets().length == 400);
        assertThat(Deliveries.of(longer, account(ReceiptForm.MINUTES, LongMo.PAYLOAD), 0x33))
                .hasSize(3);
    }

    @Test
    @Tag("S-23")
    void a_lock_ends_after_a_quarter_of_an_hour_and_holds_nobody_else() throws Exception {
        AtomicLong clock = new AtomicLong(5);
        WrongBinds wrong = new WrongBinds(clock::get);
        InetAddress here = InetAddress.getByName("192.0.2.1");
        InetAddress there = InetAddress.getByName("192.0.2.2");
        for (int i = 0; i < WrongBinds.EACH; i++) {
            assertThat(wrong.keepsOut(here, "shop", "guess", false)).isFalse();
            wrong.count(here, "shop");
        }
        assertThat(wrong.keepsOut(here, "shop", "guess", false)).isTrue();
        assertThat(wrong.keepsOut(here, "bank", "guess", false)).isFalse();
        assertThat(wrong.keepsOut(there, "shop", "guess", false)).isFalse();
        for (int i = 0; i < WrongBinds.ALL; i++) {
            wrong.count(here, "guess" + i);
        }
        assertThat(wrong.keepsOut(here, "bank", "guess", false)).isTrue();
        clock.addAndGet(Duration.ofMinutes(15).toNanos() + 1);
        assertThat(wrong.keepsOut(here, "shop", "guess", false)).isFalse();
        assertThat(wrong.keepsOut(here, "bank", "guess", false)).isFalse();
    }

    @Test
    @Tag("S-24")
    void a_rate_lets_a_tenth_of_a_second_s_worth_pass_at_once_and_no_more_than_itself_for_long() {
        AtomicLong clock = new AtomicLong();
        Rate rate = new Rate(100, Duration.ofMillis(100), clock::get);
        int passed = 0;
        for (int ms = 0; ms < 10_000; ms++) {
            clock.set(ms * 1_000_000L);
            for (int i = 0; i < 3; i++) {
                passed += rate.take(1) ? 1 : 0;
            }
        }
        assertThat(passed).isBetween(995, 1_011);
        Tried.times(30_000).refused(30_000 - passed).keep();
    }

    private static Event state(MessageState state, Map<String, String> tags) {
        return state(state, Optional.empty(), tags);
    }

    private static Event state(MessageState state, Optional<MessageState> before, Map<String, String> tags) {
        return new Event.State(new Receipt(
                new TaskId(MESSAGE.value() + 1),
                MESSAGE,
                "",
                state,
                "telia",
                new Address("Acme", 5, 0),
                new Address("46701234567", 1, 1),
                2,
                "",
                false,
                NOW,
                NOW.plusSeconds(65),
                new CarrierReport("UNDELIV", "027", 0x030011, Instant.EPOCH, Instant.EPOCH),
                List.of(),
                before,
                tags));
    }

    private static Event mo(String text) {
        return new Event.Inbound(new InboundSms(
                new TaskId(MESSAGE.value() + 2),
                "telia",
                Address.of("+46701234567"),
                Address.of("72404"),
                text,
                text.getBytes(StandardCharsets.ISO_8859_1),
                Encoding.LATIN1,
                3,
                1,
                true,
                NOW,
                List.of(),
                Map.of()));
    }
}
