package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Address;
import io.smppbridge.probe.Probe;
import io.smppbridge.probe.ProbePlan;
import io.smppbridge.probe.ProbeReport;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.smpp.JsmppTransport;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A probe of SMSCs whose ways are known beforehand finds these ways. */
@Tag("waits")
class ProbeIT {
    @TempDir
    Path directory;

    private SmscConfig account(int port, String more) throws IOException {
        return account(port, 50, more);
    }

    private SmscConfig account(int port, int rate, String more) throws IOException {
        Path file = Files.writeString(directory.resolve("bridge.properties"), """
                smsc.odd.host = 127.0.0.1
                smsc.odd.port = %d
                smsc.odd.system-id = probe
                smsc.odd.password = secret
                smsc.odd.rate = %d
                """.formatted(port, rate) + more);
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        assertThat(outcome).isInstanceOf(LoadOutcome.Loaded.class);
        return ((LoadOutcome.Loaded) outcome).config().smscs().get("odd");
    }

    private static ProbeReport probe(SmscConfig account, int messages, Duration idle) {
        return probe(account, Address.NONE, messages, idle, 1);
    }

    private static ProbeReport probe(SmscConfig account, Address from, int messages, Duration idle, int binds) {
        ProbePlan plan = new ProbePlan(
                Address.of("+46701234567"),
                from,
                messages,
                Duration.ofSeconds(30),
                Duration.ofMillis(700),
                idle,
                account.pace().rate(),
                binds);
        return Probe.run(
                account,
                plan,
                new JsmppTransport(account, Ticker.SYSTEM),
                new ProbePlan.Clocks(Ticker.SYSTEM, InstantSource.system()),
                line -> {});
    }

    @Test
    @Tag("C63")
    @Tag("C68")
    void the_ways_of_a_quirky_smsc_are_found_and_its_profile_can_be_taken_over() throws Exception {
        SimulatorConfig quirky = SimulatorConfig.forTests()
                .with("message-id", "hex-upper")
                .with("message-id-start", "4096")
                .with("receipt-id", "padded")
                .with("receipt-form", "text-only")
                .with("receipt-mark", "false")
                .with("receipt-after", "20ms")
                .with("loopback", "true")
                .with("interface-version", "5.0");
        try (SmscSimulator simulator = SmscSimulator.start(quirky)) {
            ProbeReport report = probe(account(simulator.port(), ""), 12, Duration.ZERO);
            assertThat(report.failure()).isEmpty();
            assertThat(report.messages()).isBetween(10, 12);
            assertThat(report.proposed("message-id")).contains("hex-dec");
            assertThat(report.proposed("receipts-by-text")).contains("true");
            assertThat(report.proposed("time-zone")).contains("UTC");
            assertThat(report.proposed("long-message")).contains("udh8-or-16");
            assertThat(report.proposed("receipt-verdict")).contains("all");
            assertThat(report.proposed("version")).contains("5.0");
            String profile = report.properties("odd-probed");
            assertThat(profile).contains("came back unchanged").doesNotContain("46701234567", "secret");

            Files.createDirectories(directory.resolve("conf.d"));
            Files.writeString(directory.resolve("conf.d/odd.properties"), profile);
            SmscConfig taken = account(simulator.port(), "smsc.odd.profile = odd-probed\n");
            assertThat(taken.inbound().idForm()).isEqualTo("hex-dec");
            assertThat(taken.inbound().byText()).isTrue();
            assertThat(taken.link().interfaceVersion()).isEqualTo(0x50);
            assertThat(taken.text().longMessage()).isEqualTo(LongMessage.UDH8_OR_16);
        }
    }

    @Test
    @Tag("C38")
    void a_refusal_for_being_too_fast_is_not_taken_for_one_of_what_was_sent() throws Exception {
        SimulatorConfig slow = SimulatorConfig.forTests().with("rate", "2").with("receipt-after", "20ms");
        try (SmscSimulator simulator = SmscSimulator.start(slow)) {
            ProbeReport report = probe(account(simulator.port(), 8, ""), 40, Duration.ZERO);
            assertThat(report.proposed("long-message")).contains("udh8-or-16");
            String told = report.properties("slow-probed");
            assertThat(told).contains("udh8 taken; ").contains("data_coding 0 in Latin-1: taken");
            assertThat(simulator.first().report().submits().throttled()).isPositive();
        }
    }

    @Test
    @Tag("C61")
    void types_of_addresses_places_of_receipts_and_the_number_of_binds_are_found() throws Exception {
        SimulatorConfig picky = SimulatorConfig.forTests()
                .with("destination-types", "0/1")
                .with("source-types", "0/0, 5/1")
                .with("message-id", "hex")
                .with("message-id-start", "1000000")
                .with("receipt-id", "padded")
                .with("receipt-text", "{stat};46701234567;{done};{id}")
                .with("receipt-form", "text-only")
                .with("receipt-after", "20ms")
                .with("max-binds", "3");
        try (SmscSimulator simulator = SmscSimulator.start(picky)) {
            SmscConfig account = account(simulator.port(), "");
            ProbeReport report = probe(account, Address.of("Acme"), 17, Duration.ZERO, 5);
            assertThat(report.failure()).as(report.properties("p")).isEmpty();
            assertThat(report.proposed("address-recipient")).contains("0/1");
            assertThat(report.proposed("address-alphanumeric")).contains("5/1");
            assertThat(report.proposed("binds")).contains("3");
            assertThat(report.proposed("receipt-fields")).contains("state, -, -, id");
            assertThat(report.proposed("receipt-separator")).contains(";");
            assertThat(report.proposed("message-id")).contains("hex-dec");
            String profile = report.properties("odd-probed");
            assertThat(profile)
                    .contains("Sender as TON/NPI 5/0 refused", "0/0 taken", "one more was refused")
                    .contains("such as \"DELIVRD;<number>;")
                    .doesNotContain("46701234567");
            Files.createDirectories(directory.resolve("conf.d"));
            Files.writeString(directory.resolve("conf.d/odd.properties"), profile);
            SmscConfig taken = account(simulator.port(), "smsc.odd.profile = odd-probed\n");
            assertThat(taken.inbound().grammar().fields()).containsExactly("state", "-", "-", "id");
            assertThat(taken.binds().binds()).isEqualTo(3);
            ProbeReport again = probe(taken, Address.of("Acme"), 12, Duration.ZERO, 1);
            assertThat(again.proposed("message-id")).contains("hex-dec");
            assertThat(again.proposed("receipt-fields")).isEmpty();
        }
    }

    @Test
    @Tag("C40")
    void rate_and_window_are_raised_until_the_smsc_complains() throws Exception {
        SimulatorConfig slow = SimulatorConfig.forTests().with("rate", "1").with("receipt-after", "20ms");
        try (SmscSimulator simulator = SmscSimulator.start(slow)) {
            ProbeReport report = probe(account(simulator.port(), 2, ""), 40, Duration.ZERO);
            String told = report.properties("p");
            assertThat(told).contains("At 2/s, 1 of 2 were refused, command_status 0x58 RTHROTTLED");
            assertThat(told).contains("Rate: 1/s went without complaint");
            assertThat(report.proposed("window")).contains("1");
            assertThat(report.findings())
                    .extracting(ProbeReport.Finding::key)
                    .noneMatch(key -> key.startsWith("status."));
        }
    }

    @Test
    void the_silence_that_an_smsc_bears_is_measured_and_bounded() throws Exception {
        SimulatorConfig impatient = SimulatorConfig.forTests().with("break-after", "1500ms");
        try (SmscSimulator simulator = SmscSimulator.start(impatient)) {
            ProbeReport report = probe(account(simulator.port(), ""), 1, Duration.ofSeconds(5));
            assertThat(report.proposed("inactivity")).isPresent();
            assertThat(report.proposed("enquire-link")).contains("1s");
        }
        try (SmscSimulator simulator = SmscSimulator.start(SimulatorConfig.forTests())) {
            ProbeReport report = probe(account(simulator.port(), ""), 1, Duration.ofMillis(200));
            assertThat(report.proposed("inactivity")).isEmpty();
            assertThat(report.properties("p")).contains("The bind stood 0 s of silence");
        }
    }

    @Test
    void a_refused_bind_or_number_costs_no_more_messages() throws Exception {
        SimulatorConfig closed = SimulatorConfig.forTests().with("bind-status", "0x0E");
        try (SmscSimulator simulator = SmscSimulator.start(closed)) {
            ProbeReport report = probe(account(simulator.port(), ""), 60, Duration.ZERO);
            assertThat(report.messages()).isZero();
            assertThat(report.failure().orElse("")).startsWith("no bind: BIND_REFUSED");
        }
        SimulatorConfig picky =
                SimulatorConfig.forTests().with("refuse", "* = 0x0B").with("rate", "100");
        try (SmscSimulator simulator = SmscSimulator.start(picky)) {
            ProbeReport report = probe(account(simulator.port(), ""), 60, Duration.ZERO);
            assertThat(report.messages()).as("and the number's other types").isEqualTo(7);
            assertThat(report.failure()).contains("none of the first messages was taken");
            assertThat(report.properties("p")).contains("refused, command_status 0x0b RINVDSTADR");
        }
    }

    @Test
    @Tag("C63")
    void a_method_that_needs_tlvs_is_tried_where_they_go_out_and_else_told_as_not_tried() throws Exception {
        SimulatorConfig silent =
                SimulatorConfig.forTests().with("interface-version", "none").with("receipt-after", "20ms");
        try (SmscSimulator simulator = SmscSimulator.start(silent)) {
            String told =
                    probe(account(simulator.port(), ""), 12, Duration.ZERO).properties("p");
            assertThat(told)
                    .contains("long-message = sar was not tried", "long-message = payload was not tried")
                    .contains("Long texts: udh8 taken; udh16 taken.");
            String asked = probe(account(simulator.port(), "smsc.odd.long-message = payload\n"), 12, Duration.ZERO)
                    .properties("p");
            assertThat(asked).contains("long-message = sar was not tried", "udh16 taken; payload taken.");
        }
    }

    @Test
    void somebody_elses_smsc_is_probed_too() throws Exception {
        try (JsmppSmsc other = new JsmppSmsc()) {
            ProbeReport report = probe(account(other.port(), ""), 12, Duration.ZERO);
            assertThat(report.failure()).isEmpty();
            assertThat(report.proposed("message-id")).contains("text");
            assertThat(report.proposed("version")).contains("3.4");
            assertThat(report.proposed("receipt-verdict")).contains("all");
            assertThat(report.proposed("receipts-by-text")).isEmpty();
            assertThat(other.failures()).isEmpty();
        }
    }
}
