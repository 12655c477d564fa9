package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What an operator hears of a peer's oddities. */
class ComplaintsTest {
    private static final String OFTEN = "a message_payload beside another text is left out, its octets";
    private static final long TENTH = Duration.ofMillis(100).toNanos();

    private final Logger log = (Logger) LoggerFactory.getLogger(Complaints.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final Complaints complaints = new Complaints("telia rx-1");

    @BeforeEach
    void listen() {
        lines.start();
        log.addAppender(lines);
    }

    @AfterEach
    void listenNoMore() {
        log.detachAppender(lines);
    }

    private List<String> said() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void what_comes_with_each_receipt_hides_nothing_else_of_its_bind() {
        for (int i = 0; i < 5; i++) {
            complaints.about(OFTEN, 9, i * TENTH);
        }
        complaints.about("address cut to 20 characters, its length", 21, 5 * TENTH);
        assertThat(said())
                .containsExactly(
                        "telia rx-1: " + OFTEN + " (0x9)",
                        "telia rx-1: address cut to 20 characters, its length (0x15)");
    }

    @Test
    void what_goes_on_is_told_ever_less_down_to_once_a_minute_and_afresh_once_it_had_ended() {
        int hour = 36_000;
        for (int i = 0; i < hour; i++) {
            complaints.about(OFTEN, 9, i * TENTH);
        }
        assertThat(said()).hasSize(65).last().asString().endsWith("; 599 more like it since the last");
        lines.list.clear();
        int later = 2 * hour;
        for (int i = 0; i < 11; i++) {
            complaints.about(OFTEN, 9, (later + i) * TENTH);
        }
        assertThat(said()).hasSize(2);
    }

    /** Seventeen kinds so would have been seventeen lines a second. */
    @Test
    void what_comes_ever_again_is_told_ever_less_also_where_each_comes_when_it_may_be_told() {
        int hour = 3_600;
        for (int i = 0; i < hour; i++) {
            complaints.about(OFTEN, 9, i * 10 * TENTH);
        }
        assertThat(said()).hasSize(65);
    }

    @Test
    void however_many_kinds_a_hostile_peer_finds_it_fills_no_disk() {
        for (int i = 0; i < 10_000; i++) {
            complaints.about("kind " + i, i, i);
        }
        assertThat(said()).hasSize(17);
    }
}
