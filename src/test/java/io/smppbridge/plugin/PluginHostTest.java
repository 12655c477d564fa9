package io.smppbridge.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.settings.PluginConfig;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a plug-in does, messages go on. */
@Tag("S-74")
class PluginHostTest {
    private static final OutboundSms SMS = OutboundSms.of("+46701234567", "Hello");

    @TempDir
    Path directory;

    private final Map<String, Integer> troubles = new ConcurrentHashMap<>();
    private PluginHost host;

    private PluginHost open(boolean refuse, String... names) {
        PluginConfig config = new PluginConfig(
                Optional.of(directory.resolve("plugins")), List.of(names), Duration.ofMillis(500), refuse);
        host = PluginHost.open(config, Ticker.SYSTEM, kind -> troubles.merge(kind, 1, Integer::sum));
        return host;
    }

    @AfterEach
    void stop() {
        if (host != null) {
            host.stop();
        }
    }

    @Test
    @Tag("S2.15")
    void the_example_is_built_by_javac_and_jar_and_loaded_from_its_directory() throws IOException {
        Jars.example(directory);
        Files.writeString(directory.resolve("plugins/words.txt"), "casino\n");
        open(false);
        assertThat(host.names()).containsExactly("word-guard");
        assertThat(host.accept("shop", SMS)).isEqualTo(Verdict.PASS);
        assertThat(host.accept("shop", OutboundSms.of("+46701234567", "Best casino")))
                .isEqualTo(new Verdict.Refuse("the word casino is not allowed"));
        assertThat(host.route("shop", OutboundSms.of("+46701234567", "x".repeat(161)), List.of("a", "b")))
                .isEqualTo("b");
        assertThat(host.beforeSubmit("shop", SMS, "b"))
                .isInstanceOfSatisfying(
                        Verdict.Change.class,
                        change -> assertThat(change.sms().text()).isEqualTo("Hello /b"));
        assertThat(troubles).isEmpty();
    }

    @Test
    void one_that_throws_is_passed_over_and_counted_and_others_are_still_asked() throws IOException {
        Jars.accepting(directory, "Bad", "throw new IllegalStateException(\"never\");");
        Jars.accepting(directory, "Good", "return new Verdict.Refuse(\"no\");");
        open(false);
        assertThat(host.accept("shop", SMS)).isEqualTo(new Verdict.Refuse("no"));
        assertThat(troubles).containsEntry("failed", 1);
    }

    @Test
    void one_that_is_slow_is_given_up_at_its_deadline_and_one_that_never_ends_takes_no_more_than_its_threads()
            throws IOException {
        Jars.accepting(
                directory,
                "Slow",
                "while (true) { Thread.onSpinWait(); if (Boolean.getBoolean(\"end.of.slow\")) return Verdict.PASS; }");
        open(false);
        try {
            for (int i = 0; i < 6; i++) {
                assertThat(host.accept("shop", SMS)).isEqualTo(Verdict.PASS);
            }
            assertThat(troubles).containsEntry("slow", 4).containsEntry("busy", 2);
        } finally {
            System.setProperty("end.of.slow", "true");
        }
    }

    @Test
    void where_it_is_wanted_a_message_is_refused_when_a_plug_in_gives_no_answer() throws IOException {
        Jars.accepting(directory, "Bad", "return null;");
        open(true);
        assertThat(host.accept("shop", SMS)).isEqualTo(new Verdict.Refuse("plug-in bad gave no answer"));
    }

    @Test
    void one_that_is_missing_is_told_and_its_messages_refused_only_where_that_is_wanted() throws IOException {
        Files.createDirectories(directory.resolve("plugins"));
        assertThat(open(false, "guard").anyOutbound()).isTrue();
        assertThat(host.accept("shop", SMS)).isEqualTo(Verdict.PASS);
        assertThat(troubles).containsEntry("missing", 1);
        host.stop();
        assertThat(open(true, "guard").accept("shop", SMS)).isEqualTo(new Verdict.Refuse("plug-in guard is missing"));
    }

    @Test
    void a_jar_that_is_none_and_a_class_that_is_not_there_are_left_out() throws IOException {
        Path plugins = Files.createDirectories(directory.resolve("plugins"));
        Files.writeString(plugins.resolve("broken.jar"), "no jar");
        Jars.of(directory, "Odd", "public class Odd { }");
        Jars.accepting(directory, "Good", "return Verdict.PASS;");
        open(false);
        assertThat(host.names()).containsExactly("good");
    }
}
