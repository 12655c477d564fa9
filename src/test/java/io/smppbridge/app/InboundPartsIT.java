package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundSms;
import io.smppbridge.simulator.MoParts;
import io.smppbridge.simulator.MoParts.Part;
import io.smppbridge.simulator.MoParts.Place;
import io.smppbridge.simulator.SimulatedPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages of subscribers whose parts an SMSC delivers as it likes, over both transports; numbers 2 and 3 are awaited for a second only. */
@Tag("waits")
@Timeout(60)
class InboundPartsIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    static Path directory;

    private static CarrierBed bed;

    @BeforeAll
    static void start() throws Exception {
        bed = CarrierBed.with(directory, 6)
                .overBothTransports()
                .of(2, "reassemble-within", "1s")
                .of(3, "reassemble-within", "1s")
                .start()
                .bound();
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    private static List<InboundSms> heard(int smsc) {
        synchronized (bed.inbound) {
            return bed.inbound.stream()
                    .filter(message -> message.smsc().equals("s" + smsc))
                    .toList();
        }
    }

    /** Waits until the SMSC has heard "taken" for so many. */
    private static void awaitTaken(int smsc, int count) {
        SimulatedPort port = bed.port(smsc);
        await().atMost(SOON).until(() -> port.report().mo().acked() == count);
        assertThat(port.report().mo().refused()).isZero();
    }

    private static String text(Place place, String from, int reference) {
        return place.name().replace("_", "") + " " + from + " " + reference;
    }

    /** Of each three senders use two references in each of the three ways at once, so that 18 messages are open in between. */
    @Test
    @Tag("C92")
    void parts_in_any_order_doubled_and_interleaved_become_the_messages_they_were() throws Exception {
        long seed = System.nanoTime();
        System.out.println("C92, seed " + seed);
        Random random = new Random(seed);
        for (int smsc = 0; smsc < 2; smsc++) {
            List<String> texts = new ArrayList<>();
            List<Part> wire = new ArrayList<>();
            for (Place place : Place.values()) {
                for (String from : List.of("46709999991", "46709999992", "46709999993")) {
                    for (int reference : new int[] {7, 200}) {
                        List<Part> parts =
                                MoParts.of(place, from, reference, text(place, from, reference), " one two", " three");
                        wire.addAll(parts);
                        wire.add(parts.get(random.nextInt(3)));
                        texts.add(text(place, from, reference) + " one two three");
                    }
                }
            }
            Collections.shuffle(wire, random);
            for (Part part : wire) {
                part.send(bed.port(smsc), "72404");
            }
            awaitTaken(smsc, wire.size());
            int here = smsc;
            await().atMost(SOON).until(() -> heard(here).size() >= texts.size());
            assertThat(heard(smsc))
                    .as("seed %d", seed)
                    .allMatch(InboundSms::complete)
                    .allMatch(message -> message.parts() == 3)
                    .allMatch(message ->
                            message.text().contains(" " + message.from().number() + " "))
                    .extracting(InboundSms::text)
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(texts);
        }
    }

    @Test
    @Tag("C92")
    void what_has_come_when_the_time_of_a_missing_part_is_over_is_handed_on_as_incomplete() {
        for (int smsc = 2; smsc < 4; smsc++) {
            List<Part> lost = MoParts.of(Place.UDH_8, "46709999991", 9, "first ", "second ", "third");
            lost.get(2).send(bed.port(smsc), "72404");
            lost.get(0).send(bed.port(smsc), "72404");
            MoParts.of(Place.SAR, "46709999992", 9, "only ", "never").get(0).send(bed.port(smsc), "72404");
        }
        for (int smsc = 2; smsc < 4; smsc++) {
            awaitTaken(smsc, 3);
            int here = smsc;
            await().atMost(SOON).until(() -> heard(here).size() == 2);
            assertThat(heard(smsc)).noneMatch(InboundSms::complete);
            assertThat(heard(smsc)).extracting(InboundSms::text).containsExactlyInAnyOrder("first third", "only ");
            assertThat(heard(smsc)).extracting(InboundSms::parts).containsExactlyInAnyOrder(2, 1);
        }
    }

    @Test
    @Tag("C92")
    void a_sender_that_uses_a_reference_again_mixes_nothing_up() {
        for (int smsc = 4; smsc < 6; smsc++) {
            SimulatedPort port = bed.port(smsc);
            List<Part> broken = MoParts.of(Place.UDH_8, "46709999991", 9, "left ", "alone");
            List<Part> next = MoParts.of(Place.UDH_8, "46709999991", 9, "both ", "here");
            List<Part> last = MoParts.of(Place.UDH_8, "46709999991", 9, "and ", "again");
            broken.get(0).send(port, "72404");
            next.get(0).send(port, "72404");
            next.get(1).send(port, "72404");
            last.get(1).send(port, "72404");
            last.get(0).send(port, "72404");
            awaitTaken(smsc, 5);
            int here = smsc;
            await().atMost(SOON).until(() -> heard(here).size() == 3);
            assertThat(heard(smsc)).extracting(InboundSms::text).containsExactly("left ", "both here", "and again");
            assertThat(heard(smsc)).extracting(InboundSms::complete).containsExactly(false, true, true);
        }
    }
}
