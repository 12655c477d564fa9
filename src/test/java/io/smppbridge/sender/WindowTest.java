package io.smppbridge.sender;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.Tried;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Submissions by their numbers, in whatever order they are answered. */
class WindowTest {
    private static final int LIMIT = 50;

    private static Task task(int id) {
        Parts parts = new Parts(new byte[] {1}, 0, false, false, -1);
        return new Task("a", "s", OutboundSms.of("46701234567", "x"), Long.MAX_VALUE, parts).named(id);
    }

    /** Numbers that lie so far apart meet in the index; those of a bind follow each other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 128, 256, 1 << 20})
    void each_is_found_by_its_number_until_it_is_closed(int step) {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Window window = new Window(LIMIT);
        List<Integer> open = new ArrayList<>();
        int next = 1;
        for (int round = 0; round < 20_000; round++) {
            if (open.size() < LIMIT && (open.isEmpty() || random.nextBoolean())) {
                int sequence = next;
                next += random.nextInt(4) == 0 ? step : 1;
                window.open(sequence, task(sequence), 0, 0, round);
                open.add(sequence);
            } else {
                int which = random.nextInt(3) == 0 ? random.nextInt(open.size()) : 0;
                window.close(window.find(open.remove(which)));
            }
            assertThat(window.size()).isEqualTo(open.size());
            for (int sequence : open) {
                int place = window.find(sequence);
                assertThat(place).as("seed %d, number %d", seed, sequence).isNotEqualTo(Window.NONE);
                assertThat(window.task(place).id()).isEqualTo(sequence);
            }
            assertThat(window.find(next)).isEqualTo(Window.NONE);
        }
    }

    @Test
    @Tag("I-02")
    void numbers_that_begin_anew_at_their_end_are_found_like_others(TestReporter reporter) {
        Window window = new Window(LIMIT);
        int last = Integer.MAX_VALUE - 1_000;
        ArrayDeque<Integer> open = new ArrayDeque<>();
        for (int opened = 0; opened < 5_000; opened++) {
            last = last == Integer.MAX_VALUE ? 1 : last + 1;
            window.open(last, task(last), 0, 0, opened);
            open.add(last);
            if (open.size() == LIMIT) {
                int first = open.poll();
                assertThat(window.oldest()).isEqualTo(window.find(first));
                window.close(window.find(first));
                assertThat(window.find(first)).isEqualTo(Window.NONE);
            }
            for (int sequence : open) {
                assertThat(window.task(window.find(sequence)).id()).isEqualTo(sequence);
            }
        }
        Tried.times(5_000)
                .note("sequence numbers of a window, across 0x7FFFFFFF")
                .tell(reporter);
    }

    @Test
    void a_higher_limit_keeps_what_is_open() {
        Window window = new Window(2);
        window.open(5, task(5), 0, 0, 0);
        window.open(5 + 64, task(69), 0, 0, 0);
        window.limit(300);
        window.open(5 + 128, task(133), 0, 0, 0);
        window.close(window.find(5));
        assertThat(window.task(window.find(69)).id()).isEqualTo(69);
        assertThat(window.task(window.find(133)).id()).isEqualTo(133);
        assertThat(window.task(window.oldest()).id()).isEqualTo(69);
    }

    @Test
    void a_request_of_another_kind_takes_a_place_and_what_is_closed_is_held_no_more() {
        Window window = new Window(2);
        window.occupy();
        assertThat(window.room()).isEqualTo(1);
        window.open(1, task(1), 0, 0, 0);
        assertThat(window.room()).isZero();
        window.limit(1);
        assertThat(window.room()).isZero();
        window.vacate();
        int place = window.find(1);
        window.close(place);
        assertThat(window.task(place)).isNull();
        assertThat(window.room()).isEqualTo(1);
    }
}
