package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class SimulatorConfigTest {
    private static final Path EXAMPLE = Path.of("config/smsc-sim.properties");

    @Test
    void the_example_is_sound_and_shows_every_key() throws Exception {
        SimulatorConfig config = SimulatorConfig.from(EXAMPLE);
        assertThat(config.ports()).singleElement().satisfies(port -> {
            assertThat(port.port()).isEqualTo(2775);
            assertThat(port.behaviour().keySet()).containsExactlyInAnyOrderElementsOf(BehaviourKeys.names());
        });
        assertThat(config.accounts()).containsOnlyKeys("smppclient1");
    }

    @Test
    void the_example_shows_the_defaults() throws Exception {
        Behaviour shown = new Behaviour();
        SimulatorConfig.from(EXAMPLE).ports().get(0).behaviour().forEach((k, v) -> BehaviourKeys.set(shown, k, v));
        Behaviour fresh = new Behaviour();
        for (var field : Behaviour.class.getDeclaredFields()) {
            assertThat(field.get(shown)).as(field.getName()).isEqualTo(field.get(fresh));
        }
    }

    @Test
    void an_empty_script_is_one_port_with_the_usual_account() {
        SimulatorConfig config = read("");
        assertThat(config.ports())
                .singleElement()
                .satisfies(p -> assertThat(p.port()).isEqualTo(2775));
        assertThat(config.accounts()).containsEntry("smppclient1", "password");
    }

    @Test
    void a_key_holds_for_all_ports_and_a_port_overrides_it() {
        SimulatorConfig config = read("rate=5\nport.a.listen=0\nport.b.listen=0\nport.b.rate=10\n");
        assertThat(config.ports()).extracting(SimulatorConfig.PortConfig::name).containsExactly("a", "b");
        assertThat(config.ports().get(0).behaviour()).containsEntry("rate", "5");
        assertThat(config.ports().get(1).behaviour()).containsEntry("rate", "10");
    }

    @Test
    void all_faults_are_listed_at_once_with_key_value_and_expectation() {
        assertThatThrownBy(
                        () -> read("respond-afer=20ms\nrate=-1\nport.a.silence=loud\nhttp-port=x\nport.a.listen=70000"))
                .hasMessageContaining("respond-afer: no such key; nearest: respond-after")
                .hasMessageContaining("rate = -1, expected a number in 0..1000000")
                .hasMessageContaining("port.a.silence = loud, expected one of none, submits, all-but-enquire-link")
                .hasMessageContaining("http-port = x, expected a number in -1..65535")
                .hasMessageContaining("port.a.listen = 70000");
    }

    @Test
    void a_key_that_is_none_is_answered_by_the_one_that_was_meant_or_by_where_all_of_them_stand() {
        assertThatThrownBy(() -> read("port = 2775\ndelay = 5ms\nport.a.rat = 5\nlisten.to = x\nfoo = 1"))
                .hasMessageContaining("port: no such key; nearest: listen\n")
                .hasMessageContaining("delay: no such key; nearest: respond-after\n")
                .hasMessageContaining("port.a.rat: no such key; nearest: port.a.rate")
                .hasMessageContaining("foo: no such key; config/smsc-sim.properties shows all");
    }

    @Test
    void a_number_that_may_also_be_a_word_is_asked_for_with_the_word() {
        assertThatThrownBy(() -> read("rate = fast\ncongestion = low"))
                .hasMessageContaining("rate = fast, expected a number in 0..1000000, or unlimited")
                .hasMessageContaining("congestion = low, expected a number in 0..100, or none");
    }

    @Test
    void the_outbind_of_smppsim_is_understood_and_a_peer_without_a_port_is_not() {
        String theirs = "OUTBIND_ESME_IP_ADDRESS=10.0.0.1\nOUTBIND_ESME_PORT=2777\nOUTBIND_ESME_SYSTEMID=sim\n"
                + "OUTBIND_ESME_PASSWORD=secret\n";
        assertThat(read("OUTBIND_ENABLED=true\n" + theirs).ports().get(0).behaviour())
                .containsEntry("outbind", "10.0.0.1:2777")
                .containsEntry("outbind-system-id", "sim")
                .containsEntry("outbind-password", "secret");
        assertThat(read("OUTBIND_ENABLED=false\n" + theirs).ports().get(0).behaviour())
                .doesNotContainKey("outbind");
        assertThatThrownBy(() -> read("outbind = 10.0.0.1\ncongestion = 101"))
                .hasMessageContaining("outbind = 10.0.0.1, expected host:port, or nothing")
                .hasMessageContaining("congestion = 101, expected a number in 0..100");
    }

    @Test
    void a_script_of_smppsim_keeps_working() {
        SimulatorConfig config = read("""
                SMPP_PORT=2785
                HTTP_PORT=88
                SMPP_CONNECTION_HANDLERS=10
                SYSTEM_IDS=smppclient1,smppclient2
                PASSWORDS=password,secret
                OUTBOUND_QUEUE_MAX_SIZE=1000
                MAX_TIME_ENROUTE=10000
                DELAY_DELIVERY_RECEIPTS_BY=500
                PERCENTAGE_THAT_TRANSITION=75
                PERCENTAGE_DELIVERED=90
                PERCENTAGE_UNDELIVERABLE=6
                PERCENTAGE_ACCEPTED=2
                PERCENTAGE_REJECTED=2
                DELIVERY_MESSAGES_PER_MINUTE=30
                LOOPBACK=false
                """);
        assertThat(config.httpPort()).isEqualTo(88);
        assertThat(config.accounts()).containsEntry("smppclient2", "secret").hasSize(2);
        SimulatorConfig.PortConfig port = config.ports().get(0);
        assertThat(port.port()).isEqualTo(2785);
        assertThat(port.behaviour())
                .containsEntry("queue-size", "1000")
                .containsEntry("receipt-after", "10500ms")
                .containsEntry("receipt-outcomes", "DELIVRD 90, UNDELIV 6, ACCEPTD 2, REJECTD 2")
                .containsEntry("receipt-form", "smppsim")
                .containsEntry("mo-rate", "0.5")
                .containsEntry("loopback", "false");
    }

    @Test
    void unequal_lists_of_smppsim_are_told() {
        assertThatThrownBy(() -> read("SYSTEM_IDS=a,b\nPASSWORDS=x"))
                .hasMessageContaining("SYSTEM_IDS has 2 names and PASSWORDS 1");
    }

    @Test
    void passwords_stay_out_of_its_text() {
        assertThat(SimulatorConfig.forTests().withAccount("me", "s3cret").toString())
                .contains("me")
                .doesNotContain("s3cret");
    }

    @Test
    void a_missing_file_names_itself() {
        assertThatThrownBy(() -> SimulatorConfig.from(Path.of("no-such.properties")))
                .hasMessageContaining("no-such.properties");
        assertThatThrownBy(() -> read("mo-file=/no/such.csv")).hasMessageContaining("mo-file = /no/such.csv, expected");
        assertThat(Files.exists(EXAMPLE)).isTrue();
    }

    private static SimulatorConfig read(String text) {
        try {
            Properties properties = new Properties();
            properties.load(new StringReader(text));
            return SimulatorConfig.from(properties);
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
