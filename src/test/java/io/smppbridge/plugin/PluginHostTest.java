package io.smppbridge.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.Logged;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.StreamDoor;
import io.smppbridge.Streamed;
import io.smppbridge.ThreadsSince;
import io.smppbridge.Tried;
import io.smppbridge.settings.PluginConfig;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a plug-in does, messages go on. */
@Tag("S-74")
class PluginHostTest {
    private static final OutboundSms SMS = OutboundSms.of("+46701234567", "Hello");

    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private final Map<String, Integer> troubles = new ConcurrentHashMap<>();
    private PluginHost host;

    private PluginHost open(boolean refuse, String... names) {
        PluginConfig config = new PluginConfig(
                Optional.of(directory.resolve("plugins")), List.of(names), Duration.ofMillis(500), 32, refuse);
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
                .isEqualTo(Hooks.Way.to("b"));
        assertThat(host.beforeSubmit("shop", SMS, "b"))
                .isInstanceOfSatisfying(
                        Verdict.Change.class,
                        change -> assertThat(change.sms().text()).isEqualTo("Hello /b"));
        assertThat(troubles).isEmpty();
    }

    @Test
    void a_jar_that_everybody_may_change_or_that_belongs_to_another_user_is_not_loaded() throws IOException {
        Jars.accepting(directory, "Good", "return new Verdict.Refuse(\"no\");");
        Path plugins = directory.resolve("plugins");
        Set<PosixFilePermission> mode = Files.getPosixFilePermissions(plugins);
        Files.setPosixFilePermissions(plugins, PosixFilePermissions.fromString("rwxrwxrwx"));
        open(false);
        assertThat(host.names()).isEmpty();
        assertThat(troubles).containsKey("failed");

        Files.setPosixFilePermissions(plugins, mode);
        String user = System.setProperty("user.name", "somebody-else");
        try {
            boolean root = "root".equals(user);
            open(false);
            assertThat(host.names().isEmpty()).isEqualTo(!root);
        } finally {
            System.setProperty("user.name", user);
        }
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
    void one_that_cannot_say_which_way_is_passed_over_or_the_message_refused_as_the_settings_say() throws IOException {
        Jars.of(directory, "Lost", """
                import io.smppbridge.Logged;
import io.smppbridge.OutboundSms;
                import io.smppbridge.plugin.*;
                import java.util.List;
                public class Lost implements RouteHook {
                    public String name() { return "lost"; }
                    public String route(String account, OutboundSms sms, List<String> smscs) {
                        if (sms.text().isEmpty()) return "";
                        throw new IllegalStateException("never");
                    }
                }
                """);
        open(false);
        assertThat(host.route("shop", SMS, List.of("a", "b"))).isEqualTo(Hooks.Way.ANY);
        host.stop();
        open(true);
        assertThat(host.route("shop", OutboundSms.of("+46701234567", ""), List.of("a", "b")))
                .isEqualTo(Hooks.Way.ANY);
        assertThat(host.route("shop", SMS, List.of("a", "b")).refusal())
                .hasValueSatisfying(no -> assertThat(no.reason()).contains("plug-in lost gave no answer"));
        assertThat(troubles).containsEntry("failed", 2);
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
            await().until(() ->
                    since.running("plugin-").stream().noneMatch(thread -> thread.getState() == Thread.State.RUNNABLE));
            System.clearProperty("end.of.slow"); // it is the whole JVM's: this test may be tried again
        }
    }

    @Test
    void a_change_that_is_made_anew_keeps_the_name_by_which_the_platform_asks_again() throws IOException {
        Jars.accepting(directory, "Anew", """
                return sms.text().equals("own")
                        ? new Verdict.Change(OutboundSms.to(sms.to()).text("x").clientRef("plug-in").build())
                        : new Verdict.Change(OutboundSms.to(sms.to()).text(sms.text() + "!").build());
                """);
        Jars.accepting(
                directory,
                "Later",
                "return sms.clientRef().isEmpty() ? new Verdict.Refuse(\"nameless\") : Verdict.PASS;");
        open(false);
        OutboundSms.Builder asked = OutboundSms.to("+46701234567").clientRef("order-1");
        OutboundSms anew =
                ((Verdict.Change) host.accept("shop", asked.text("Hello").build())).sms();
        assertThat(anew.text()).isEqualTo("Hello!");
        assertThat(anew.clientRef()).isEqualTo("order-1");
        assertThat(((Verdict.Change) host.accept("shop", asked.text("own").build()))
                        .sms()
                        .clientRef())
                .isEqualTo("plug-in");
        assertThat(host.accept("shop", SMS)).isEqualTo(new Verdict.Refuse("nameless"));
    }

    @Test
    void a_name_that_one_plug_in_has_given_is_kept_when_the_next_one_makes_the_message_anew() throws IOException {
        Jars.accepting(directory, "First", """
                return new Verdict.Change(OutboundSms.to(sms.to()).text(sms.text()).clientRef("first").build());
                """);
        Jars.accepting(directory, "Second", """
                return new Verdict.Change(OutboundSms.to(sms.to()).text(sms.text() + "!").build());
                """);
        open(false);
        for (String asked : List.of("", "order-1")) {
            OutboundSms sms = OutboundSms.to("+46701234567")
                    .text("Hello")
                    .clientRef(asked)
                    .build();
            OutboundSms anew = ((Verdict.Change) host.accept("shop", sms)).sms();
            assertThat(anew.text()).isEqualTo("Hello!");
            assertThat(anew.clientRef()).isEqualTo("first");
        }
    }

    @Test
    void a_refusal_always_has_a_reason_that_can_be_told() throws IOException {
        Jars.accepting(
                directory,
                "Refusing",
                "return new Verdict.Refuse(sms.text().equals(\"long\") ? 1 + \"\\ud83d\\ude00\".repeat(9_999) : null);");
        PluginHost host = open(false);
        assertThat(host.accept("shop", SMS)).isEqualTo(new Verdict.Refuse("no reason given"));
        assertThat(host.accept("shop", SMS.withText("long"))).isEqualTo(new Verdict.Refuse("1" + "😀".repeat(249)));
    }

    @Test
    void where_it_is_wanted_a_message_is_refused_when_a_plug_in_gives_no_answer() throws IOException {
        Jars.accepting(directory, "Bad", "return null;");
        open(true);
        try (Logged log = Logged.of("io.smppbridge.plugin.Guarded")) {
            assertThat(host.accept("shop", SMS)).isEqualTo(new Verdict.Refuse("plug-in bad gave no answer"));
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .contains("messages that it is to let through are refused");
        }
    }

    @Test
    void one_that_is_missing_is_told_and_its_messages_refused_only_where_that_is_wanted() throws IOException {
        Files.createDirectories(directory.resolve("plugins"));
        assertThat(open(false, "guard").anyAccepting()).isTrue();
        assertThat(host.accept("shop", SMS)).isEqualTo(Verdict.PASS);
        assertThat(troubles).containsEntry("missing", 1);
        host.stop();
        assertThat(open(true, "guard").accept("shop", SMS)).isEqualTo(new Verdict.Refuse("plug-in guard is missing"));
    }

    /** Nobody knows what would have looked at messages. */
    @Test
    void where_the_directory_cannot_be_read_messages_are_refused_only_where_that_is_wanted() {
        assertThat(open(false).anyAccepting()).isTrue();
        assertThat(host.accept("shop", SMS)).isEqualTo(Verdict.PASS);
        assertThat(troubles).containsEntry("missing", 1);
        host.stop();
        assertThat(open(true).accept("shop", SMS)).isEqualTo(new Verdict.Refuse("plugin.directory could not be read"));
    }

    @Test
    void a_jar_that_is_none_or_names_no_plug_in_and_a_class_that_is_not_one_are_left_out_and_counted()
            throws IOException {
        Path plugins = Files.createDirectories(directory.resolve("plugins"));
        Files.writeString(plugins.resolve("broken.jar"), "no jar");
        try (JarOutputStream unnamed = new JarOutputStream(Files.newOutputStream(plugins.resolve("unnamed.jar")))) {
            unnamed.putNextEntry(new JarEntry("Guard.class"));
        }
        Jars.of(directory, "Odd", "public class Odd { }");
        Jars.accepting(directory, "Good", "return Verdict.PASS;");
        open(false);
        assertThat(host.names()).containsExactly("good");
        assertThat(troubles).containsExactly(Map.entry("failed", 3));
    }

    /** The log names the jar, the class and what it threw; see the configuration of the tests' log. */
    @Test
    @Tag("S2.15")
    void one_whose_constructor_name_or_start_fails_is_left_out_by_name_and_the_others_of_its_jar_work()
            throws IOException {
        Jars.of(directory, "Unborn", HALF_BORN.formatted("Unborn", "throw new AssertionError(\"no\");", "\"unborn\""));
        Jars.of(directory, "Nameless", HALF_BORN.formatted("Nameless", "", "null"));
        Jars.of(directory, "Shouting", HALF_BORN.formatted("Shouting", "", "\"LOUD\""));
        Jars.of(directory, "Twin", HALF_BORN.formatted("Twin", "", "\"good\""));
        Jars.accepting(directory, "Good", "return Verdict.PASS;");
        List<String> left = new ArrayList<>();
        for (String jar : List.of("Unborn", "Nameless", "Shouting")) {
            Path file = directory.resolve("plugins/" + jar + ".jar");
            try (URLClassLoader loader = new URLClassLoader(
                    new URL[] {file.toUri().toURL()}, getClass().getClassLoader())) {
                assertThat(new PluginStart(file, loader, List.of()).all((what, why) -> left.add(what + ": " + why)))
                        .isEmpty();
            }
        }
        assertThat(left)
                .containsExactly(
                        "Unborn of Unborn.jar: its constructor threw java.lang.AssertionError: no",
                        "Nameless of Nameless.jar: it calls itself null, expected a name of a-z, 0-9 and -",
                        "Shouting of Shouting.jar: it calls itself LOUD, expected a name of a-z, 0-9 and -");
        open(false);
        assertThat(host.names()).as("the first of two with one name").containsExactly("good");
        assertThat(troubles).containsEntry("failed", 4);
    }

    private static final String HALF_BORN = """
            import io.smppbridge.InboundListener;
import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.Logged;
import io.smppbridge.OutboundSms;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
            import io.smppbridge.plugin.*;
            public class %1$s implements AcceptHook {
                public %1$s() { %2$s }
                public String name() { return %3$s; }
                public Verdict accept(String account, OutboundSms sms) { return Verdict.PASS; }
            }
            """;

    /** The messages of the one account do without it for a while; nobody else's do. */
    @Test
    @Tag("C89")
    void one_that_is_slow_about_one_account_is_spared_its_messages_and_goes_on_with_all_others() throws IOException {
        Jars.accepting(
                directory,
                "Picky",
                "if (account.equals(\"slow\")) { try { Thread.sleep(60_000); } catch (InterruptedException e) { } }"
                        + " return new Verdict.Refuse(\"seen\");");
        PluginConfig config = new PluginConfig(
                Optional.of(directory.resolve("plugins")), List.of(), Duration.ofMillis(40), 32, false);
        host = PluginHost.open(config, Ticker.SYSTEM, kind -> troubles.merge(kind, 1, Integer::sum));
        for (int i = 0; i < Guarded.LATE_IN_A_ROW + 50; i++) {
            assertThat(host.accept("slow", SMS)).isEqualTo(Verdict.PASS);
        }
        assertThat(troubles.get("slow")).isEqualTo(Guarded.LATE_IN_A_ROW);
        assertThat(troubles.get("paused")).isEqualTo(50);
        Tried.times(Guarded.LATE_IN_A_ROW + 50).faults(troubles.get("slow")).keep();
        assertThat(host.accept("fast", SMS)).isEqualTo(new Verdict.Refuse("seen"));
    }

    /** Requests of one account stand in a line of their own. */
    @Test
    @Tag("C89")
    void a_door_of_plug_ins_lets_no_account_wait_for_another() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Hooks hooks = new Hooks() {
            @Override
            public Verdict accept(String account, OutboundSms sms) {
                try {
                    return account.equals("fast") || go.await(10, TimeUnit.SECONDS)
                            ? Verdict.PASS
                            : new Verdict.Refuse("late");
                } catch (InterruptedException e) {
                    return new Verdict.Refuse("interrupted");
                }
            }
        };
        List<String> walked = new CopyOnWriteArrayList<>();
        PluginDoor door = new PluginDoor(new Behind(walked), hooks);
        for (int i = 0; i < 20; i++) {
            door.middleWare("slow" + i, "http", SendOutcome.Durability.FORCED).send(List.of(SMS), done -> {});
        }
        CountDownLatch fast = new CountDownLatch(1);
        door.middleWare("fast", "http", SendOutcome.Durability.FORCED).send(List.of(SMS), done -> fast.countDown());
        assertThat(fast.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(walked).containsExactly("fast");
        go.countDown();
        await().until(() -> walked.size() == 21);
        door.stop(Duration.ofSeconds(5));
        await().until(() -> since.running("plugin-walk").isEmpty()); // the last moment of a thread is its own
        SendOutcome[][] told = new SendOutcome[1][];
        door.middleWare("fast", "http", SendOutcome.Durability.FORCED).send(List.of(SMS), done -> told[0] = done);
        assertThat(told[0][0]).isInstanceOf(SendOutcome.NotAccepting.class);
    }

    @Test
    void where_a_named_stream_stands_is_told_behind_what_waits_for_plug_ins() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Hooks hooks = new Hooks() {
            @Override
            public Verdict accept(String account, OutboundSms sms) {
                assertThatCode(go::await).doesNotThrowAnyException();
                return Verdict.PASS;
            }
        };
        List<String> came = new CopyOnWriteArrayList<>();
        PluginDoor door = new PluginDoor(new Behind(came), hooks);
        door.stream("shop", "tcp", SendOutcome.Durability.FORCED, "orders").send(1, List.of(SMS), done -> {});
        door.stream("shop", "tcp", SendOutcome.Durability.FORCED, "").standing(told -> came.add("nameless"));
        door.stream("shop", "tcp", SendOutcome.Durability.FORCED, "orders").standing(told -> came.add("stands"));
        assertThat(came).containsExactly("nameless");
        go.countDown();
        await().until(() -> came.size() == 3);
        assertThat(came).containsExactly("nameless", "orders from 1", "stands");
        door.stop(Duration.ofSeconds(5));
        StreamDoor.Standing[] told = new StreamDoor.Standing[1];
        door.stream("shop", "tcp", SendOutcome.Durability.FORCED, "orders").standing(one -> told[0] = one);
        assertThat(told[0].refusal()).isEqualTo("the bridge is stopping");
    }

    /** Takes everything. */
    private record Behind(List<String> walked) implements PlatformDoor {
        @Override
        public MiddleWare middleWare(String account, String intake, SendOutcome.Durability durability) {
            return new MiddleWare() {
                @Override
                public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
                    walked.add(account);
                    done.accept(new SendOutcome[list.size()]);
                }

                @Override
                public void listen(InboundListener listener) {}
            };
        }

        @Override
        public StreamDoor stream(String account, String intake, SendOutcome.Durability durability, String client) {
            return new StreamDoor() {
                @Override
                public void standing(Consumer<Standing> told) {
                    told.accept(new Standing(0, ""));
                }

                @Override
                public void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done) {
                    walked.add(client + " from " + firstId);
                    done.accept(new SendOutcome[list.size()]);
                }
            };
        }

        @Override
        public Messages messages(String account) {
            throw new UnsupportedOperationException();
        }
    }
}
