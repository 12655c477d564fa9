package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.SmscConfig.Binds.Mode;
import io.smppbridge.settings.SmscConfig.Binds.Receive;
import io.smppbridge.settings.SmscConfig.StatusClass;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BridgeConfigTest {
    @TempDir
    Path directory;

    private ConfigFolder folder;

    @BeforeEach
    void write() {
        folder = new ConfigFolder(directory).main(ConfigFolder.ONE_SMSC);
    }

    private ConfigFolder and(String more) {
        return folder.main(ConfigFolder.ONE_SMSC + more);
    }

    @Test
    @Tag("S1.1")
    void five_lines_make_a_bridge() {
        BridgeConfig config = folder.config();
        SmscConfig telia = config.smscs().get("telia");
        assertThat(telia.link().host()).isEqualTo("smsc.telia.example");
        assertThat(telia.link().password().reveal()).isEqualTo("s3cret");
        assertThat(telia.link().interfaceVersion()).isEqualTo(0x34);
        assertThat(telia.pace().rate()).isEqualTo(5.0);
        assertThat(telia.pace().window()).isEqualTo(10);
        assertThat(telia.pace().guard()).isEqualTo(Duration.ofMillis(8));
        assertThat(telia.binds().mode()).isEqualTo(Mode.TRANSCEIVER);
        assertThat(telia.binds().receive()).isEqualTo(Receive.TRANSCEIVER);
        assertThat(config.http().port()).isEqualTo(8080);
        assertThat(config.http().maxBody()).isEqualTo(1 << 20);
        assertThat(config.admin().port()).isEqualTo(9090);
        assertThat(config.journal().segmentSize()).isEqualTo(64 << 20);
        assertThat(config.routes())
                .singleElement()
                .satisfies(route -> assertThat(route.smscs()).containsExactly("telia"));
    }

    @Test
    void a_small_rate_lowers_the_usual_window() {
        assertThat(folder.main(ConfigFolder.ONE_SMSC.replace("rate = 5", "rate = 1"))
                        .telia()
                        .pace()
                        .window())
                .isEqualTo(3);
        assertThat(folder.main(ConfigFolder.ONE_SMSC.replace("rate = 5", "rate = 0.2"))
                        .telia()
                        .pace()
                        .window())
                .isEqualTo(1);
    }

    @Test
    void the_usual_window_never_breaks_the_rule_of_the_window() {
        for (String rate : new String[] {"0.01", "0.3", "1", "2.5", "7", "100", "unlimited"}) {
            for (String more : new String[] {"", "smsc.telia.senders = 7\n", "smsc.telia.answer-within = 1s\n"}) {
                folder.main(ConfigFolder.ONE_SMSC.replace("rate = 5", "rate = " + rate) + more);
                assertThat(folder.telia().pace().window()).as(rate + more).isBetween(1, 10);
            }
        }
    }

    @Test
    void messages_sent_in_process_can_be_routed_without_an_account() {
        RouteConfig route = and("route.own.smsc = telia\nroute.own.account = local\n")
                .config()
                .routes()
                .get(0);
        assertThat(route.match().accounts()).containsExactly("local");
    }

    @Test
    void binds_follow_senders_and_receive_follows_bind() {
        SmscConfig telia =
                and("smsc.telia.senders = 4\nsmsc.telia.bind = transmitter\n").telia();
        assertThat(telia.binds().binds()).isEqualTo(4);
        assertThat(telia.binds().receive()).isEqualTo(Receive.RECEIVER);
    }

    @Test
    void defaults_for_all_smscs_yield_to_what_one_says() {
        String more = """
                smsc-defaults.window = 4
                smsc-defaults.retry-attempts = 7
                smsc-defaults.status.0x58 = temporary
                smsc-defaults.tlv.entity = 0x1400:text:30
                smsc-defaults.tlv-default.entity = 17
                smsc.telia.window = 6
                """;
        SmscConfig telia = and(more).telia();
        assertThat(telia.pace().window()).isEqualTo(6);
        assertThat(telia.retry().attempts()).isEqualTo(7);
        assertThat(telia.retry().statuses()).containsEntry(0x58, StatusClass.TEMPORARY);
        assertThat(telia.operations().tlvs().find("entity"))
                .hasValueSatisfying(spec -> assertThat(spec.tag()).isEqualTo(0x1400));
        assertThat(telia.operations().tlvs().usual()).isEqualTo(Map.of("entity", "17"));
    }

    @Test
    void a_status_of_one_smsc_wins_over_that_of_all_also_in_another_spelling() {
        String more = "smsc-defaults.status.0x0058 = temporary\nsmsc.telia.status.88 = permanent\n";
        assertThat(and(more).telia().retry().statuses()).containsEntry(0x58, StatusClass.PERMANENT);
    }

    @Test
    void routes_are_ordered_by_their_number_then_by_the_file() {
        String more = """
                account.shop.key-hash = %s
                route.last.smsc = telia
                route.last.order = 900
                route.b.smsc = telia
                route.b.prefix = +46, 47
                route.a.smsc = telia
                route.a.account = shop
                """.formatted(ExposureRules.EXAMPLE_HASH);
        List<RouteConfig> routes = and(more).config().routes();
        assertThat(routes).extracting(RouteConfig::name).containsExactly("b", "a", "last");
        assertThat(routes.get(0).match().prefixes()).containsExactly("46", "47");
        assertThat(routes.get(1).match().accounts()).containsExactly("shop");
    }

    @Test
    void a_variable_wins_over_a_key_with_a_code_or_a_name_at_its_end_too() {
        and("smsc.telia.status.0x58 = temporary\nsmsc.telia.tlv-default.user_message_reference = 1\n"
                + "smsc-defaults.attempts.0x58 = 2\n");
        folder.environment.put("SMPP_BRIDGE_SMSC_TELIA_STATUS_0X58", "permanent");
        folder.environment.put("SMSC_TELIA_TLV_DEFAULT_USER_MESSAGE_REFERENCE", "2");
        folder.environment.put("SMPP_BRIDGE_SMSC_DEFAULTS_ATTEMPTS_0X58", "3");
        assertThat(folder.loaded().settings().print())
                .containsPattern(
                        "smsc.telia.status.0x58 = permanent +# environment variable SMPP_BRIDGE_SMSC_TELIA_STATUS_0X58")
                .contains("smsc.telia.tlv-default.user_message_reference = 2 ", "smsc.telia.attempts.0x58 = 3 ");
        assertThat(folder.warnings()).noneMatch(text -> text.contains("fits no key"));
    }

    @Test
    void what_stands_in_the_query_of_a_webhook_is_shown_nowhere() {
        and("webhook.main.url = https://platform.example/sms?token=hunter2\nwebhook.main.secret = 0123456789abcdef\n");
        assertThat(folder.loaded().settings().print())
                .contains("webhook.main.url = https://platform.example/sms?**** ")
                .doesNotContain("hunter2");
    }

    @Test
    void the_strongest_layer_wins() {
        folder.with("conf.d/10-bag.properties", "smsc.telia.bag = 2000\nsmsc.telia.bunch = 20\nsmsc.telia.rate = 6\n");
        folder.environment.put("SMPP_BRIDGE_SMSC_TELIA_BUNCH", "30");
        folder.environment.put("SMSC_TELIA_RATE", "7");
        folder.overrides.put("smsc.telia.rate", "8");
        SmscConfig telia = folder.telia();
        assertThat(telia.pace().bag()).isEqualTo(2000);
        assertThat(telia.pace().bunch()).isEqualTo(30);
        assertThat(telia.pace().rate()).isEqualTo(8.0);
        assertThat(folder.loaded().settings().print())
                .contains("smsc.telia.bag = 2000")
                .containsPattern("smsc.telia.bag = 2000 +# conf.d/10-bag.properties line 1\\R")
                .containsPattern("smsc.telia.bunch = 30 +# environment variable SMPP_BRIDGE_SMSC_TELIA_BUNCH\\R")
                .containsPattern("smsc.telia.rate = 8 +# --set\\R")
                .containsPattern("smsc.telia.window = 10 +# default\\R");
    }

    @Test
    void relative_paths_begin_at_the_file() {
        assertThat(and("journal.directory = ../data/journal\n")
                        .config()
                        .journal()
                        .directory())
                .isEqualTo(directory.resolveSibling("data/journal"));
    }

    @Test
    void rates_are_read_in_every_unit() {
        String[][] rates = {{"5", "5"}, {"0.2", "0.2"}, {"100/s", "100"}, {"30/min", "0.5"}, {"unlimited", "Infinity"}};
        for (String[] rate : rates) {
            String text = ConfigFolder.ONE_SMSC.replace("rate = 5", "rate = " + rate[0]);
            assertThat(folder.main(text).telia().pace().rate()).as(rate[0]).isEqualTo(Double.parseDouble(rate[1]));
        }
    }

    @Test
    void the_time_to_load_and_compare_grows_with_the_smscs_and_not_with_their_square() {
        ofSmscs(250); // for the JIT
        long few = Math.min(ofSmscs(250), ofSmscs(250));
        long many = Math.min(ofSmscs(1_000), ofSmscs(1_000));
        assertThat(many).as("ns of the processor, and 250 take %d", few).isLessThan(8 * few);
    }

    /** Nanoseconds of the processor: the machine may have much else to do. */
    private long ofSmscs(int count) {
        StringBuilder text = new StringBuilder("smsc-defaults.rate = 5\nsmsc-defaults.system-id = bridge\n");
        StringBuilder route = new StringBuilder("route.all.smsc = c0");
        for (int i = 0; i < count; i++) {
            text.append("smsc.c" + i + ".host = c" + i + ".example\nsmsc.c" + i + ".status.0x400 = temporary\n");
            route.append(i == 0 ? "" : ", c" + i);
        }
        text.append(route).append('\n');
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        LoadOutcome.Loaded before = folder.main(text.toString()).loaded();
        LoadOutcome.Loaded after =
                folder.main(text + "smsc-defaults.window = 2\n").loaded();
        ConfigChange change = ConfigChange.between(before, after);
        long took = threads.getCurrentThreadCpuTime() - start;
        assertThat(change.live()).hasSize(count);
        String last = "c" + (count - 1);
        assertThat(after.config().smscs().get(last).retry().statuses()).containsOnlyKeys(0x400);
        return took;
    }
}
