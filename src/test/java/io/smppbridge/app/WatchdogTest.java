package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class WatchdogTest {
    private final AtomicLong turns = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();
    private final Watchdog watchdog = new Watchdog(turns::get, nanos::get, error -> {});

    /** Looks every second; after how many looks it barked, or 0. */
    private int barkedWithin(int looks, boolean moving) {
        for (int i = 1; i <= looks; i++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            turns.addAndGet(moving ? 1 : 0);
            if (watchdog.isStuck()) {
                return i;
            }
        }
        return 0;
    }

    @Test
    @Tag("B-14")
    void a_thread_that_stands_still_is_noticed_within_thirty_seconds() {
        assertThat(barkedWithin(100, false)).isBetween(25, 30);
    }

    @Test
    @Tag("B-14")
    void one_that_moves_now_and_then_is_left_alone() {
        for (int i = 0; i < 20; i++) {
            assertThat(barkedWithin(20, false)).isZero();
            assertThat(barkedWithin(1, true)).isZero();
        }
    }

    @Test
    @Tag("G-07")
    void it_says_within_five_seconds_that_a_thread_stands_still_and_at_the_next_look_that_it_moves() {
        barkedWithin(1, true);
        assertThat(watchdog.standing()).isEmpty();
        barkedWithin(4, false);
        assertThat(watchdog.standing()).isPresent();
        barkedWithin(1, true);
        assertThat(watchdog.standing()).isEmpty();
    }

    @Test
    void of_each_thread_the_log_says_where_it_stands_however_many_there_are() {
        Logger logger = (Logger) LoggerFactory.getLogger(Watchdog.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.addAppender(said);
        try {
            Watchdog.dump();
        } finally {
            logger.detachAppender(said);
        }
        String own = Thread.currentThread().getName();
        assertThat(said.list).hasSizeGreaterThan(3);
        assertThat(said.list)
                .filteredOn(event -> event.getFormattedMessage().contains("thread " + own + ","))
                .singleElement()
                .satisfies(event -> assertThat(event.getThrowableProxy().getStackTraceElementProxyArray())
                        .anySatisfy(
                                frame -> assertThat(frame.getStackTraceElement().getClassName())
                                        .isEqualTo(WatchdogTest.class.getName())));
        assertThat(said.list)
                .allSatisfy(event -> assertThat(event.getFormattedMessage()).hasSizeLessThan(200));
    }

    @Test
    void a_process_that_was_paused_has_not_stood_still() {
        for (int i = 0; i < 10; i++) {
            nanos.addAndGet(Duration.ofHours(1).toNanos());
            assertThat(watchdog.isStuck()).isFalse();
        }
    }
}
