package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Memory;
import java.nio.file.Path;
import java.util.stream.IntStream;
import javax.management.JMException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("C107")
class ConfigChangeTest {
    private static final String START = ConfigFolder.ONE_SMSC + """
            smsc.tele2.host = smsc.tele2.example
            smsc.tele2.system-id = bridge
            smsc.tele2.rate = 1
            route.all.smsc = telia, tele2
            """;

    private static final int ACCOUNTS = 10_000;

    @TempDir
    Path directory;

    private ConfigFolder folder;
    private LoadOutcome.Loaded before;

    @BeforeEach
    void write() {
        folder = new ConfigFolder(directory).main(START);
        before = folder.loaded();
    }

    private ConfigChange change(String fresh) {
        return ConfigChange.between(before, folder.main(fresh).loaded());
    }

    @Test
    void another_spelling_of_the_same_changes_nothing() {
        assertThat(change("# moved\n\n" + START.replace("rate = 5", "rate = 300/min")
                                + "smsc.telia.enquire-link = 30000ms\n")
                        .isEmpty())
                .isTrue();
    }

    @Test
    void rates_windows_and_thread_counts_change_live() {
        ConfigChange change =
                change(START.replace("rate = 5", "rate = 9") + "smsc.telia.senders = 3\nsmsc.telia.window = 4\n");
        assertThat(change.live()).containsExactly("telia");
        assertThat(change.rebinds()).isEmpty();
        assertThat(change.needRestart()).isEmpty();
        assertThat(change.keys())
                .extracting(ConfigChange.Changed::key)
                .containsExactlyInAnyOrder(
                        "smsc.telia.senders", "smsc.telia.binds", "smsc.telia.rate", "smsc.telia.window");
        assertThat(change.keys()).allMatch(key -> key.needs() == Reload.LIVE);
    }

    @Test
    void a_new_password_makes_the_binds_anew_and_stays_hidden() {
        ConfigChange change = change(START.replace("s3cret", "0ther"));
        assertThat(change.rebinds()).containsExactly("telia");
        assertThat(change.live()).isEmpty();
        assertThat(change.toString() + change.keys().get(0).text())
                .doesNotContain("s3cret")
                .doesNotContain("0ther");
    }

    @Test
    void smscs_routes_accounts_and_webhooks_come_and_go() {
        String hash = ExposureRules.EXAMPLE_HASH;
        String fresh = START.replace("tele2", "tre")
                + "account.shop.key-hash = " + hash + "\nwebhook.shop.url = https://platform.example/\n"
                + "webhook.shop.secret = sixteen-letters-at-least\n";
        ConfigChange change = change(fresh);
        assertThat(change.smscs().added()).containsExactly("tre");
        assertThat(change.smscs().removed()).containsExactly("tele2");
        assertThat(change.smscs().changed()).isEmpty();
        assertThat(change.accounts().added()).containsExactly("shop");
        assertThat(change.webhooks().added()).containsExactly("shop");
        assertThat(change.routes()).isTrue();
    }

    @Test
    void operators_come_and_go_and_change_their_rights() {
        String anna = "operator.anna.key-hash = " + ExposureRules.EXAMPLE_HASH + "\n";
        ConfigChange change = change(START + anna);
        assertThat(change.operators().added()).containsExactly("anna");
        assertThat(change.isEmpty()).isFalse();
        assertThat(change.needRestart()).isEmpty();
        before = folder.main(START + anna).loaded();
        ConfigChange more = change(START + anna + "operator.anna.rights = read, operate\n");
        assertThat(more.operators().changed()).containsExactly("anna");
        assertThat(more.keys()).extracting(ConfigChange.Changed::key).containsExactly("operator.anna.rights");
    }

    @Test
    void listeners_and_the_journal_wait_for_a_restart() {
        ConfigChange change =
                change(START + "intake.http.port = 8081\njournal.directory = elsewhere\nlog.level = debug\n");
        assertThat(change.needRestart())
                .extracting(ConfigChange.Changed::key)
                .containsExactly("journal.directory", "intake.http.port");
        assertThat(change.keys()).hasSize(3);
        assertThat(change.needRestart().get(1).text())
                .isEqualTo("intake.http.port: 8080 -> 8081 (restart), bridge.properties line 10");
    }

    @Test
    void a_default_for_all_smscs_changes_those_that_do_not_say_otherwise() {
        ConfigChange change = change(
                START + "smsc-defaults.window = 2\nsmsc.telia.window = 10\nsmsc-defaults.status.8 = permanent\n");
        assertThat(change.live()).containsExactlyInAnyOrder("telia", "tele2");
        assertThat(change.keys())
                .extracting(ConfigChange.Changed::key)
                .containsExactlyInAnyOrder("smsc.telia.status.8", "smsc.tele2.window", "smsc.tele2.status.8");
    }

    @Test
    void an_invalid_file_yields_no_config_at_all_but_its_lines() {
        folder.main(START + "smsc.telia.window = 0\n");
        assertThat(folder.load()).isInstanceOf(LoadOutcome.Faulty.class);
        assertThat(folder.texts())
                .containsExactly(
                        "smsc.telia.window = 0, expected 1..1000 (submit_sm without an answer, for each bind), "
                                + "bridge.properties line 10");
    }

    @Test
    void of_ten_thousand_accounts_only_what_was_said_is_kept_beside_a_new_configuration() throws JMException {
        StringBuilder accounts = new StringBuilder();
        IntStream.range(0, ACCOUNTS).forEach(i -> accounts.append("account.a" + i + ".from = N" + i + "\n"));
        LoadOutcome.Loaded many = folder.main(START + accounts).loaded();
        LoadOutcome.Loaded more =
                folder.main(START + accounts + "account.a7.http.rate = 5\n").loaded();
        assertThat(Memory.objects(Value.class.getName())).isBetween(2L * ACCOUNTS, 6L * ACCOUNTS);
        assertThat(ConfigChange.between(many, more).keys())
                .extracting(ConfigChange.Changed::text)
                .containsExactly("account.a7.http.rate: unlimited -> 5 (live), bridge.properties line 10010");
    }
}
