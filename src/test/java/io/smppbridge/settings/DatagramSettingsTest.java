package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatagramSettingsTest {
    @TempDir
    Path directory;

    private ConfigFolder folder;

    @BeforeEach
    void write() {
        folder = new ConfigFolder(directory).main(ConfigFolder.ONE_SMSC);
    }

    private List<String> faults(String... lines) {
        folder.main(ConfigFolder.ONE_SMSC + "intake.datagram.enabled = true\n" + String.join("\n", lines) + "\n");
        return folder.load() instanceof LoadOutcome.Faulty faulty
                ? faulty.faults().stream().map(ConfigFault::text).toList()
                : List.of();
    }

    /** What the rules say on a machine with so many processors. */
    private static List<String> faultsWith(int processors, Map<String, String> said) {
        Map<String, Raw> raws = new LinkedHashMap<>();
        said.forEach((key, value) -> raws.put(key, new Raw(key, value, Origin.override())));
        Complaints complaints = new Complaints();
        Values values = new Resolver(raws, new Environment(new HashMap<>()), Path.of("."), complaints).resolve();
        DatagramKeys.check(values, complaints, processors);
        return complaints.faults().stream().map(ConfigFault::text).toList();
    }

    @Test
    @Tag("S3.1")
    @Tag("S3.2")
    void it_is_off_and_has_the_pools_and_slots_of_the_source_unless_said_otherwise() {
        DatagramConfig config = folder.config().datagram();
        assertThat(config.enabled()).isFalse();
        assertThat(config.host()).isEqualTo("127.0.0.1");
        assertThat(config.threads()).isEqualTo(new DatagramConfig.Threads(1, 1, 0, 0, 1, 8192, 1024, false, false));
        assertThat(config.durability()).isEqualTo(NodeConfig.Durability.FORCED);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    @Tag("S3.9")
    void a_high_priority_is_refused_by_name_where_there_are_fewer_than_three_processors(int processors) {
        Map<String, String> said = Map.of("intake.datagram.enabled", "true", "intake.datagram.priority", "high");
        assertThat(faultsWith(processors, said))
                .singleElement()
                .satisfies(fault -> assertThat(fault)
                        .contains("intake.datagram.priority = high")
                        .contains("fewer than 3 processors")
                        .contains("this one has " + processors));
    }

    @Test
    @Tag("S3.9")
    void with_three_processors_it_is_taken_and_without_the_intake_nobody_asks() {
        assertThat(faultsWith(3, Map.of("intake.datagram.enabled", "true", "intake.datagram.priority", "high")))
                .isEmpty();
        assertThat(faultsWith(1, Map.of("intake.datagram.priority", "high"))).isEmpty();
    }

    @Test
    @Tag("S3.1")
    void workers_on_demand_need_a_worker_to_help() {
        assertThat(faults("intake.datagram.on-demand = 2"))
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains("intake.datagram.on-demand = 2"));
        assertThat(faults("intake.datagram.on-demand = 2", "intake.datagram.worker = 1"))
                .isEmpty();
    }

    @Test
    @Tag("S2.18")
    void a_manager_needs_a_thread_to_spare_and_is_not_there_unless_asked_for() {
        assertThat(folder.config().datagram().threads().managed()).isFalse();
        assertThat(faults("intake.datagram.manager = true"))
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains("intake.datagram.manager = true", "thread to spare"));
        assertThat(faults("intake.datagram.manager = true", "intake.datagram.worker = 1"))
                .hasSize(1);
        assertThat(faults("intake.datagram.manager = true", "intake.datagram.resp = 2"))
                .isEmpty();
    }

    @Test
    @Tag("S3.2")
    void slots_may_not_take_all_memory() {
        assertThat(faults("intake.datagram.slots = 65536", "intake.datagram.slot-size = 4096"))
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains("128 MiB"));
        assertThat(faults("intake.datagram.slots = 65536", "intake.datagram.slot-size = 2048"))
                .isEmpty();
    }

    @Test
    void beyond_loopback_it_needs_addresses_and_keys() {
        assertThat(faults("intake.datagram.host = 0.0.0.0"))
                .hasSize(2)
                .anyMatch(fault -> fault.contains("intake.datagram.from"))
                .anyMatch(fault -> fault.contains("no account has a key"));
        assertThat(faults(
                        "intake.datagram.host = 0.0.0.0",
                        "intake.datagram.from = 192.0.2.0/24",
                        "account.acme.key-hash = " + ExposureRules.EXAMPLE_HASH))
                .singleElement()
                .satisfies(fault -> assertThat(fault).contains("intake.datagram.host"));
        String key = KeyHash.create(new java.security.SecureRandom()).hash().toString();
        assertThat(faults(
                        "intake.datagram.host = 0.0.0.0",
                        "intake.datagram.from = 192.0.2.0/24",
                        "account.acme.key-hash = " + key))
                .isEmpty();
    }
}
