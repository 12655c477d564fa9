package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightLogTest {
    @TempDir
    Path temp;

    private FlightLog log(int slots) {
        return FlightLog.create(temp.resolve("flights"), "telia-1", slots, 7);
    }

    private RecoveredFlights recover() {
        return RecoveredFlights.in(temp.resolve("flights"));
    }

    private Path file() {
        return temp.resolve("flights/telia-1.flights");
    }

    @Test
    void what_was_under_way_is_known_without_any_call_to_the_system() {
        FlightLog log = log(8);
        int first = log.sent(11, 0, 1, 1000);
        int second = log.sent(12, 1, 2, 2000);
        int third = log.sent(13, 0, 1, 3000);
        log.answered(second, 0x58, "");
        log.answered(third, 0, "id-" + "9".repeat(61));
        log.free(first);
        RecoveredFlights recovered = recover();
        assertThat(recovered.flights())
                .containsExactlyInAnyOrder(
                        new Flight("telia-1", 12, 1, 2, 2000, true, 0x58, ""),
                        new Flight("telia-1", 13, 0, 1, 3000, true, 0, "id-" + "9".repeat(61)));
        assertThat(recovered.damagedSlots()).isZero();
    }

    /** A name that leads to itself stands for what the disk does not let anybody look at. */
    @Test
    void notes_that_cannot_be_looked_at_end_the_start_and_are_not_taken_for_none() throws IOException {
        Path flights = temp.resolve("flights");
        Files.createSymbolicLink(flights, flights);

        assertThatThrownBy(this::recover)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FAILED))
                .hasMessageContaining(flights.toString());
    }

    @Test
    void a_file_in_the_place_of_the_notes_is_to_be_moved_away() throws IOException {
        Path flights = Files.writeString(temp.resolve("flights"), "a note of another kind");

        assertThatThrownBy(this::recover)
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.NOT_WRITABLE))
                .hasMessageContaining(flights.toString())
                .hasMessageEndingWith("; a directory belongs there: move the file away");
    }

    @Test
    void a_log_that_cannot_be_looked_at_is_not_told_to_be_gone() throws IOException {
        FlightLog log = log(2);
        Files.delete(file());
        assertThat(log.isThere()).isFalse();
        Files.createSymbolicLink(file(), file());
        assertThat(log.isThere()).isTrue();
    }

    @Test
    void a_dropped_slot_is_used_again_at_once_and_leaves_nothing_to_recover() {
        FlightLog log = log(2);
        int first = log.sent(1, 0, 1, 0);
        int second = log.sent(2, 0, 1, 0);
        log.answered(first, 0x58, "");
        log.drop(first);
        assertThat(recover().flights()).extracting(Flight::taskId).containsExactly(2L);
        assertThat(log.sent(3, 0, 1, 0)).isEqualTo(first);
        assertThat(log.sent(4, 0, 1, 0)).isEqualTo(FlightLog.NO_SLOT);
        log.free(second);
        assertThat(log.sent(4, 0, 1, 0)).isEqualTo(second);
    }

    @Test
    void a_full_log_says_so_and_a_freed_slot_comes_back() {
        FlightLog log = log(4);
        int[] slots = new int[4];
        for (int i = 0; i < 4; i++) {
            slots[i] = log.sent(i, 0, 1, 0);
        }
        assertThat(log.sent(5, 0, 1, 0)).isEqualTo(FlightLog.NO_SLOT);
        log.free(slots[2]);
        assertThat(log.sent(5, 0, 1, 0)).isEqualTo(slots[2]);
    }

    @Test
    void slots_of_which_nobody_hears_for_long_are_passed_over() {
        FlightLog log = log(4);
        int stuck = log.sent(0, 0, 1, 0);
        for (int i = 1; i < 20; i++) {
            int slot = log.sent(i, 0, 1, 0);
            assertThat(slot).isNotIn(stuck, FlightLog.NO_SLOT);
            if (i % 2 == 0) {
                log.drop(slot);
            } else {
                log.free(slot);
            }
        }
        assertThat(recover().flights()).extracting(Flight::taskId).containsExactly(0L);
    }

    @Test
    void a_log_left_behind_must_be_discarded_before_a_new_one_is_made() {
        log(4).sent(1, 0, 1, 0);
        assertThatThrownBy(() -> log(4)).isInstanceOf(JournalException.class).hasMessageContaining("telia-1.flights");
        RecoveredFlights recovered = recover();
        recovered.discard();
        assertThat(recover().flights()).isEmpty();
        log(4);
    }

    @Test
    void a_log_in_the_first_form_is_still_read_and_a_flipped_octet_of_its_answer_found() throws IOException {
        FlightLog log = log(4);
        int slot = log.sent(11, 0, 1, 1000);
        log.answered(slot, 0x58, "abc");
        ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file())).order(ByteOrder.LITTLE_ENDIAN);
        whole.putLong(0, FlightLog.FIRST_MAGIC).putInt(24, FlightLog.headerCrc(whole));
        int at = (slot + 1) * FlightLog.SLOT;
        whole.putInt(at + FlightLog.ANSWER_CRC, new FlightLog.Side(whole, 7).answerCrc(slot, FlightLog.SLOT));
        Files.write(file(), whole.array());
        assertThat(recover().flights()).containsExactly(new Flight("telia-1", 11, 0, 1, 1000, true, 0x58, "abc"));
        whole.array()[at + FlightLog.SLOT - 1] ^= 1; // far behind the id: the first form looks there too
        Files.write(file(), whole.array());
        assertThat(recover().flights()).containsExactly(new Flight("telia-1", 11, 0, 1, 1000, false, 0, ""));
        assertThat(recover().damagedAnswers()).isEqualTo(1);
    }

    @Test
    void one_that_cannot_be_made_leaves_nothing_and_is_made_when_it_is_tried_again() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> log(4)).isInstanceOf(JournalException.class).hasMessageContaining("telia-1.flights");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(temp.resolve("flights")).isEmptyDirectory();
        log(4);
    }

    @Test
    void one_that_was_being_made_when_the_process_ended_is_cleared_away() throws IOException {
        log(4);
        Files.write(temp.resolve("flights/telia-9.flights.tmp"), new byte[1]);
        recover().discard();
        assertThat(temp.resolve("flights")).isEmptyDirectory();
    }

    @Test
    void a_missing_directory_holds_no_flights() {
        assertThat(recover().flights()).isEmpty();
    }

    @Test
    @Tag("B-07")
    void a_flipped_octet_never_makes_a_wrong_flight() throws IOException {
        FlightLog log = log(4);
        log.answered(log.sent(11, 0, 1, 1000), 0, "abc");
        log.sent(12, 0, 1, 1000);
        List<Flight> expected = recover().flights();
        byte[] whole = Files.readAllBytes(file());
        for (int i = 0; i < whole.length; i++) {
            for (int bit = i % 4; bit < 8; bit += 4) {
                whole[i] ^= 1 << bit;
                Files.write(file(), whole);
                whole[i] ^= 1 << bit;
                try {
                    for (Flight flight : recover().flights()) {
                        Flight unanswered = new Flight(
                                flight.bind(),
                                flight.taskId(),
                                flight.part(),
                                flight.attempt(),
                                flight.sentAtMs(),
                                true,
                                0,
                                "abc");
                        assertThat(expected.contains(flight) || expected.contains(unanswered))
                                .as("octet %d bit %d: %s", i, bit, flight)
                                .isTrue();
                    }
                } catch (JournalException e) {
                    assertThat(i).as("only a bad header refuses").isLessThan(28);
                }
            }
        }
    }

    /** Every prefix of the stores that a call makes, in their order, as kill -9 may leave them. */
    @Test
    void a_call_cut_short_leaves_the_former_state() throws IOException {
        FlightLog log = log(2);
        byte[] before = Files.readAllBytes(file());
        int slot = log.sent(11, 0, 1, 1000);
        byte[] sent = Files.readAllBytes(file());
        log.answered(slot, 5, "abc");
        byte[] answered = Files.readAllBytes(file());
        int at = (slot + 1) * FlightLog.SLOT;
        for (int stored = 4; stored < FlightLog.SLOT; stored++) {
            byte[] half = before.clone();
            System.arraycopy(sent, at + 4, half, at + 4, stored - 4);
            Files.write(file(), half);
            assertThat(recover().flights()).isEmpty();
            half = sent.clone();
            System.arraycopy(answered, at + 4, half, at + 4, stored - 4);
            Files.write(file(), half);
            assertThat(recover().flights()).containsExactly(new Flight("telia-1", 11, 0, 1, 1000, false, 0, ""));
        }
    }

    @Test
    void three_threads_pass_slots_around_without_losing_one() throws Exception {
        FlightLog log = log(64);
        int rounds = 10_000;
        ArrayBlockingQueue<Integer> answers = new ArrayBlockingQueue<>(64);
        ArrayBlockingQueue<Integer> outcomes = new ArrayBlockingQueue<>(64);
        Thread reader = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                int slot = take(answers);
                log.answered(slot, 0, "id");
                offer(outcomes, slot);
            }
        });
        Thread journal = new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                log.free(take(outcomes));
            }
        });
        reader.start();
        journal.start();
        for (int i = 0; i < rounds; i++) {
            int slot = log.sent(i, 0, 1, i);
            while (slot == FlightLog.NO_SLOT) {
                Thread.onSpinWait();
                slot = log.sent(i, 0, 1, i);
            }
            offer(answers, slot);
        }
        reader.join(20_000);
        journal.join(20_000);
        assertThat(recover().flights()).isEmpty();
        List<Integer> slots = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            slots.add(log.sent(i, 0, 1, i));
        }
        assertThat(slots).doesNotHaveDuplicates().doesNotContain(FlightLog.NO_SLOT);
    }

    private static int take(ArrayBlockingQueue<Integer> from) {
        try {
            return from.poll(20, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void offer(ArrayBlockingQueue<Integer> to, int slot) {
        try {
            to.put(slot);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
