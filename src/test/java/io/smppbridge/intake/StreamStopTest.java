package io.smppbridge.intake;

import static io.smppbridge.intake.StreamClient.frame;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.smppbridge.Messages;
import io.smppbridge.MiddleWare;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.StreamDoor;
import io.smppbridge.Streamed;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.settings.TcpConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the journal has to tell of streams when their intake has stopped: it is told to nobody, and troubles nobody. */
@Timeout(30)
class StreamStopTest {
    /** What the journal thread would say, held back here. */
    private final BlockingQueue<Runnable> said = new LinkedBlockingQueue<>();

    private TcpIntake intake;

    @BeforeEach
    void open() throws IOException {
        TcpConfig config = new TcpConfig(
                true,
                "127.0.0.1",
                0,
                1,
                10,
                1000,
                Duration.ZERO,
                Duration.ofSeconds(5),
                100,
                "",
                "",
                NodeConfig.Durability.FORCED);
        intake = TcpIntake.open(
                config,
                presented -> Optional.of("acme"),
                new TcpIntake.Surroundings(
                        new SilentDoor(),
                        new BridgeStats(),
                        () -> Instant.parse("2026-11-20T12:00:00Z"),
                        Ticker.SYSTEM));
    }

    @AfterEach
    void close() {
        intake.stop(Duration.ZERO);
    }

    private final class SilentDoor implements PlatformDoor {
        @Override
        public StreamDoor stream(String account, String intake, Durability durability, String client) {
            return new StreamDoor() {
                @Override
                public void standing(Consumer<Standing> told) {
                    said.add(() -> told.accept(new Standing(0, "")));
                }

                @Override
                public void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done) {
                    SendOutcome full = new SendOutcome.NoCredit("telia", Duration.ofSeconds(1));
                    said.add(() -> done.accept(list.stream().map(one -> full).toArray(SendOutcome[]::new)));
                }
            };
        }

        @Override
        public MiddleWare middleWare(String account, String intake, Durability durability) {
            throw new UnsupportedOperationException("streams only");
        }

        @Override
        public Messages messages(String account) {
            throw new UnsupportedOperationException("streams only");
        }
    }

    @Test
    void where_a_stream_stands_is_told_to_nobody_when_the_intake_has_stopped() throws Exception {
        try (StreamClient client = new StreamClient(intake.port())) {
            client.send(frame(0, "{\"key\":\"k\",\"client\":\"a\"}"));
            Runnable standing = said.take();
            intake.stop(Duration.ZERO);
            assertThatCode(standing::run).doesNotThrowAnyException();
            assertThat(client.isEnded()).isTrue();
        }
    }

    @Test
    void what_became_of_messages_is_told_to_nobody_when_the_intake_has_stopped() throws Exception {
        try (StreamClient client = new StreamClient(intake.port())) {
            client.send(frame(0, "{\"key\":\"k\",\"client\":\"a\"}"));
            said.take().run();
            client.send(frame(1, "{\"to\":\"+46701234567\",\"text\":\"hello\"}"));
            Runnable outcome = said.take();
            intake.stop(Duration.ZERO);
            assertThatCode(outcome::run).doesNotThrowAnyException();
        }
    }
}
