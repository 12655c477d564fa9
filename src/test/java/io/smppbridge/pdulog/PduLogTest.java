package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.ThreadsSince;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is noted of PDUs, in which words, and what is never noted. */
@Tag("S2.14")
class PduLogTest {
    private static final byte[] SUBMIT = pdu(
            4,
            0,
            7,
            bytes(
                    "CMT\0",
                    1,
                    1,
                    "46700111222\0",
                    1,
                    1,
                    "46733444555\0",
                    0x40,
                    0,
                    0,
                    "\0\0",
                    1,
                    0,
                    0,
                    0,
                    11,
                    5,
                    0,
                    3,
                    9,
                    2,
                    1,
                    "hello",
                    0x14,
                    0,
                    0,
                    4,
                    "dlt1",
                    2,
                    4,
                    0,
                    2,
                    0,
                    99));
    private static final byte[] ANSWER = pdu(0x80000004, 0, 7, bytes("id-77\0"));
    private static final byte[] BIND = pdu(9, 0, 1, bytes("bridge\0", "s3cret99\0", "\0", 0x34, 0, 0, "\0"));
    private static final byte[] RECEIPT =
            pdu(5, 0, 3, receipt("id:77 sub:001 dlvrd:001 stat:DELIVRD err:000 text:hello wor"));

    @TempDir
    Path directory;

    private final ThreadsSince since = ThreadsSince.now();
    private volatile Instant now = Instant.parse("2026-01-02T03:04:05.678901Z");
    private volatile long nanos;
    private PduLogs logs;
    private TappedLink link;

    @BeforeEach
    void open() throws Exception {
        logs = logs(new Wish(Form.OFF, false, List.of()), 1 << 20, 3);
    }

    private PduLogs logs(Wish wish, long fileSize, int files) throws Exception {
        PduLogs made = new PduLogs(
                new PduLogConfig(directory.resolve("pdu"), fileSize, files, Map.of("telia", wish)),
                () -> now,
                () -> nanos);
        link = made.tap("telia").link("smpp-telia-1");
        link.connected(InetAddress.getByName("10.0.0.1"), 40000, InetAddress.getByName("10.9.9.9"));
        return made;
    }

    @AfterEach
    void close() {
        logs.close();
    }

    private void out(byte[] pdus) {
        link.out(pdus, pdus.length, 0);
    }

    private void in(byte[] pdu) {
        link.in(pdu, 0, pdu.length, 0);
        link.done();
    }

    private void order(Form form, boolean capture, boolean unmasked, String... numbers) {
        logs.order(
                "telia", new Wish(form, capture, List.of(numbers)), unmasked, Duration.ofMinutes(10), "the operator");
    }

    /** What stands in all files of that ending, once everything is written. */
    private String written(String ending) throws IOException {
        logs.close();
        StringBuilder all = new StringBuilder();
        for (Path file : files(ending)) {
            all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }

    private List<Path> files(String ending) throws IOException {
        if (!Files.exists(directory.resolve("pdu"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory.resolve("pdu"))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void a_line_says_each_field_of_both_directions_and_masks_text_and_numbers() throws Exception {
        order(Form.TEXT, false, false);
        out(SUBMIT);
        in(ANSWER);
        assertThat(written(".log").lines())
                .containsExactly(
                        "2026-01-02T03:04:05.678901Z smpp-telia-1 > submit_sm sequence=7 status=0x0 length=83"
                                + " service_type=\"CMT\" source_addr_ton=1 source_addr_npi=1 source_addr=\"46700111xxx\""
                                + " dest_addr_ton=1 dest_addr_npi=1 destination_addr=\"46733444xxx\" esm_class=0x40"
                                + " protocol_id=0 priority_flag=0 schedule_delivery_time=\"\" validity_period=\"\""
                                + " registered_delivery=0x1 replace_if_present_flag=0 data_coding=0x0"
                                + " sm_default_msg_id=0 sm_length=11 short_message=\"[050003090201]*****\""
                                + " tlv_1400=\"****\" user_message_reference=99",
                        "2026-01-02T03:04:05.678901Z smpp-telia-1 < submit_sm_resp sequence=7 status=0x0 length=22"
                                + " message_id=\"id-77\"");
    }

    @Test
    void json_can_be_read_by_programs() throws Exception {
        order(Form.JSON, false, true);
        out(SUBMIT);
        in(pdu(0x80000004, 0x58, -1, new byte[0]));
        List<String> lines = written(".jsonl").lines().toList();
        JsonNode submit = new ObjectMapper().readTree(lines.get(0));
        assertThat(submit.path("command").asText()).isEqualTo("submit_sm");
        assertThat(submit.path("direction").asText()).isEqualTo("out");
        assertThat(submit.findValue("destination_addr").asText()).isEqualTo("46733444555");
        assertThat(submit.findValue("short_message").asText()).isEqualTo("[050003090201]hello");
        JsonNode answer = new ObjectMapper().readTree(lines.get(1));
        assertThat(answer.path("status").asInt()).isEqualTo(0x58);
        assertThat(answer.path("sequence").asLong()).isEqualTo(0xFFFFFFFFL);
    }

    @Test
    @Tag("C105")
    void a_password_is_never_written_in_any_form() throws Exception {
        order(Form.TEXT, true, true);
        out(BIND);
        out(pdu(0xB, 0, 1, bytes("smsc\0", "0utb0und\0")));
        assertThat(written(".log")).contains("password=\"********\"").doesNotContain("s3cret99", "0utb0und");
        assertThat(written(".pcapng")).contains("bridge").doesNotContain("s3cret99", "0utb0und");
    }

    @Test
    void of_a_receipt_all_stays_but_the_message_that_it_quotes() throws Exception {
        order(Form.TEXT, true, false);
        in(RECEIPT);
        assertThat(written(".log"))
                .contains("short_message=\"id:77 sub:001 dlvrd:001 stat:DELIVRD err:000 text:*********\"");
        assertThat(written(".pcapng"))
                .contains("stat:DELIVRD err:000 text:*********")
                .doesNotContain("hello");
    }

    @Test
    @Tag("S-48")
    @Tag("G-01")
    void what_an_operator_switches_on_ends_by_itself_also_where_the_clock_is_set_back() throws Exception {
        order(Form.TEXT, false, true);
        out(SUBMIT);
        await().until(() -> logs.status().get(0).written() == 1);
        now = now.minus(Duration.ofDays(1));
        nanos = Duration.ofMinutes(11).toNanos();
        await().until(() -> logs.status().get(0).until().isEmpty());
        out(SUBMIT);
        assertThat(written(".log").lines()).hasSize(1);
        assertThatThrownBy(() -> logs.order("telia", Wish.NOTHING, true, Duration.ofHours(25), "the operator"))
                .hasMessageContaining("expected 1 s..24 h");
        assertThatThrownBy(() -> logs.order("tela", Wish.NOTHING, true, Duration.ofHours(1), "the operator"))
                .hasMessageContaining("expected one of [telia]");
    }

    @Test
    void where_nothing_binds_as_an_account_an_operator_is_told_what_to_do() {
        assertThatThrownBy(() -> logs.order("account.shop", Wish.NOTHING, false, Duration.ofHours(1), "the operator"))
                .hasMessageStartingWith("account = shop, as which no ESME may bind")
                .hasMessageContaining("set account.shop.esme.system-id")
                .hasMessageNotContaining("[");
        logs.tap("account.shop");
        assertThatThrownBy(() -> logs.order("account.shoq", Wish.NOTHING, false, Duration.ofHours(1), "the operator"))
                .hasMessage("account = shoq, expected one of [shop]: those as which ESMEs may bind");
    }

    @Test
    @Tag("S-48")
    void settings_switch_it_on_masked_only_and_off_again_while_it_runs() throws Exception {
        logs.apply(new PduLogConfig(
                directory.resolve("pdu"), 1 << 20, 3, Map.of("telia", new Wish(Form.TEXT, false, List.of()))));
        out(SUBMIT);
        await().until(() -> logs.status().get(0).written() == 1);
        logs.apply(new PduLogConfig(directory.resolve("pdu"), 1 << 20, 3, Map.of()));
        out(SUBMIT);
        assertThat(written(".log").lines()).singleElement().asString().contains("46733444xxx");
    }

    @Test
    void another_directory_holds_from_the_next_pdu_on_and_not_from_the_next_file() throws Exception {
        Wish wish = new Wish(Form.TEXT, false, List.of());
        logs.apply(new PduLogConfig(directory.resolve("pdu"), 1 << 20, 3, Map.of("telia", wish)));
        out(SUBMIT);
        await().until(() -> logs.status().get(0).written() == 1);
        logs.apply(new PduLogConfig(directory.resolve("other"), 1 << 20, 3, Map.of("telia", wish)));
        out(SUBMIT);
        logs.close();
        assertThat(written(".log").lines()).hasSize(1);
        try (Stream<Path> other = Files.list(directory.resolve("other"))) {
            assertThat(other)
                    .singleElement()
                    .satisfies(
                            file -> assertThat(Files.readString(file).lines()).hasSize(1));
        }
    }

    @Test
    void only_a_wanted_number_and_the_answers_about_it() throws Exception {
        order(Form.TEXT, false, false, "46733444555");
        out(SUBMIT);
        out(pdu(4, 0, 8, bytes("\0", 1, 1, "1\0", 1, 1, "46799\0", 0, 0, 0, "\0\0", 0, 0, 0, 0, 0)));
        in(pdu(0x80000004, 0, 8, bytes("other\0")));
        in(ANSWER);
        in(pdu(0x15, 0, 7, new byte[0]));
        in(pdu(5, 0, 9, bytes("\0", 1, 1, "+46733444555\0", 1, 1, "72404\0", 0, 0, 0, "\0\0", 0, 0, 0, 0, 0)));
        assertThat(written(".log").lines())
                .extracting(line -> line.split(" ")[3])
                .containsExactly("submit_sm", "submit_sm_resp", "deliver_sm");
    }

    @Test
    void files_stay_few_and_small_and_are_for_their_owner() throws Exception {
        logs.close();
        logs = logs(new Wish(Form.TEXT, false, List.of()), 2000, 3);
        for (int i = 0; i < 50; i++) {
            out(SUBMIT);
        }
        logs.close();
        assertThat(files(".log")).hasSize(3).allSatisfy(file -> {
            assertThat(Files.size(file)).isLessThanOrEqualTo(2000);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        });
    }

    @Test
    void the_oldest_goes_but_what_has_another_name_too_stays_whole() throws Exception {
        byte[] old = new byte[3 << 20];
        Path pdu = Files.createDirectories(directory.resolve("pdu"));
        Path plain = Files.write(pdu.resolve("telia-20200101T000000-001.log"), old);
        Path linked = Files.write(pdu.resolve("telia-20200101T000000-002.log"), old);
        Path kept = Files.createLink(directory.resolve("kept"), linked);
        Path target = Files.write(directory.resolve("target"), old);
        Path pointing = Files.createSymbolicLink(pdu.resolve("telia-20200101T000000-003.log"), target);
        Path other = Files.write(pdu.resolve("telia2-20200101T000000-001.log"), old);
        logs.close();
        logs = logs(new Wish(Form.TEXT, false, List.of()), 2000, 2);
        for (int i = 0; i < 50; i++) {
            out(SUBMIT);
        }
        logs.close();
        assertThat(List.of(plain, linked, pointing)).noneMatch(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS));
        assertThat(List.of(kept, target, other))
                .allSatisfy(file -> assertThat(Files.size(file)).isEqualTo(old.length));
        assertThat(files(".log")).hasSize(3);
    }

    @Test
    void an_old_file_that_may_not_be_written_to_goes_all_the_same() throws Exception {
        Path pdu = Files.createDirectories(directory.resolve("pdu"));
        Path old = Files.write(pdu.resolve("telia-20200101T000000-001.log"), new byte[3 << 20]);
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("r--r--r--")); // which root may write to
        logs.close();
        logs = logs(new Wish(Form.TEXT, false, List.of()), 2000, 2);
        for (int i = 0; i < 50; i++) {
            out(SUBMIT);
        }
        logs.close();
        assertThat(old).doesNotExist();
        assertThat(files(".log")).hasSize(2);
    }

    @Test
    void a_log_that_cannot_keep_up_leaves_out_and_counts() throws Exception {
        logs.close(); // Its thread has ended: nobody takes from the queue.
        int room = 1 << 12;
        PduTap tap = new PduTap("telia", new Ring(room));
        tap.on(true);
        TappedLink link = tap.link("b");
        byte[] two = bytes(SUBMIT, SUBMIT);
        int laid = 0;
        while (link.isKeepingUp()) {
            link.out(two, two.length, 0);
            laid++;
        }
        assertThat(laid).isEqualTo(room / 192);
        assertThat(tap.leftOut()).isZero();
        link.out(two, two.length, 0);
        link.in(ANSWER, 0, ANSWER.length, 0);
        link.done();
        assertThat(tap.leftOut()).isEqualTo(3);
    }

    @Test
    void nothing_is_written_and_no_thread_runs_while_it_is_off() throws Exception {
        out(SUBMIT);
        assertThat(since.names("pdulog")).isEmpty();
        assertThat(files("")).isEmpty();
    }

    @Test
    @Tag("C11")
    void whatever_octets_come_they_are_noted_and_masked_without_a_fault() {
        long seed = 20260102;
        Random random = new Random(seed);
        byte[][] seeds = {
            SUBMIT,
            BIND,
            RECEIPT,
            pdu(0x21, 0, 1, bytes("\0", 1, 1, "1\0", 2, 1, 1, 1, "46\0", 2, "list\0", 0, 0, 0, "\0\0", 0, 0, 0, 0, 0))
        };
        Noted noted = new Noted().of(link, true, 0);
        Pdu pdu = new Pdu();
        Meant meant = new Meant();
        Compared compared = new Compared();
        Line line = new Line(0);
        for (int i = 0; i < 5_000; i++) {
            byte[] mutated = seeds[i % seeds.length].clone();
            for (int j = 0; j < 1 + i % 4; j++) {
                mutated[4 + random.nextInt(mutated.length - 4)] = (byte) random.nextInt();
            }
            byte[] cut = java.util.Arrays.copyOf(mutated, 16 + random.nextInt(mutated.length - 15));
            pdu.read(cut, 0, cut.length);
            meant.part().text(Named.SOURCE_ADDR, "1").message(cut);
            byte[] said = new byte[meant.length()];
            meant.copy(said, 0);
            compared.of(said, 0, said.length, pdu, false);
            new Masking().apply(pdu, false);
            line.length = 0;
            new Lines().text(line, noted, pdu, true, compared);
            assertThat(new String(line.octets, 0, line.length, StandardCharsets.UTF_8))
                    .as("seed %s, round %s", seed, i)
                    .endsWith("\n")
                    .containsOnlyOnce("\n");
            line.length = 0;
            new Lines().json(line, noted, pdu, true, compared);
            assertThat(new String(line.octets, 0, line.length, StandardCharsets.UTF_8))
                    .containsOnlyOnce("\n");
        }
    }

    /** Two binds' worth of PDUs, two in one write, and one that takes two packets. */
    private Path capture() throws Exception {
        order(Form.OFF, true, true);
        out(BIND);
        in(pdu(0x80000009, 0, 1, bytes("smsc\0", 2, 0x10, 0, 1, 0x34)));
        byte[] two = new byte[SUBMIT.length * 2];
        System.arraycopy(SUBMIT, 0, two, 0, SUBMIT.length);
        System.arraycopy(SUBMIT, 0, two, SUBMIT.length, SUBMIT.length);
        out(two);
        in(ANSWER);
        byte[] large = bytes(new byte[65_000]);
        out(pdu(
                4,
                0,
                9,
                bytes("\0", 1, 1, "1\0", 1, 1, "46799\0", 0, 0, 0, "\0\0", 0, 0, 0, 0, 0, 4, 0x24, 0xFD, 0xE8, large)));
        logs.close();
        return files(".pcapng").get(0);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.1, 10.9.9.9, 10.0.0.1:40000, 10.9.9.9:2775", "2001:db8::1, 2001:db8::9, '', ''"})
    void the_capture_is_pcapng_to_the_letter_for_a_reader_of_the_tests_own(
            String us, String smsc, String ourEnd, String theirEnd) throws Exception {
        link.connected(InetAddress.getByName(us), 40000, InetAddress.getByName(smsc));
        List<Captured> pdus = Captured.read(capture());
        assertThat(pdus)
                .extracting(it -> Integer.toHexString(it.command()) + " " + it.sequence() + " in " + it.packets())
                .containsExactly("9 1 in 1", "80000009 1 in 1", "4 7 in 1", "4 7 in 1", "80000004 7 in 1", "4 9 in 2");
        assertThat(pdus).extracting(Captured::at).containsOnly(now);
        assertThat(pdus.get(2).pdu()).isEqualTo(SUBMIT);
        assertThat(pdus.get(4).pdu()).isEqualTo(ANSWER);
        assertThat(pdus.get(0).from()).isEqualTo(pdus.get(4).to());
        if (!ourEnd.isEmpty()) {
            assertThat(List.of(pdus.get(0).from(), pdus.get(0).to())).containsExactlyInAnyOrder(theirEnd, ourEnd);
        }
    }

    @Test
    void wireshark_reads_the_capture_as_smpp() throws Exception {
        Path file = capture();
        Captured.read(file);
        Wireshark.assumed();
        assertThat(Wireshark.fields(
                        file,
                        "smpp.command_id",
                        "smpp.sequence_number",
                        "smpp.destination_addr",
                        "tcp.checksum.status",
                        "ip.checksum.status",
                        "_ws.malformed"))
                .containsExactly(
                        "0x00000009;1;;1;1;",
                        "0x80000009;1;;1;1;",
                        "0x00000004;7;46733444555;1;1;",
                        "0x00000004;7;46733444555;1;1;",
                        "0x80000004;7;;1;1;",
                        ";;;1;1;",
                        "0x00000004;9;46799;1;1;");
    }

    private static byte[] receipt(String text) {
        return bytes(
                "\0", 1, 1, "46733444555\0", 1, 1, "46700111222\0", 4, 0, 0, "\0\0", 0, 0, 0, 0, text.length(), text);
    }

    private static byte[] bytes(Object... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Object part : parts) {
            if (part instanceof String text) {
                all.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
            } else if (part instanceof byte[] octets) {
                all.writeBytes(octets);
            } else {
                all.write((Integer) part);
            }
        }
        return all.toByteArray();
    }

    private static byte[] pdu(int command, int status, int sequence, byte[] body) {
        return ByteBuffer.allocate(16 + body.length)
                .putInt(16 + body.length)
                .putInt(command)
                .putInt(status)
                .putInt(sequence)
                .put(body)
                .array();
    }
}
