package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Tried;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.simulator.SmscSimulator;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What probes are told about a bridge, and how soon. */
@Timeout(120)
class ReadinessIT {
    private static final Duration TRUE_WITHIN = Duration.ofSeconds(5);

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicReference<Throwable> ended = new AtomicReference<>();
    private SmscSimulator smscs;
    private CarrierBed.Plan plan;
    private HinderedDisk disk;
    private int port;
    private int admin;

    @BeforeEach
    void prepare() throws Exception {
        try (ServerSocket one = new ServerSocket(0);
                ServerSocket other = new ServerSocket(0)) {
            port = one.getLocalPort();
            admin = other.getLocalPort();
        }
        plan = CarrierBed.with(directory, 1)
                .each("reconnect-max", "200ms")
                .node("intake.http.port", Integer.toString(port))
                .node("admin.enabled", "true")
                .node("admin.port", Integer.toString(admin));
        smscs = plan.startSimulator();
    }

    @AfterEach
    void close() {
        smscs.close();
    }

    private Bridge start(boolean slowly) throws Exception {
        Path file = plan.write(List.of(smscs.first().number()));
        Bridge.Options usual = Bridge.Options.of(file);
        LoadOutcome.Loaded loaded = (LoadOutcome.Loaded) usual.reload().read();
        return Bridge.start(loaded, new Bridge.Options(usual.reload(), ended::set, usual.clock(), false, at -> {
            disk = new HinderedDisk(at);
            if (slowly) {
                disk.holdReads();
            }
            return disk;
        }));
    }

    /** Status and body; 0 while nobody listens. */
    private String get(int at, String path) throws Exception {
        try {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at + path))
                            .timeout(Duration.ofSeconds(2))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        } catch (java.io.IOException e) {
            return "0 " + e.getMessage();
        }
    }

    /** How long it took until both listeners said so. */
    private Duration said(Predicate<String> wanted) {
        long since = System.nanoTime();
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> wanted.test(get(port, "/readyz")) && wanted.test(get(admin, "/readyz")));
        return Duration.ofNanos(System.nanoTime() - since);
    }

    private static Predicate<String> notReady(String why) {
        return answer -> answer.startsWith("503") && answer.contains(why);
    }

    private static Predicate<String> ready() {
        return answer -> answer.startsWith("200");
    }

    @Test
    @Tag("G-07")
    void a_force_that_hangs_and_a_full_disk_are_told_within_five_seconds_and_their_end_too(TestReporter reporter)
            throws Exception {
        Stalls.measure(attempt -> hindered(reporter));
    }

    private void hindered(TestReporter reporter) throws Exception {
        try (Bridge bridge = start(false);
                Stalls stalls = new Stalls(smscs)) {
            said(ready());
            disk.full(true);
            Duration full = said(notReady("disk"));
            disk.full(false);
            Duration room = said(ready());
            disk.holdForces();
            bridge.middleWare().send(List.of(CarrierBed.message(0, 1)));
            Duration stuck = said(notReady("journal thread"));
            assertThat(get(port, "/livez")).startsWith("200");
            disk.letGo();
            Duration moving = said(ready());
            stalls.figures(() ->
                    assertThat(List.of(full, room, stuck, moving)).allMatch(took -> took.compareTo(TRUE_WITHIN) <= 0));
            assertThat(ended.get()).isNull();
            Tried.times(4)
                    .faults(2)
                    .note("told after: full " + full.toMillis() + " ms, room again " + room.toMillis() + ", stuck "
                            + stuck.toMillis() + ", moving again " + moving.toMillis())
                    .tell(reporter);
        }
    }

    @Test
    @Tag("G-07")
    void while_it_reads_its_journal_it_is_alive_and_not_ready(TestReporter reporter) throws Exception {
        try (Bridge bridge = start(false)) {
            bridge.middleWare().send(List.of(CarrierBed.message(0, 1))).get();
        }
        CompletableFuture<Bridge> starting = CompletableFuture.supplyAsync(() -> {
            try {
                return start(true);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Duration told = said(notReady("starting"));
        assertThat(get(port, "/livez")).startsWith("200");
        assertThat(get(admin, "/livez")).startsWith("200");
        assertThat(starting).isNotDone();
        disk.letGo();
        try (Bridge bridge = starting.join();
                Stalls stalls = new Stalls(smscs)) {
            Duration up = said(ready());
            stalls.figures(() -> assertThat(up).isLessThanOrEqualTo(TRUE_WITHIN));
            assertThat(bridge.obstacles()).isEmpty();
            Tried.times(2)
                    .faults(1)
                    .note("starting told after " + told.toMillis()
                            + " ms, with the start of the process's own; ready after " + up.toMillis())
                    .tell(reporter);
        }
    }

    /** Messages are taken without a bind, up to the bag: that is no reason to send callers elsewhere. */
    @Test
    @Tag("G-07")
    void without_a_bind_it_is_ready_and_its_health_says_so(TestReporter reporter) throws Exception {
        Stalls.measure(attempt -> withoutBind(reporter));
    }

    private void withoutBind(TestReporter reporter) throws Exception {
        try (Bridge bridge = start(false);
                Stalls stalls = new Stalls(smscs)) {
            said(ready());
            healthSays("\"ok\"");
            smscs.first().stopListening();
            smscs.first().dropAllBinds();
            Duration lost = healthSays("degraded");
            assertThat(get(port, "/readyz")).startsWith("200");
            assertThat(bridge.obstacles()).isEmpty();
            smscs.first().listen();
            Duration back = healthSays("\"ok\"");
            stalls.figures(() -> assertThat(List.of(lost, back)).allMatch(took -> took.compareTo(TRUE_WITHIN) <= 0));
            Tried.times(2)
                    .faults(1)
                    .note("no bind told after " + lost.toMillis() + " ms, bound again after " + back.toMillis())
                    .tell(reporter);
        }
    }

    private Duration healthSays(String status) {
        long since = System.nanoTime();
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> get(admin, "/health").contains(status));
        return Duration.ofNanos(System.nanoTime() - since);
    }
}
