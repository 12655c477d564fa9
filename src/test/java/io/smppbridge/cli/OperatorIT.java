package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Tried;
import io.smppbridge.app.Bridge;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person types at a running bridge. */
@Timeout(90)
@Tag("crowd")
class OperatorIT {
    @TempDir
    Path directory;

    private SmscSimulator carrier;
    private Bridge bridge;
    private Path file;
    private String key = "";

    @BeforeEach
    void aRunningBridge() throws IOException {
        carrier = SmscSimulator.start(SimulatorConfig.forTests("one"));
        Typed made = Typed.in(directory, "key", "shop");
        key = made.out().lines().findFirst().orElseThrow().replace("key:", "").strip();
        file = directory.resolve("bridge.properties");
        Files.writeString(file, """
                smsc.one.host = 127.0.0.1
                smsc.one.port = %d
                smsc.one.system-id = shop
                smsc.one.password = secret
                smsc.one.rate = 100
                route.all.smsc = one
                account.shop.key-hash = %s
                journal.directory = journal
                journal.segment-size = 1M
                journal.reserve = 0
                journal.reserve-share = 0
                intake.http.port = 0
                admin.port = 0
                bridge.drain-within = 1s
                """.formatted(carrier.port(), hash(made)));
        bridge = Bridge.start(file);
    }

    @AfterEach
    void end() {
        bridge.close();
        carrier.close();
    }

    private Typed send(String... more) {
        String[] all = new String[more.length + 5];
        all[0] = "send";
        all[1] = "--url";
        all[2] = "http://127.0.0.1:" + bridge.httpPort();
        all[3] = "--to";
        all[4] = "+46701234567";
        System.arraycopy(more, 0, all, 5, more.length);
        return Typed.in(directory, all);
    }

    private Typed operate(String... words) {
        String[] all = new String[words.length + 4];
        System.arraycopy(words, 0, all, 0, words.length);
        all[words.length] = "--config";
        all[words.length + 1] = file.toString();
        all[words.length + 2] = "--url";
        all[words.length + 3] = "http://127.0.0.1:" + bridge.adminPort();
        return Typed.in(directory, all);
    }

    @Test
    void a_message_is_sent_and_its_end_awaited() {
        Typed typed = send("--text", "Hello", "--key", key, "--wait", "20s");
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(typed.out())
                .contains("accepted: gsm7, 1 part, to SMSC one, safe on disk")
                .contains("delivered");
    }

    @Test
    @Tag("C86")
    void of_a_message_sent_before_only_that_is_told() {
        assertThat(send("--text", "Hello", "--key", key, "--ref", "one").out())
                .contains(" accepted: gsm7, 1 part, to SMSC ");
        assertThat(send("--text", "Hello", "--key", key, "--ref", "one").out())
                .endsWith(" was accepted before: safe on disk\n");
    }

    @Test
    @Tag("C53")
    void what_was_replaced_is_told_and_nothing_is_where_nobody_asked() {
        assertThat(send("--text", "\u201CNo\u201D \u2013 really\u2026", "--key", key, "--smart")
                        .out())
                .contains("accepted: gsm7, 1 part")
                .contains("plain characters for \u201C\u201D\u2013\u2026");
        assertThat(send("--text", "\u201CNo\u201D", "--key", key).out())
                .contains("accepted: ucs2, 1 part")
                .contains("UCS-2 because of \u201C\u201D")
                .doesNotContain("plain characters");
    }

    @Test
    void without_a_key_and_with_a_wrong_one_it_says_what_to_do() {
        Typed none = send("--text", "Hello");
        assertThat(none.code()).isEqualTo(1);
        assertThat(none.err()).contains("wants a key").contains("--key-file");
        Typed wrong = send("--text", "Hello", "--key", "nonsense");
        assertThat(wrong.code()).isEqualTo(1);
        assertThat(wrong.err()).contains("does not know this key").contains("./bridge key");
    }

    @Test
    void a_wrong_field_is_named() {
        Typed typed = send("--text", "Hello", "--key", key, "--encoding", "morse");
        assertThat(typed.code()).isEqualTo(1);
        assertThat(typed.err()).contains("encoding:").contains("ucs2").doesNotContain("Exception");
    }

    @Test
    void status_shows_the_smsc() {
        Typed typed = operate("status");
        assertThat(typed.code()).as(typed.err()).isZero();
        assertThat(typed.out()).contains("one").contains("window");
    }

    @Test
    @Tag("S1.1")
    void a_changed_file_is_reloaded_and_a_faulty_one_changes_nothing() throws IOException {
        assertThat(operate("reload").out()).contains("nothing has changed");
        Files.writeString(file, Files.readString(file).replace("rate = 100", "rate = 50"));
        Typed changed = operate("reload");
        assertThat(changed.code()).as(changed.err()).isZero();
        assertThat(changed.out()).contains("smsc.one.rate").contains("50");
    }

    @Test
    @Tag("S1.1")
    void what_waits_for_a_restart_is_named_until_the_file_says_what_runs() throws IOException {
        String sound = Files.readString(file);
        String waits = "only after a restart: intake.kannel.port: 13013 -> 22923 (restart), ";
        Files.writeString(file, sound + "intake.kannel.port = 22923\n");
        assertThat(operate("reload").out()).startsWith(waits);
        assertThat(operate("reload").out()).startsWith(waits).doesNotContain("nothing has changed");
        Files.writeString(file, sound + "intake.kannel.port = 13013\n");
        assertThat(operate("reload").out()).isEqualToIgnoringNewLines("nothing has changed");
    }

    @Test
    @Tag("S1.1")
    void accounts_and_webhooks_that_came_went_or_changed_are_named_without_their_secrets() throws IOException {
        String sound = Files.readString(file);
        String hash = KeyHash.create(new SecureRandom()).hash().toString();
        Files.writeString(file, sound + "account.other.key-hash = " + hash + """

                webhook.out.url = https://platform.example/
                webhook.out.secret = sixteen-letters-at-least
                """);
        Typed added = operate("reload");
        assertThat(added.out().lines()).as(added.err()).containsExactly("account other added", "webhook out added");
        Files.writeString(
                file,
                sound + "account.other.key-hash = " + hash + ", "
                        + KeyHash.create(new SecureRandom()).hash().toString() + "\n");
        assertThat(operate("reload").out())
                .contains("webhook out removed", "account.other.key-hash: **** -> ****")
                .doesNotContain(hash);
        Files.writeString(file, sound);
        assertThat(operate("reload").out()).isEqualToIgnoringNewLines("account other removed");
    }

    private static String hash(Typed made) {
        return made.out()
                .lines()
                .filter(it -> it.startsWith("hash:"))
                .findFirst()
                .orElseThrow()
                .replace("hash:", "")
                .strip();
    }

    @Test
    @Tag("S1.1")
    void a_faulty_file_changes_nothing_and_each_fault_is_told() throws IOException {
        String sound = Files.readString(file);
        Files.writeString(file, sound + "smsc.one.windw = 5\n");
        Typed typed = Typed.in(
                directory,
                "reload",
                "--url",
                "http://127.0.0.1:" + bridge.adminPort(),
                "--key-file",
                directory.resolve("journal/admin.key").toString());
        assertThat(typed.code()).isEqualTo(2);
        assertThat(typed.err()).contains("nothing has changed").contains("smsc.one.windw");
    }

    @Test
    void there_are_no_dead_events_to_begin_with() {
        assertThat(operate("dead", "list").out()).contains("no dead events");
        assertThat(operate("dead", "replay").code()).isEqualTo(2);
        assertThat(operate("dead", "replay", "--all").out()).contains("0 events");
    }

    @Test
    void the_operators_key_is_asked_for() {
        Typed typed = Typed.in(directory, "status", "--url", "http://127.0.0.1:" + bridge.adminPort());
        assertThat(typed.code()).isEqualTo(1);
        assertThat(typed.err()).contains("operator's key").contains("admin.key-hash");
    }

    @Test
    void a_key_that_is_not_the_operators_is_named_by_where_it_came_from() {
        Typed typed = Typed.in(
                directory, Map.of("BRIDGE_KEY", key), "status", "--config", file.toString(), "--url", operatorUrl());
        assertThat(typed.code()).isEqualTo(1);
        assertThat(typed.err())
                .contains("$BRIDGE_KEY is no operator's key")
                .contains("unset it")
                .contains("admin.key");
        Typed shown = Typed.in(directory, "status", "--url", operatorUrl(), "--key", key);
        assertThat(shown.code()).isEqualTo(1);
        assertThat(shown.err()).contains("--key is no operator's key");
    }

    /** Named in the configuration while the bridge runs, and taken out of it again. */
    @Test
    @Tag("S-46")
    void an_operator_with_a_key_of_his_own_does_what_he_may_until_a_reload_takes_him_away() throws Exception {
        Typed made = Typed.in(directory, "key", "night");
        Path shown = directory.resolve("night.key");
        Files.writeString(
                shown,
                made.out().lines().findFirst().orElseThrow().replace("key:", "").strip());
        String before = Files.readString(file);
        Files.writeString(
                file, before + "operator.night.key-hash = " + hash(made) + "\noperator.night.rights = operate\n");
        assertThat(operate("status", "--key-file", shown.toString()).code()).isEqualTo(1);
        assertThat(operate("reload").out()).contains("operator night added");

        assertThat(operate("status", "--key-file", shown.toString()).code()).isZero();
        assertThat(operate("held", "giveup", "--all", "--key-file", shown.toString())
                        .code())
                .isZero();
        Typed refused = operate("reload", "--key-file", shown.toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("this needs the right configure, and operator night has read, operate");
        Tried.times(2).refused(1).keep();

        Files.writeString(file, before);
        assertThat(operate("reload").out()).contains("operator night removed");
        assertThat(operate("status", "--key-file", shown.toString()).err()).contains("is no operator's key");
    }

    private String operatorUrl() {
        return "http://127.0.0.1:" + bridge.adminPort();
    }

    @Test
    @Tag("S3.4")
    void stat_reads_the_counters_without_asking_the_bridge_and_also_after_its_end() throws Exception {
        assertThat(send("--text", "Hello", "--key", key).code()).isZero();
        await().until(() -> {
            Typed shown = Typed.in(directory, "stat", "--config", file.toString(), "submitted_total");
            return shown.code() == 0
                    && shown.out().contains("smpp_bridge_submitted_total{smsc=\"one\"}")
                    && shown.out().lines().skip(1).allMatch(line -> line.endsWith(" 1"));
        });
        Typed watched = Typed.in(
                directory,
                "stat",
                "--config",
                file.toString(),
                "accepted",
                "--watch",
                "--count",
                "2",
                "--every",
                "600ms");
        assertThat(watched.out()).contains("alive, process").contains("+0.0/s");
        bridge.stop();
        Typed after = Typed.in(
                directory,
                "stat",
                "--file",
                directory.resolve("journal/counters.live").toString());
        assertThat(after.out()).contains("smpp_bridge_submitted_total{smsc=\"one\"}");
        Typed never = Typed.in(directory, "stat", "--file", "no/such");
        assertThat(never.code()).isEqualTo(Exit.FAILURE);
        assertThat(never.err()).contains("no/such does not exist");
    }
}
