package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class UnreadableTest {
    private static final int MANY = 1_000;

    private long now;
    private final Unreadable unreadable = new Unreadable(() -> now);

    private List<String> saidWhile(Runnable work) {
        Logger logger = (Logger) LoggerFactory.getLogger(Unreadable.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.addAppender(said);
        try {
            work.run();
        } finally {
            logger.detachAppender(said);
        }
        return said.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    private void aThousand() {
        for (int i = 1; i <= MANY; i++) {
            unreadable.about(i, new IllegalStateException("a bad disk"));
        }
    }

    @Test
    void of_many_messages_that_a_failing_disk_does_not_give_back_one_is_told_a_second_and_the_others_are_counted() {
        List<String> said = saidWhile(() -> {
            aThousand();
            now += TimeUnit.SECONDS.toNanos(1);
            aThousand();
        });
        assertThat(said).hasSize(2);
        assertThat(said.get(0)).contains("could not be read back").doesNotContain("more like it");
        assertThat(said.get(1)).contains(MANY - 1 + " more like it");
    }
}
