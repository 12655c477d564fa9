package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.smppbridge.esme.RawPeer.Pdu;
import io.smppbridge.pdulog.Captured;
import io.smppbridge.pdulog.Wireshark;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The PDU log of an account at the SMPP server. */
@Tag("S2.14")
@Timeout(30)
class EsmeLogTest {
    private static final String TO = "46701234567";

    @TempDir
    Path directory;

    private EsmeBed bed;

    @AfterEach
    void close() {
        bed.close();
    }

    private void open(String... lines) throws IOException {
        bed = EsmeBed.with(
                directory,
                List.of("shop", "other"),
                Stream.concat(Stream.of("pdulog.directory = pdu"), Stream.of(lines))
                        .toArray(String[]::new));
    }

    private Path file(String ending) throws IOException {
        bed.close();
        try (Stream<Path> files = Files.list(directory.resolve("pdu"))) {
            List<Path> all = files.toList();
            assertThat(all)
                    .allSatisfy(
                            file -> assertThat(file.getFileName().toString()).startsWith("account.shop-"));
            return all.stream()
                    .filter(file -> file.toString().endsWith(ending))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(file(".log"), StandardCharsets.ISO_8859_1);
    }

    /** A session of everything that an ESME says and hears. */
    private void session() throws IOException {
        try (RawPeer refused = new RawPeer(bed.port())) {
            assertThat(refused.write(RawPeer.bind(RawPeer.TRX, "shop", "guess", 1))
                            .read()
                            .status())
                    .isEqualTo(0x0D);
        }
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop");
                RawPeer other = bed.bound(RawPeer.TRX, "other")) {
            String id =
                    peer.write(RawPeer.submit("Acme", TO, 1, "Hello", 2)).read().text();
            bed.known.put(io.smppbridge.TaskId.parse(id).value(), io.smppbridge.Messages.Withdrawal.CANCELLED);
            for (byte[] pdu : List.of(
                    RawPeer.data(TO, "Hello", 3),
                    RawPeer.multi("Hello", 4, TO, "Bob"),
                    RawPeer.about(3, id, 5),
                    RawPeer.about(8, id, 6),
                    RawPeer.replace(id, "", "Hullo", 7),
                    RawPeer.broadcast(8),
                    RawPeer.about(0x112, "none", 9),
                    RawPeer.bare(0x15, 10))) {
                peer.write(pdu).read();
            }
            other.write(RawPeer.submit("Acme", TO, 1, "Secret", 2)).read();
            bed.mo("shop", "Hi there");
            Pdu deliver = peer.read();
            peer.write(RawPeer.pdu(0x80000005, deliver.sequence(), out -> out.write(0)));
            peer.write(RawPeer.bare(0x06, 11)).read();
        }
    }

    @Test
    @Tag("S2.10")
    void an_answer_that_was_kept_back_is_noted_when_it_is_sent() throws Exception {
        open("account.shop.esme.pdulog = text");
        bed.hold = true;
        Instant released;
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            peer.write(RawPeer.submit("Acme", TO, 1, "Hello", 2));
            // Said and answered after the message, so that its line is there if it was written when the message was
            // taken.
            peer.write(RawPeer.bare(0x15, 3)).read();
            assertThat(bed.held).hasSize(1);
            Instant asked = Instant.now();
            await().until(() -> Instant.now().isAfter(asked.plusMillis(50)));
            released = Instant.now();
            bed.release();
            assertThat(peer.read().sequence()).isEqualTo(2);
        }
        List<String> lines = lines();
        List<String> answers = lines.stream()
                .filter(line -> line.contains(" > submit_sm_resp"))
                .toList();
        assertThat(answers).as("%s", lines).hasSize(1);
        assertThat(Instant.parse(answers.get(0).split(" ")[0])).isAfterOrEqualTo(released.minusMillis(1));
        assertThat(lines.indexOf(answers.get(0)))
                .isGreaterThan(lines.indexOf(lines.stream()
                        .filter(line -> line.contains(" > enquire_link_resp"))
                        .findFirst()
                        .orElseThrow()));
    }

    @Test
    @Tag("S-48")
    @Tag("C105")
    void each_pdu_of_its_sessions_is_a_line_that_says_what_was_made_of_it() throws Exception {
        open("account.shop.esme.pdulog = text", "account.shop.esme.pdulog-capture = on");
        session();
        List<String> lines = lines();
        assertThat(lines)
                .extracting(line -> line.split(" ")[2] + line.split(" ")[3])
                .startsWith(
                        "<bind_transceiver", ">bind_transceiver_resp", "<bind_transceiver", ">bind_transceiver_resp")
                .contains(
                        "<submit_sm",
                        ">submit_sm_resp",
                        "<data_sm",
                        ">data_sm_resp",
                        "<submit_multi",
                        ">submit_multi_resp")
                .contains(
                        "<query_sm",
                        ">query_sm_resp",
                        "<cancel_sm",
                        ">cancel_sm_resp",
                        "<replace_sm",
                        ">replace_sm_resp")
                .contains("<broadcast_sm", ">broadcast_sm_resp", "<query_broadcast_sm", ">query_broadcast_sm_resp")
                .contains("<enquire_link", ">enquire_link_resp", ">deliver_sm", "<deliver_sm_resp")
                .endsWith("<unbind", ">unbind_resp");
        // Whatever has more than a header has a structure, and both say the same.
        assertThat(lines)
                .filteredOn(line ->
                        line.matches(".* (<|>) (submit|data|query|cancel|replace|deliver|broadcast)_.*=.*=.*=.*")
                                && !line.matches(".* length=1[67] .*|.* length=16"))
                .hasSizeGreaterThan(12)
                .allSatisfy(line -> assertThat(line).endsWith(" meant=same"));
        assertThat(lines).noneMatch(line -> line.contains("OTHERWISE"));
        assertThat(lines)
                .filteredOn(line -> line.contains("destination_addr") && !line.contains("cancel_sm"))
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).containsPattern("destination_addr=\"[0-9A-Z]*xxx\""));
        assertThat(String.join("\n", lines))
                .contains("esme-shop-127.0.0.1:", "password=\"******\"", "status=0x101")
                .doesNotContain("Hello", "Hi there", "Secret", "guess", TO);
        assertThat(Captured.read(file(".pcapng")))
                .anyMatch(it -> it.command() == 0x80000111 && it.status() == 0x101)
                .anyMatch(it -> it.command() == 0x111)
                .noneMatch(it -> it.holds("Hello") || it.holds("Secret") || it.holds(TO));
        Wireshark.assumed();
        // Wireshark 4.0 reads one octet of broadcast_rep_num, which has two (5.0 §4.8.4), so it calls what follows
        // malformed.
        assertThat(Wireshark.fields(
                        file(".pcapng"), "smpp.command_id", "smpp.command_status", "smpp.source_addr", "_ws.malformed"))
                .contains("0x80000111;0x00000101;;", "0x00000112;;;", "0x80000112;0x00000101;;")
                .anyMatch(packet -> packet.startsWith("0x00000111;;Axxx;"))
                .filteredOn(packet -> !packet.startsWith("0x00000111"))
                .allSatisfy(packet -> assertThat(packet).endsWith(";"));
    }

    @Test
    @Tag("S-48")
    void an_operator_switches_it_on_for_a_number_and_wireshark_opens_the_capture() throws Exception {
        open();
        String link = PduLogConfig.ofAccount("shop");
        try (RawPeer peer = bed.bound(RawPeer.TRX, "shop")) {
            peer.write(RawPeer.submit("Acme", TO, 1, "before", 2)).read();
            bed.logs.order(
                    link, new Wish(Form.OFF, true, List.of("4670")), true, Duration.ofMinutes(1), "the operator");
            peer.write(RawPeer.submit("Acme", "46799999999", 1, "not asked for", 3))
                    .read();
            peer.write(RawPeer.submit("Acme", TO, 1, "Hello", 4)).read();
            await().until(() -> bed.logs.status().stream()
                    .anyMatch(status -> status.name().equals("shop") && status.written() == 2));
            bed.logs.asSet(link, "the operator");
            peer.write(RawPeer.submit("Acme", TO, 1, "after", 5)).read();
        }
        Path capture = file(".pcapng");
        assertThat(Files.readString(capture, StandardCharsets.ISO_8859_1))
                .contains("Hello", TO)
                .doesNotContain("before", "after", "asked");
        assertThat(Captured.read(capture))
                .extracting(Captured::command, Captured::sequence)
                .containsExactly(tuple(4, 4), tuple(0x80000004, 4));
        Wireshark.assumed();
        assertThat(Wireshark.fields(
                        capture, "smpp.command_id", "smpp.sequence_number", "smpp.destination_addr", "_ws.malformed"))
                .containsExactly("0x00000004;4;" + TO + ";", "0x80000004;4;;");
    }
}
