package io.smppbridge.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The demo says that it balances only when it does. */
@Tag("C22")
class BalanceTest {
    private final Books books = new Books();

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text.replace('\'', '"'));
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void ends(String id, String state, boolean perhapsTwice) {
        books.accepted(json("{'id':'" + id + "','smsc':'slow','parts':2}"));
        books.heard(json("{'eventId':'e" + id + "','type':'message.state','final':true,'messageId':'" + id
                + "','state':'" + state + "','parts':2,'possibleDuplicate':" + perhapsTwice + "}"));
    }

    private List<String> faults(long taken) {
        return new Balance(books.sum(), taken, 0, 0, 0, 0).faults();
    }

    @Test
    void what_may_have_been_taken_need_not_have_been() {
        ends("1", "DELIVERED", false);
        ends("2", "UNCERTAIN", false);
        ends("3", "REJECTED", false);
        for (long taken = 2; taken <= 4; taken++) {
            assertThat(faults(taken)).isEmpty();
        }
    }

    @Test
    void less_than_was_delivered_and_more_than_was_accepted_do_not_balance() {
        ends("1", "DELIVERED", false);
        ends("2", "UNCERTAIN", false);
        assertThat(faults(1)).singleElement().asString().contains("took 1 submit_sm, expected at least 2");
        assertThat(faults(5)).singleElement().asString().contains("1 submit_sm were taken twice");
        ends("3", "DELIVERED", true);
        assertThat(faults(8)).isEmpty();
        assertThat(faults(9)).hasSize(1);
    }
}
