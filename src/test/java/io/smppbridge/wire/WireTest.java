package io.smppbridge.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames however they are cut, bodies however they are wrong, and times. */
class WireTest {
    private static final int USER_MESSAGE_REFERENCE = io.smppbridge.wire.Tag.USER_MESSAGE_REFERENCE;
    /** Service type and sender, and of the destination what stands before its number. */
    private static final String FROM_ACME_TO = "\0\5\0Acme\0\1\1";

    private static final String TIME = "261121013000000+";
    private static final Instant NOW = Instant.parse("2026-11-21T01:00:00Z");

    /** Hears everything and reads every body as whatever it may be. */
    private static final class Ear implements FrameSink {
        final List<String> heard = new ArrayList<>();

        @Override
        public boolean frame(int command, int status, int sequence, BodyReader body) {
            String said = command + "/" + status + "/" + sequence + "/";
            try {
                said += switch (command) {
                    case Command.SUBMIT_SM -> ShortMessage.submit(body).toString();
                    case Command.DATA_SM -> ShortMessage.data(body).toString();
                    case Command.SUBMIT_MULTI -> ShortMessage.multi(body).toString();
                    case Command.BIND_TRANSCEIVER -> BindRequest.read(body).toString();
                    default -> "" + body.remaining();
                };
            } catch (MalformedBody e) {
                said += "malformed " + e.status();
            }
            heard.add(said);
            return true;
        }

        @Override
        public void badLength(long announced, int sequence) {
            heard.add("length " + announced);
        }
    }

    private static ByteBuf session(Random random, int count) {
        ByteBuf out = Unpooled.buffer();
        for (int i = 0; i < count; i++) {
            switch (random.nextInt(4)) {
                case 0 -> PduWriter.bare(out, Command.ENQUIRE_LINK, 0, i);
                case 1 -> PduWriter.named(out, Command.responseTo(Command.SUBMIT_SM), i, "1M7XRQPTT0001");
                case 2 -> PduWriter.bound(out, Command.BIND_TRANSCEIVER, i, "smpp-bridge", 0x34);
                default -> {
                    int at = out.writerIndex();
                    PduWriter.deliver(
                            out,
                            i,
                            new PduWriter.Envelope(new Party(1, 1, "46701"), new Party(5, 0, "Acme"), 0, 0),
                            new byte[random.nextInt(200)],
                            false,
                            new byte[0]);
                    out.setInt(at + 4, Command.SUBMIT_SM); // the two have one form
                }
            }
        }
        return out;
    }

    private static List<String> heard(ByteBuf octets, Random random, int longest) {
        Ear ear = new Ear();
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(ear, 70_000));
        while (octets.isReadable()) {
            int count = Math.min(octets.readableBytes(), 1 + random.nextInt(longest));
            channel.writeInbound(octets.readBytes(count));
        }
        channel.finishAndReleaseAll();
        return ear.heard;
    }

    @Test
    @Tag("C01")
    void a_session_is_the_same_however_it_is_cut() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ByteBuf session = session(random, 300);
        List<String> whole = heard(session.copy(), random, 1_000_000);
        assertThat(whole).as("seed " + seed).hasSize(300).noneMatch(said -> said.contains("malformed"));
        assertThat(heard(session.copy(), random, 1)).isEqualTo(whole);
        assertThat(heard(session.copy(), random, 1500)).isEqualTo(whole);
        assertThat(heard(session.copy(), random, 40)).isEqualTo(whole);
    }

    @Test
    void a_message_that_is_read_into_the_place_of_another_has_nothing_of_it() throws Exception {
        ShortMessage again = new ShortMessage();
        for (String from : List.of("Acme", "Acm", "Acme2", "", "Acme", "Acmf", "46701234567")) {
            ByteBuf first = submit(from, "46700000001", "261121013000000+", new byte[] {1, 2});
            ByteBuf second = submit(from, "46700000002", "", new byte[0]);
            for (ByteBuf pdu : List.of(first, second)) {
                BodyReader body = new BodyReader();
                body.begin(pdu, 0, pdu.readableBytes());
                again.read(Command.SUBMIT_SM, body);
                assertThat(body.remaining()).isZero();
                body.begin(pdu, 0, pdu.readableBytes());
                ShortMessage fresh = ShortMessage.submit(body);
                assertThat(again.from()).isEqualTo(new Party(5, 0, from)).isEqualTo(fresh.from());
                assertThat(again.to(0)).isEqualTo(fresh.to(0));
                assertThat(again.schedule()).isEqualTo(fresh.schedule());
                assertThat(again.octets()).isEqualTo(fresh.octets());
                assertThat(again.tlvs().count()).isEqualTo(fresh.tlvs().count());
                pdu.release();
            }
        }
        assertThat(again.toNumber(0)).isEqualTo("46700000002");
        assertThat(again.schedule()).isEmpty();
        assertThat(again.octets()).isEmpty();
    }

    @Test
    void a_message_that_is_read_behind_one_of_another_kind_has_nothing_of_that_either() throws Exception {
        ShortMessage again = new ShortMessage();
        again.read(Command.SUBMIT_MULTI, body(multi(2, 1)));
        assertThat(again.destinations()).isEqualTo(2);
        assertThat(again.toNumber(1)).isEqualTo("467002");
        again.read(
                Command.SUBMIT_SM, body(octets(FROM_ACME_TO + "467009\0\0\3\2" + TIME + "\0" + TIME + "\0\0\0\0\0\0")));
        assertThat(again.destinations()).isEqualTo(1);
        assertThat(again.to(0)).isEqualTo(new Party(1, 1, "467009"));
        assertThat(again.schedule()).isEqualTo(again.validity()).isEqualTo(TIME);
        assertThat(again.protocolId()).isEqualTo(3);
        assertThat(again.priority()).isEqualTo(2);
        again.read(Command.DATA_SM, body(octets(FROM_ACME_TO + "467008\0\0\1\0")));
        assertThat(again.to(0)).isEqualTo(new Party(1, 1, "467008"));
        assertThat(again.schedule()).isEmpty();
        assertThat(again.validity()).isEmpty();
        assertThat(again.protocolId()).isZero();
        assertThat(again.priority()).isZero();
        assertThat(again.octets()).isEmpty();
    }

    @Test
    void a_submit_multi_names_1_to_254_numbers_and_no_list() throws Exception {
        assertThat(ShortMessage.multi(body(multi(1, 1))).destinations()).isEqualTo(1);
        assertThat(ShortMessage.multi(body(multi(254, 1))).destinations()).isEqualTo(254);
        assertMalformed(Command.SUBMIT_MULTI, multi(0, 1), Status.RINVNUMDESTS);
        assertMalformed(Command.SUBMIT_MULTI, multi(255, 1), Status.RINVNUMDESTS);
        assertMalformed(Command.SUBMIT_MULTI, multi(1, 2), Status.RINVDLNAME);
        assertMalformed(Command.SUBMIT_MULTI, multi(1, 3), Status.RINVDESTFLAG);
    }

    @Test
    @Tag("C08")
    void a_tlv_that_is_one_octet_longer_than_the_pdu_is_malformed_and_so_is_a_text_in_both_places() throws Exception {
        String head = FROM_ACME_TO + "467009\0\0\0\0\0\0\0\0\0\0";
        assertThat(ShortMessage.submit(body(octets(head + "\0\2\4\0\2ab")))
                        .tlvs()
                        .count())
                .isEqualTo(1);
        assertMalformed(Command.SUBMIT_SM, octets(head + "\0\2\4\0\3ab"), Status.RINVOPTPARSTREAM);
        assertThat(ShortMessage.submit(body(octets(head + "\0\4\44\0\1a"))).octets())
                .containsExactly('a');
        assertMalformed(Command.SUBMIT_SM, octets(head + "\1b\4\44\0\1a"), Status.RINVMSGLEN);
    }

    /** What follows in memory is the next PDU, whose first octet is 0 like the end of a text. */
    @Test
    @Tag("C07")
    void a_text_without_its_nul_is_malformed_also_where_it_is_the_expected_one() throws Exception {
        ByteBuf session = octets("Acme\0\0\0\20");
        BodyReader body = new BodyReader();
        body.begin(session, 0, 5);
        assertThat(body.text("Acme")).isEqualTo("Acme");
        body.begin(session, 0, 4);
        assertThatThrownBy(() -> body.text("Acme")).isInstanceOf(MalformedBody.class);
        body.begin(session, 0, 4);
        assertThatThrownBy(() -> body.text("Acm")).isInstanceOf(MalformedBody.class);
    }

    /** SMPP 3.4 §4.5.2: each that was refused with its own status. */
    @Test
    void the_answer_to_a_submit_multi_says_of_each_number_why_it_was_refused() {
        ByteBuf out = Unpooled.buffer();
        Party bob = new Party(5, 0, "Bob");
        Party number = new Party(1, 1, "46702");
        PduWriter.multi(
                out,
                9,
                "M1",
                List.of(
                        new PduWriter.Unsuccess(bob, Status.RINVDSTADR),
                        new PduWriter.Unsuccess(number, Status.RTHROTTLED)));
        byte[] pdu = new byte[out.readableBytes()];
        out.readBytes(pdu);
        assertThat(new String(pdu, StandardCharsets.ISO_8859_1))
                .isEqualTo("\0\0\0\52\u0080\0\0\41\0\0\0\0\0\0\0\11M1\0\2" + "\5\0Bob\0\0\0\0\13"
                        + "\1\00146702\0\0\0\0\130");
    }

    private static void assertMalformed(int command, ByteBuf pdu, int status) {
        assertThatThrownBy(() -> new ShortMessage().read(command, body(pdu)))
                .isInstanceOfSatisfying(
                        MalformedBody.class, e -> assertThat(e.status()).isEqualTo(status));
    }

    /** The body of a submit_multi to so many, all of this dest_flag. */
    private static ByteBuf multi(int count, int flag) {
        ByteBuf out = octets("\0\5\0Acme\0").writeByte(count);
        for (int i = 1; i <= count; i++) {
            out.writeByte(flag).writeBytes(octets("\1\1" + 46700 + i + "\0"));
        }
        return out.writeBytes(octets("\0\0\0\0\0\0\0\0\0\0"));
    }

    private static ByteBuf octets(String text) {
        return Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
    }

    private static BodyReader body(ByteBuf pdu) {
        BodyReader body = new BodyReader();
        body.begin(pdu, 0, pdu.readableBytes());
        return body;
    }

    /** The body of a submit_sm; with octets also a TLV. */
    private static ByteBuf submit(String from, String to, String schedule, byte[] octets) {
        ByteBuf out = Unpooled.buffer();
        out.writeByte(0).writeByte(5).writeByte(0);
        out.writeCharSequence(from + "\0\1\1" + to + "\0\0\0\0" + schedule + "\0\0", StandardCharsets.ISO_8859_1);
        out.writeZero(4).writeByte(octets.length).writeBytes(octets);
        return octets.length == 0
                ? out
                : out.writeShort(USER_MESSAGE_REFERENCE).writeShort(1).writeByte(7);
    }

    @Test
    @Tag("S-20")
    @Tag("S-21")
    @Tag("C11")
    void nothing_that_comes_makes_it_stumble() {
        mutate(20_000);
    }

    @Test
    @Tag("long")
    @Tag("C11")
    void nothing_that_comes_makes_it_stumble_for_long() {
        mutate(10_000_000 / 5);
    }

    /** Five PDUs a round, some octets of them others than they should be. */
    private static void mutate(int rounds) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < rounds; i++) {
            ByteBuf session = session(random, 5);
            for (int change = random.nextInt(6); change > 0; change--) {
                session.setByte(random.nextInt(session.writerIndex()), random.nextInt(256));
            }
            if (random.nextInt(4) == 0) {
                session.writerIndex(random.nextInt(session.writerIndex()));
            }
            assertThat(heard(session, random, 300)).as("seed " + seed).hasSizeLessThanOrEqualTo(100);
            assertThat(session.refCnt()).isEqualTo(1);
            session.release();
        }
    }

    @ParameterizedTest
    @Tag("C79")
    @CsvSource({
        "261121013000000+, 2026-11-21T01:30:00Z",
        "261121013000504+, 2026-11-21T00:30:00.500Z",
        "261121013000008-, 2026-11-21T03:30:00Z",
        "261121013000048-, 2026-11-21T13:30:00Z",
        "371231000000000+, 2037-12-31T00:00:00Z",
        "380101000000000+, 1938-01-01T00:00:00Z",
        "991231000000000+, 1999-12-31T00:00:00Z",
        "280229000000000+, 2028-02-29T00:00:00Z",
        "000000000100000R, 2026-11-21T01:01:00Z",
        "010203040506000R, 2028-01-23T05:05:06Z"
    })
    void times_are_read(String text, Instant expected) {
        assertThat(SmppTime.parse(text, NOW)).contains(expected);
    }

    @ParameterizedTest
    @Tag("C79")
    @CsvSource({
        "261321013000000+",
        "2611210130000004",
        "261121013000049+",
        "26112101300000R",
        "x61121013000000+",
        "270229000000000+"
    })
    void what_is_no_time_is_none(String text) {
        assertThat(SmppTime.parse(text, NOW)).isEmpty();
    }

    @Test
    @Tag("C79")
    void an_absolute_time_comes_back_as_it_was() {
        Instant late = Instant.parse("2037-06-01T00:00:00Z");
        assertThat(SmppTime.parse("380101000000000+", late)).contains(Instant.parse("2038-01-01T00:00:00Z"));
        for (String zone : new String[] {"Asia/Kathmandu", "America/St_Johns", "Pacific/Tongatapu"}) {
            String text = SmppTime.absolute(NOW, java.time.ZoneId.of(zone));
            assertThat(SmppTime.parse(text, NOW)).as(text).contains(NOW);
        }
        assertThat(SmppTime.absolute(NOW)).isEqualTo("261121010000000+");
        assertThat(SmppTime.parse(SmppTime.absolute(NOW), NOW)).contains(NOW);
    }

    @Test
    void a_pdu_of_nothing_but_tlvs_is_read_in_no_time() {
        int count = 240_000;
        ByteBuf body = Unpooled.buffer();
        for (int i = 0; i < count; i++) {
            body.writeShort(0x1400 + i % 100).writeShort(0);
        }
        BodyReader reader = new BodyReader();
        reader.begin(body, 0, body.writerIndex());

        Tlvs tlvs = assertTimeoutPreemptively(Duration.ofSeconds(10), reader::tlvs);
        assertThat(tlvs.count()).isEqualTo(count);
        assertThat(tlvs.tag(count - 1)).isEqualTo(0x1400 + (count - 1) % 100);
        assertThat(tlvs.has(0)).isFalse();
    }

    @Test
    @Tag("C01")
    void behind_a_length_that_is_none_nothing_more_is_heard() {
        Ear ear = new Ear();
        EmbeddedChannel channel = new EmbeddedChannel(new FrameDecoder(ear, 70_000));
        ByteBuf octets = Unpooled.buffer();
        PduWriter.bare(octets, Command.ENQUIRE_LINK, 0, 1);
        channel.writeInbound(octets.copy(), Unpooled.copyInt(15));
        channel.writeInbound(octets.copy());
        channel.writeInbound(octets);
        assertThat(ear.heard).containsExactly("21/0/1/0", "length 15");
        channel.finishAndReleaseAll();
    }

    @Test
    void what_comes_while_a_connection_is_held_is_told_of_afterwards_and_in_order() {
        Ear ear = new Ear();
        FrameDecoder frames = new FrameDecoder(ear, 70_000);
        EmbeddedChannel channel = new EmbeddedChannel(frames);
        frames.hold();
        ByteBuf octets = Unpooled.buffer();
        for (int i = 1; i <= 3; i++) {
            PduWriter.bare(octets, Command.ENQUIRE_LINK, 0, i);
        }
        channel.writeInbound(octets.readBytes(20));
        channel.writeInbound(octets);
        assertThat(ear.heard).isEmpty();
        frames.goOn();
        assertThat(ear.heard).containsExactly("21/0/1/0", "21/0/2/0", "21/0/3/0");
        channel.finishAndReleaseAll();
    }

    @Test
    void where_reading_is_switched_off_no_more_is_asked_for() {
        AtomicInteger asked = new AtomicInteger();
        EmbeddedChannel channel = new EmbeddedChannel(
                new ChannelOutboundHandlerAdapter() {
                    @Override
                    public void read(ChannelHandlerContext context) {
                        asked.incrementAndGet();
                    }
                },
                new FrameDecoder(new Ear(), 70_000));
        channel.config().setAutoRead(false);
        int before = asked.get();
        ByteBuf octets = Unpooled.buffer();
        PduWriter.bare(octets, Command.ENQUIRE_LINK, 0, 1);
        channel.writeInbound(octets);
        assertThat(asked.get()).isEqualTo(before);
        channel.finishAndReleaseAll();
    }
}
