package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.channels.ClosedSelectorException;
import java.util.ConcurrentModificationException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReactorFaultsTest {
    private final ReactorFaults faults = new ReactorFaults();

    private List<Level> saidOf(Exception... heard) {
        Logger logger = (Logger) LoggerFactory.getLogger(ReactorFaults.class);
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        logger.addAppender(said);
        try {
            for (Exception fault : heard) {
                faults.execute(fault);
            }
        } finally {
            logger.detachAppender(said);
        }
        return said.list.stream()
                .map(ILoggingEvent::getLevel)
                .filter(level -> level.isGreaterOrEqual(Level.INFO))
                .toList();
    }

    @Test
    void what_the_threads_of_a_client_at_work_stumble_over_is_a_fault() {
        assertThat(saidOf(new ConcurrentModificationException(), new ClosedSelectorException()))
                .containsExactly(Level.ERROR, Level.ERROR);
    }

    @Test
    @Tag("G-09")
    void what_they_stumble_over_as_it_is_closed_is_none() {
        faults.closing();
        assertThat(saidOf(new ConcurrentModificationException(), new ClosedSelectorException()))
                .isEmpty();
    }
}
