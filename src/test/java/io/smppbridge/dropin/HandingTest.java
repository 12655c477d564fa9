package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.http.Gate;
import io.smppbridge.http.HttpOptions;
import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import io.smppbridge.http.HttpServer;
import io.smppbridge.http.Router;
import io.smppbridge.http.Router.Access;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class HandingTest {
    private static final int MANY = 1_000;
    private static final Duration LONG = Duration.ofSeconds(30);

    private final AtomicInteger handed = new AtomicInteger();
    private final AtomicInteger handedAtOther = new AtomicInteger();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch otherHasAsked = new CountDownLatch(1);

    /** Takes nothing, and its first message only when the other connection has written its request. */
    private final MiddleWare middleWare = new MiddleWare() {
        @Override
        public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
            if (handed.incrementAndGet() == 1) {
                begun.countDown();
                await(otherHasAsked);
            }
            done.accept(new SendOutcome[] {new SendOutcome.NotAccepting("no", Duration.ofSeconds(1))});
        }

        @Override
        public void listen(InboundListener listener) {}
    };

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Router routes() {
        List<OutboundSms> messages = Collections.nCopies(MANY, OutboundSms.of("+46701234567", "x"));
        return Router.builder()
                .get(
                        "/many",
                        Access.OPEN,
                        exchange -> Handing.over(exchange, middleWare, messages)
                                .whenComplete((outcomes, failed) -> exchange.run(() -> exchange.answer(
                                        200, "text/plain", JasminMessage.utf8("taken " + outcomes.size())))))
                .get("/other", Access.OPEN, exchange -> {
                    handedAtOther.set(handed.get());
                    exchange.answer(200, "text/plain", JasminMessage.utf8("other"));
                })
                .build();
    }

    private static void ask(Socket socket, String path) throws IOException {
        socket.getOutputStream()
                .write(("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static void awaitWord(Socket socket, String word) throws IOException {
        StringBuilder read = new StringBuilder();
        byte[] some = new byte[4096];
        while (read.indexOf(word) < 0) {
            int count = socket.getInputStream().read(some);
            assertThat(count).as(read.toString()).isPositive();
            read.append(new String(some, 0, count, StandardCharsets.US_ASCII));
        }
    }

    @Test
    void another_connection_has_its_turn_between_the_messages_of_one_request() throws Exception {
        HttpOptions options = new HttpOptions(
                "handing", "127.0.0.1", 0, 1, 10, new Sizes(1_000_000, 8_192), new Deadlines(LONG, LONG, LONG));
        Gate nobody = (authorization, peer) -> new Gate.Verdict.Closed();
        HttpServer server =
                HttpServer.start(options, routes(), nobody, reason -> {}, InstantSource.system(), Ticker.SYSTEM);
        try (Socket many = new Socket(InetAddress.getLoopbackAddress(), server.port());
                Socket other = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            ask(other, "/other");
            awaitWord(other, "other");
            ask(many, "/many");
            await(begun);
            ask(other, "/other");
            otherHasAsked.countDown();
            awaitWord(other, "other");
            assertThat(handedAtOther.get()).isBetween(1, MANY / 2);
            awaitWord(many, "taken " + MANY);
            assertThat(handed.get()).isEqualTo(MANY);
        } finally {
            server.stop(Duration.ZERO);
        }
    }
}
