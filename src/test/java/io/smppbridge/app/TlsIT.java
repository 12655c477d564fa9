package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Certificates;
import io.smppbridge.pdulog.Captured;
import io.smppbridge.pdulog.Wireshark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole bridge whose link to the SMSC is TLS on both sides, and whose certificate is renewed while it runs. */
@Tag("crowd")
class TlsIT {
    @TempDir
    Path directory;

    @Test
    @Tag("C-17")
    @Tag("S-31")
    @Tag("C107")
    @Tag("S2.14")
    void messages_flow_over_mutual_tls_and_a_renewed_certificate_is_taken_by_reload() throws Exception {
        Certificates authority = new Certificates("carrier");
        Certificates.Issued smsc = authority.issue("smsc.example");
        Path smscPem = smsc.certificate(directory.resolve("smsc.pem"));
        Path smscKey = smsc.key(directory.resolve("smsc.key"));
        Path trust = authority.trust(directory.resolve("trust.pem"));
        own(authority.issue("bridge.example"));
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .simulator(config -> config.with("tls-certificate", smscPem.toString())
                        .with("tls-key", smscKey.toString())
                        .with("tls-client-trust", trust.toString()))
                .each("tls", "on")
                .each("tls-trust", "trust.pem")
                .each("tls-certificate", "own.pem")
                .each("tls-key", "own.key")
                .each("tls-name", "smsc.example")
                .each("pdulog", "text")
                .each("pdulog-capture", "on")
                .node("pdulog.directory", "pdu");
        try (CarrierBed bed = plan.start().bound()) {
            bed.send(100, 0);
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() >= 100);
            long binds = bed.port(0).report().sessions().total();

            own(authority.issue("bridge.example"));
            assertThat(bed.bridge.reload().lines()).anyMatch(line -> line.contains("drains and binds anew"));
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> bed.port(0).report().sessions().total() > binds);
            bed.send(10, 0);
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.receipts.size() >= 110);
        }
        List<String> lines = noted();
        assertThat(lines)
                .filteredOn(line -> line.contains(" > submit_sm "))
                .hasSize(110)
                .allSatisfy(line -> assertThat(line).endsWith(" meant=same"));
        assertThat(lines).noneMatch(line -> line.contains(" OTHERWISE "));
        assertThat(lines).filteredOn(line -> line.contains(" < deliver_sm ")).hasSizeGreaterThanOrEqualTo(110);
        assertThat(lines).noneMatch(line -> line.contains("password=\"password") || line.contains("message 1"));
        assertThat(Captured.read(capture())).filteredOn(it -> it.command() == 4).hasSize(110);
        Wireshark.assumed();
        assertThat(Wireshark.fields(capture(), "smpp.command_id", "smpp.sequence_number", "_ws.malformed"))
                .as("though the link was TLS")
                .filteredOn(packet -> packet.startsWith("0x00000004;"))
                .hasSize(110)
                .allSatisfy(packet -> assertThat(packet).endsWith(";"));
    }

    private Path capture() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("pdu"))) {
            return files.filter(file -> file.toString().endsWith(".pcapng"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private List<String> noted() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory.resolve("pdu"))) {
            List<Path> all = files.sorted().toList();
            assertThat(all).anyMatch(file -> file.toString().endsWith(".pcapng"));
            for (Path file : all) {
                if (file.toString().endsWith(".log")) {
                    lines.addAll(Files.readAllLines(file));
                }
            }
        }
        return lines;
    }

    private void own(Certificates.Issued issued) {
        issued.certificate(directory.resolve("own.pem"));
        issued.key(directory.resolve("own.key"));
    }
}
