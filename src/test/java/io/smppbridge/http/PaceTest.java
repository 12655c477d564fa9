package io.smppbridge.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smppbridge.threads.ProcessorWait;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A connection on a machine whose processors are short, and whose route can only say no. */
@Tag("F-20")
class PaceTest {
    private static final Optional<Problem> NO = Optional.of(Problem.of(429, "no-credit", "full"));

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private Listener listener;
    private Loop loop;
    private Connection connection;
    private long nanos;

    @BeforeEach
    void open() throws Exception {
        listener = new Listener();
        loop = new Loop(
                channel.eventLoop(),
                InstantSource.system(),
                () -> nanos,
                new ProcessorWait(Path.of("where/nobody/counts")),
                Long.MAX_VALUE);
        Pace pace = new Pace(listener.server, loop);
        connection = new Connection(listener.server, loop, pace);
        channel.pipeline().addLast(pace, pace.decoder(), connection);
        channel.pipeline().fireChannelActive();
        pass(Duration.ofMillis(Loop.SWEEP_MS));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
        listener.close();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        channel.advanceTimeBy(time.toNanos(), TimeUnit.NANOSECONDS);
        channel.runScheduledPendingTasks();
        channel.runPendingTasks();
    }

    private ByteBuf says(String octets) {
        ByteBuf buffer = Unpooled.copiedBuffer(octets, StandardCharsets.US_ASCII);
        channel.writeInbound(buffer);
        return buffer;
    }

    private static String post(String body) {
        return "POST /busy HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    private String hears() {
        StringBuilder all = new StringBuilder();
        for (ByteBuf one = channel.readOutbound(); one != null; one = channel.readOutbound()) {
            all.append(one.toString(StandardCharsets.US_ASCII));
            one.release();
        }
        return all.toString();
    }

    /** The route is known, full, and has said no more often than there is time for. */
    private void tooMuch() {
        listener.busy.no = NO;
        says(post("first"));
        assertThat(hears()).startsWith("HTTP/1.1 429");
        for (int i = 0; i < 1_000; i++) {
            loop.turnstile.refused(Duration.ofMillis(10).toNanos());
        }
    }

    @Test
    void a_request_waits_its_turn_and_is_taken_when_there_is_room() {
        tooMuch();
        String request = post("second");
        says(request.substring(0, 20));
        says(request.substring(20));
        assertThat(hears()).isEmpty();
        assertThat(listener.busy.waiting).hasValue(1);
        assertThat(channel.config().isAutoRead()).isFalse();

        listener.busy.no = Optional.empty();
        pass(Turnstile.LOOKS);
        assertThat(hears()).startsWith("HTTP/1.1 200").endsWith("second");
        assertThat(listener.busy.waiting).hasValue(0);
        assertThat(channel.config().isAutoRead()).isTrue();
    }

    @Test
    void where_there_is_no_room_it_hears_so_within_the_longest_wait() {
        tooMuch();
        says(post("second"));
        for (long passed = 0; passed <= Turnstile.LONGEST.toMillis(); passed += 5) {
            pass(Duration.ofMillis(5));
        }
        assertThat(hears()).startsWith("HTTP/1.1 429");
        assertThat(listener.bodies).isEmpty();
    }

    @Test
    void a_connection_at_rest_is_looked_at_when_its_time_is_over_and_not_before() {
        says("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(hears()).endsWith("hello");
        pass(Duration.ofMillis(Loop.SWEEP_MS));
        Duration left = Listener.OPTIONS.within().idle().minusMillis(Loop.SWEEP_MS);
        assertThat(Duration.ofNanos(channel.runScheduledPendingTasks())).isBetween(left.minusSeconds(1), left);

        says("GET /hello HTTP/1.1\r\nHost: x\r\n");
        assertThat(Duration.ofNanos(channel.runScheduledPendingTasks()))
                .isLessThanOrEqualTo(Duration.ofMillis(Loop.SWEEP_MS));
        says("\r\n");
        assertThat(hears()).endsWith("hello");
        pass(Duration.ofMillis(Loop.SWEEP_MS));
        pass(left);
        pass(Duration.ofMillis(Loop.SWEEP_MS));
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void questions_on_the_same_connection_do_not_wait() {
        tooMuch();
        says("GET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(hears()).endsWith("hello");
        assertThat(listener.busy.waiting).hasValue(0);
    }

    @Test
    void the_first_octet_of_a_request_waits_with_those_that_follow() {
        tooMuch();
        String request = post("second");
        for (int i = 0; i < request.length(); i++) {
            says(request.substring(i, i + 1));
        }
        assertThat(listener.busy.waiting).hasValue(1);
        listener.busy.no = Optional.empty();
        pass(Turnstile.LOOKS);
        assertThat(hears()).startsWith("HTTP/1.1 200").endsWith("second");
    }

    @Test
    void an_idle_connection_is_not_closed_over_a_request_that_waits() {
        tooMuch();
        pass(Listener.OPTIONS.within().idle().minusSeconds(3));
        for (int i = 0; i < 1_000; i++) {
            loop.turnstile.refused(Duration.ofMillis(10).toNanos());
        }
        says(post("second"));
        assertThat(listener.busy.waiting).hasValue(1);
        for (long passed = 0; passed <= Turnstile.LONGEST.toMillis(); passed += 250) {
            pass(Duration.ofMillis(250));
        }
        assertThat(hears()).startsWith("HTTP/1.1 429");
        assertThat(channel.isOpen()).isTrue();
    }

    @Test
    void a_stop_answers_what_waits() {
        tooMuch();
        says(post("second"));
        connection.stop();
        assertThat(hears()).startsWith("HTTP/1.1 429");
    }

    @Test
    void what_a_client_had_said_that_has_gone_is_let_go() {
        tooMuch();
        ByteBuf kept = says(post("second"));
        assertThat(kept.refCnt()).isEqualTo(1);
        channel.close();
        assertThat(kept.refCnt()).isZero();
        assertThat(listener.busy.waiting).hasValue(0);
        pass(Turnstile.LONGEST);
        assertThat(hears()).isEmpty();
    }

    @Test
    void what_has_waited_gives_back_just_the_room_for_bodies_that_it_had_taken() {
        tooMuch();
        for (int i = 0; i < 3; i++) {
            listener.busy.no = NO;
            String request = post("x".repeat(2_000));
            says(request.substring(0, 20));
            says(request.substring(20));
            assertThat(listener.busy.waiting).hasValue(1);
            listener.busy.no = Optional.empty();
            pass(Turnstile.LOOKS);
            assertThat(hears()).startsWith("HTTP/1.1 200");
        }
        int all = (64 << 20) + Listener.OPTIONS.most().body();
        assertThat(listener.server.takeBody(all)).as("all of it").isTrue();
        assertThat(listener.server.takeBody(1)).as("more than all").isFalse();
        listener.server.giveBackBody(all + 1);
    }
}
