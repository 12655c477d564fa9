package io.smppbridge.soak;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smppbridge.audit.Attempt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
    @TempDir
    Path directory;

    private final Ledger ledger = new Ledger();

    @BeforeEach
    void begin() throws IOException {
        ledger.turn(directory, 101);
    }

    @AfterEach
    void end() throws IOException {
        ledger.close();
    }

    private static JsonNode end(int n) {
        return new ObjectMapper()
                .createObjectNode()
                .put("to", "+" + Ledger.to(n))
                .put("final", true);
    }

    @Test
    void it_is_settled_when_all_that_asked_for_their_end_were_told_it() throws IOException {
        assertThat(ledger.isSettled()).isTrue();
        ledger.answered(101, true, Attempt.Answer.ACCEPTED, "A");
        ledger.answered(104, true, Attempt.Answer.ACCEPTED, "B"); // asks for nothing
        assertThat(ledger.isSettled()).isFalse();
        ledger.heard(end(101), false);
        assertThat(ledger.isSettled()).isFalse();
        ledger.heard(end(101), true);
        ledger.heard(end(101), true);
        assertThat(ledger.isSettled()).isTrue();
    }

    @Test
    void an_end_that_overtakes_the_answer_counts() throws IOException {
        ledger.heard(end(101), true);
        ledger.answered(101, true, Attempt.Answer.ACCEPTED, "A");
        assertThat(ledger.isSettled()).isTrue();
    }

    @Test
    void an_attempt_that_is_answered_when_repeated_is_two_lines_of_one_message() throws IOException {
        ledger.answered(101, true, Attempt.Answer.UNKNOWN, "");
        ledger.answered(101, true, Attempt.Answer.ACCEPTED, "A");
        ledger.flush();
        assertThat(Files.readAllLines(Ledger.callers(directory))).hasSize(2);
        assertThat(ledger.accepted()).isEqualTo(1);
        assertThat(ledger.unanswered()).isEqualTo(1);
        assertThat(ledger.isSettled()).isFalse();
    }

    @Test
    void numbers_begin_anew_when_all_have_been_used() throws IOException {
        ledger.turn(directory, 9_999_999);
        ledger.answered(10_000_001, false, Attempt.Answer.ACCEPTED, "A");
        assertThat(ledger.isSettled()).isFalse();
        ledger.heard(end(10_000_001), true);
        assertThat(ledger.isSettled()).isTrue();
    }

    @Test
    void an_event_about_an_earlier_chapter_is_left_out() throws IOException {
        ledger.heard(end(100), true);
        ledger.flush();
        assertThat(Ledger.events(directory)).isEmptyFile();
    }

    @Test
    void of_the_long_messages_as_many_ask_for_their_end_as_of_all() {
        int[] texts = IntStream.range(0, 84_000)
                .filter(n -> Ledger.text(n).length() > 160)
                .toArray();
        assertThat(texts).hasSize(4_000);
        assertThat(IntStream.of(texts).filter(n -> Ledger.wish(n).equals("final")))
                .hasSize(3_000);
    }
}
