package io.smppbridge.audit;

import static io.smppbridge.audit.Written.caller;
import static io.smppbridge.audit.Written.event;
import static io.smppbridge.audit.Written.failed;
import static io.smppbridge.audit.Written.failedThen;
import static io.smppbridge.audit.Written.id;
import static io.smppbridge.audit.Written.number;
import static io.smppbridge.audit.Written.partsSaid;
import static io.smppbridge.audit.Written.receipt;
import static io.smppbridge.audit.Written.said;
import static io.smppbridge.audit.Written.submit;
import static io.smppbridge.audit.Written.told;
import static io.smppbridge.audit.Written.twoParts;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs in which nothing is wrong, and then one thing. */
class PlantedFaultsTest {
    private static final String JOURNAL_FAILED =
            "the journal has failed; the bridge is stopping; this message may be in the"
                    + " journal and be sent after a restart: repeat it with the same clientRef";

    @TempDir
    Path directory;

    private Logs logs;

    private static Arguments plant(String what, Fault fault, Consumer<Written> change) {
        return Arguments.of(what, Optional.of(fault), change);
    }

    private static Arguments harmless(String what, Consumer<Written> change) {
        return Arguments.of(what, Optional.empty(), change);
    }

    static Stream<Arguments> plants() {
        return Stream.of(
                harmless("nothing", it -> {}),
                plant("a submit is missing", Fault.LOST, it -> it.carrier.remove(submit(3))),
                plant("it is said to be delivered, and never was at the carrier", Fault.LOST, it -> {
                    it.carrier.remove(submit(4));
                    it.carrier.remove(receipt(4));
                }),
                plant(
                        "the carrier refused it for good, and nobody says so",
                        Fault.LOST,
                        it -> it.carrier.set(
                                it.carrier.indexOf(submit(3)), submit(3).replace("\"status\":0", "\"status\":11"))),
                harmless(
                        "the carrier refused it, then took it",
                        it -> it.carrier.add(
                                it.carrier.indexOf(submit(3)), submit(3).replace("\"status\":0", "\"status\":88"))),
                harmless("it never left, and the platform was told", it -> {
                    it.carrier.remove(submit(4));
                    it.carrier.remove(receipt(4));
                    it.events.set(2, event(4, "E4").replace("DELIVERED", "EXPIRED"));
                }),
                plant("a submit came twice", Fault.UNMARKED, it -> it.carrier.add(submit(4))),
                harmless("it failed at one carrier, and came to another", it -> failed(it, "b")),
                plant("it failed at a carrier, and came there again", Fault.UNMARKED, it -> failed(it, "a")),
                plant(
                        "it came to two carriers, and did not fail",
                        Fault.UNMARKED,
                        it -> it.carrier.add(submit(4).replace("\"a\"", "\"b\""))),
                plant("one of two parts came twice", Fault.UNMARKED, it -> twoParts(it, 20, 2)),
                harmless("another of two equal parts, with the same reference", it -> {
                    twoParts(it, 20, 1);
                    twoParts(it, 21, 1);
                }),
                harmless("two of two equal parts, then both, with the same reference", it -> {
                    twoParts(it, 20, 0);
                    twoParts(it, 21, 2);
                }),
                plant("two of two equal parts, and a third came", Fault.UNMARKED, it -> {
                    twoParts(it, 20, 0);
                    twoParts(it, 21, 3);
                }),
                harmless("it came twice, and the event says that it may have", it -> {
                    it.carrier.add(submit(4));
                    it.events.set(
                            2, event(4, "E4").replace("\"possibleDuplicate\":false", "\"possibleDuplicate\":true"));
                }),
                plant("a submit that nobody asked for", Fault.PHANTOM, it -> it.carrier.add(submit(30))),
                plant("an event about what nobody asked for", Fault.PHANTOM, it -> it.events.add(event(30, "E30"))),
                plant("a caller's line is missing", Fault.PHANTOM, it -> it.callers.remove(3)),
                plant("the caller was told no", Fault.REFUSED_BUT_SENT, it -> it.callers.set(3, caller(3, "refused"))),
                harmless(
                        "the caller was told no, and that it may be in the journal",
                        it -> it.callers.set(
                                3,
                                caller(3, "refused")
                                        .replace("\"outcome\"", "\"detail\":\"" + JOURNAL_FAILED + "\",\"outcome\""))),
                harmless("the caller was told nothing", it -> it.callers.set(3, caller(3, "unknown"))),
                harmless("the caller was told nothing, then no", it -> {
                    it.callers.set(3, caller(3, "unknown"));
                    it.callers.add(caller(3, "refused"));
                }),
                harmless("the caller was told no, then yes", it -> it.callers.add(3, caller(3, "refused"))),
                plant("an event is missing", Fault.UNREPORTED, it -> it.events.remove(2)),
                harmless("a failure was to be told, and another carrier delivered it", it -> failedThen(it, "DELIVRD")),
                plant(
                        "a failure was to be told, and another carrier failed",
                        Fault.UNREPORTED,
                        it -> failedThen(it, "UNDELIV")),
                plant(
                        "an event was not taken",
                        Fault.UNREPORTED,
                        it -> it.events.set(
                                2, "{\"answer\":503," + event(4, "E4").substring(1))),
                harmless(
                        "it was taken when it came again",
                        it -> it.events.add(
                                2, "{\"answer\":503," + event(4, "E4").substring(1))),
                plant(
                        "an octet of the text is another",
                        Fault.WRONG_BYTES,
                        it -> it.carrier.set(
                                it.carrier.indexOf(submit(3)), submit(3).replace("text 3", "text £"))),
                plant(
                        "a digit of the number is another",
                        Fault.WRONG_BYTES,
                        it -> it.carrier.set(
                                it.carrier.indexOf(submit(3)), submit(3).replace(number(3), "46701239999"))),
                plant(
                        "the sender is another",
                        Fault.WRONG_BYTES,
                        it -> it.carrier.set(
                                it.carrier.indexOf(submit(3)), submit(3).replace("Acme", "Bcme"))),
                plant("one of its order overtook it", Fault.ORDER, it -> {
                    it.carrier.remove(submit(3));
                    it.carrier.add(it.carrier.indexOf(submit(6)) + 1, submit(3));
                }),
                plant(
                        "a receipt of another id",
                        Fault.UNMATCHED,
                        it -> it.carrier.add(receipt(4).replace("\"104\"", "\"999\""))),
                harmless("a receipt that overtakes its submit", it -> {
                    it.carrier.remove(receipt(4));
                    it.carrier.add(0, receipt(4));
                }),
                harmless("a receipt that comes twice", it -> it.carrier.add(receipt(4))),
                harmless(
                        "a receipt that writes the id in hexadecimal",
                        it -> it.carrier.set(
                                it.carrier.indexOf(receipt(4)), receipt(4).replace("\"104\"", "\"0068\""))),
                plant(
                        "undelivered is told of what the carrier delivered",
                        Fault.OTHER_END,
                        it -> told(it, "UNDELIVERED")),
                plant(
                        "delivered is told of what the carrier could not deliver",
                        Fault.OTHER_END,
                        it -> said(it, "UNDELIV")),
                plant("delivered is told of what the carrier let expire", Fault.OTHER_END, it -> said(it, "EXPIRED")),
                plant("undelivered is told of two parts that were delivered", Fault.OTHER_END, it -> partsSaid(it, 2)),
                harmless("undelivered is told, and of one of two parts nothing is known", it -> partsSaid(it, 1)),
                harmless("the receipt came after its time had run out", it -> told(it, "EXPIRED")),
                harmless("the receipt came after it was given up", it -> told(it, "NO_RECEIPT")),
                harmless("the carrier does not know what became of it", it -> said(it, "UNKNOWN")),
                harmless("the carrier said both", it -> {
                    told(it, "UNDELIVERED");
                    it.carrier.add(receipt(4).replace("DELIVRD", "UNDELIV"));
                }),
                harmless("the platform was told both, one after the other", it -> {
                    told(it, "UNDELIVERED");
                    it.events.add(event(4, "E99").replace("\"final\"", "\"previousState\":\"UNDELIVERED\",\"final\""));
                }),
                harmless("the receipt may be about another message of the same id", it -> {
                    told(it, "UNDELIVERED");
                    it.carrier.set(it.carrier.indexOf(submit(7)), submit(7).replace("\"107\"", "\"104\""));
                }),
                harmless("the receipt does not say which number it is about", it -> {
                    told(it, "UNDELIVERED");
                    it.carrier.set(it.carrier.indexOf(receipt(4)), receipt(4).replace(number(4), ""));
                }),
                plant(
                        "the text is another, and its receipt has come",
                        Fault.WRONG_BYTES,
                        it -> it.carrier.set(
                                it.carrier.indexOf(submit(4)), submit(4).replace("text 4", "text £"))),
                plant(
                        "the number is another, and its receipt has come",
                        Fault.WRONG_BYTES,
                        it -> it.carrier.replaceAll(
                                line -> line.contains("\"104\"") ? line.replace(number(4), "46701239999") : line)),
                plant(
                        "a second id for one reference",
                        Fault.TWO_IDS,
                        it -> it.callers.add(caller(3, "accepted").replace(id(3), "1MB3QS7Z00099"))),
                harmless("another account uses the same reference", it -> {
                    it.callers.add(0, caller(20, "accepted").replace("\"r20\"", "\"r3\""));
                    it.carrier.add(submit(20));
                    it.events.add(event(20, "E20").replace("\"r20\"", "\"r3\""));
                }),
                plant(
                        "another account uses the same reference, and its message is missing",
                        Fault.LOST,
                        it -> it.callers.add(caller(21, "accepted").replace("\"r21\"", "\"r3\""))),
                harmless("the same id again", it -> it.callers.add(caller(3, "accepted"))),
                plant("a second end", Fault.TWO_FINALS, it -> it.events.add(event(4, "E99"))),
                harmless("the same event again", it -> it.events.add(event(4, "E4"))),
                harmless(
                        "an end that replaces another",
                        it -> it.events.add(
                                event(4, "E99").replace("\"final\"", "\"previousState\":\"NO_RECEIPT\",\"final\""))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("plants")
    void each_fault_is_seen_as_what_it_is_and_nothing_else_is(
            String what, Optional<Fault> expected, Consumer<Written> change) throws IOException {
        Written written = new Written();
        change.accept(written);
        Verdict verdict = audited(written);
        verdict.faults()
                .forEach((fault, found) -> assertThat(found.count())
                        .as("%s: %s", what, fault)
                        .isEqualTo(expected.filter(fault::equals).isPresent() ? 1 : 0));
    }

    @Test
    void of_what_came_too_often_all_receptions_but_the_first_are_counted() throws IOException {
        Written written = new Written();
        written.carrier.addAll(List.of(submit(4), submit(4), submit(3), submit(6)));
        written.events.set(3, event(6, "E6").replace("\"possibleDuplicate\":false", "\"possibleDuplicate\":true"));
        Verdict verdict = audited(written);
        assertThat(verdict)
                .extracting(Verdict::unmarked, Verdict::untold, Verdict::marked, Verdict::most)
                .containsExactly(2, 1, 1, 3);
        assertThat(verdict.doubled()).isEqualTo(4);
    }

    @Test
    void every_class_has_its_plant() {
        List<Fault> planted = plants().map(row -> ((Optional<?>) row.get()[1]))
                .flatMap(Optional::stream)
                .map(Fault.class::cast)
                .distinct()
                .toList();
        assertThat(planted).containsExactlyInAnyOrder(Fault.values());
    }

    /** Where else to look, by the first words of the lines. */
    private void evidence(Fault fault, Consumer<Written> change, String... lines) throws IOException {
        Written written = new Written();
        change.accept(written);
        Verdict.Found found = audited(written).faults().get(fault);
        assertThat(found.count()).isEqualTo(1);
        Map<Long, String> words = logs.words(found.beside().get(0));
        assertThat(found.beside().get(0).stream().map(words::get).map(line -> line.split(":")[0]))
                .as("%s: %s", fault, words)
                .containsExactly(lines);
    }

    @Test
    void beside_a_fault_stands_what_the_other_sides_wrote_down() throws IOException {
        evidence(Fault.UNMARKED, it -> it.carrier.add(submit(4)), "carrier.jsonl", "carrier.jsonl");
        evidence(Fault.REFUSED_BUT_SENT, it -> it.callers.set(3, caller(3, "refused")), "carrier.jsonl");
        evidence(Fault.OTHER_END, it -> told(it, "UNDELIVERED"), "carrier.jsonl", "events.jsonl");
        evidence(
                Fault.TWO_IDS,
                it -> it.callers.add(caller(3, "accepted").replace(id(3), "1MB3QS7Z00099")),
                "callers.jsonl");
        evidence(Fault.TWO_FINALS, it -> it.events.add(event(4, "E99")), "events.jsonl");
        evidence(Fault.UNREPORTED, it -> it.events.remove(2), "carrier.jsonl");
        evidence(
                Fault.WRONG_BYTES,
                it -> it.carrier.set(it.carrier.indexOf(submit(3)), submit(3).replace("Acme", "Bcme")),
                "callers.jsonl");
        Consumer<Written> overtaken = it -> {
            it.carrier.remove(submit(3));
            it.carrier.add(it.carrier.indexOf(submit(6)) + 1, submit(3));
        };
        evidence(Fault.ORDER, overtaken, "carrier.jsonl");
    }

    private Verdict audited(Written written) throws IOException {
        Path callers = Files.write(directory.resolve("callers.jsonl"), written.callers);
        Path carrier = Files.write(directory.resolve("carrier.jsonl"), written.carrier);
        Path events = Files.write(directory.resolve("events.jsonl"), written.events);
        Audit audit = new Audit(new Audit.Given(true, false, true, true, false, false, 5));
        logs = new Logs(audit);
        logs.read(new Logs.Sources(
                List.of(callers),
                List.of(new Logs.Carrier("", carrier)),
                List.of(),
                List.of(events),
                Optional.empty()));
        assertThat(logs.badLines()).isZero();
        return audit.judge();
    }
}
