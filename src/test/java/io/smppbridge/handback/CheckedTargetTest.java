package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.Secret;
import io.smppbridge.settings.WebhookConfig;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CheckedTargetTest {
    @Test
    void where_no_thread_can_be_made_the_look_up_has_failed_and_is_made_again() {
        AtomicInteger asked = new AtomicInteger();
        Executor dns = work -> {
            if (asked.incrementAndGet() == 1) {
                throw new RejectedExecutionException("no thread");
            }
            work.run();
        };
        TurnedClock clock = new TurnedClock();
        Surroundings world = new Surroundings(
                clock, clock, () -> 0.5, host -> new InetAddress[] {InetAddress.getByName("93.184.216.34")});
        CheckedTarget target = new CheckedTarget(config(), world, dns, Runnable::run);

        assertThat(target.readiness()).isEqualTo(HandOver.Readiness.WAIT);
        assertThat(target.readiness())
                .isEqualTo(HandOver.Readiness.failed("the host platform.example could not be looked up: no thread"));
        target.readiness();
        assertThat(target.readiness()).isEqualTo(HandOver.Readiness.READY);
    }

    @Test
    void after_an_error_it_has_failed_and_is_made_again() {
        AtomicInteger asked = new AtomicInteger();
        Executor dns = work -> {
            try {
                work.run();
            } catch (LinkageError ofTheThread) {
                asked.set(100);
            }
        };
        TurnedClock clock = new TurnedClock();
        Surroundings world = new Surroundings(clock, clock, () -> 0.5, host -> {
            if (asked.incrementAndGet() == 1) {
                throw new NoClassDefFoundError("of a resolver");
            }
            return new InetAddress[] {InetAddress.getByName("93.184.216.34")};
        });
        CheckedTarget target = new CheckedTarget(config(), world, dns, Runnable::run);

        assertThat(target.readiness()).isEqualTo(HandOver.Readiness.WAIT);
        assertThat(target.readiness())
                .isEqualTo(
                        HandOver.Readiness.failed(
                                "the host platform.example could not be looked up: java.lang.NoClassDefFoundError: of a resolver"));
        target.readiness();
        assertThat(target.readiness()).isEqualTo(HandOver.Readiness.READY);
        assertThat(asked).hasValue(2);
    }

    private static WebhookConfig config() {
        return new WebhookConfig(
                "w",
                URI.create("https://platform.example/"),
                new Secret(Given.SECRET),
                Secret.NONE,
                false,
                1,
                1,
                Duration.ofSeconds(2),
                Optional.empty());
    }
}
