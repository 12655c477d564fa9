package io.smppbridge.soak;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.audit.Attempt;
import io.smppbridge.threads.ThreadSafe;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Locale;

/**
 * What the platform writes down in one chapter, in the forms that the audit reads: its attempts and the events it was posted. Of each message it keeps two bits,
 * so that it knows when all of them have ended. Messages have numbers, which those that they go to tell.
 */
@ThreadSafe
final class Ledger implements AutoCloseable {
    private static final String REFERENCE = "soak-";
    private static final String PREFIX = "4670";
    private static final int NUMBERS = 10_000_000;
    private static final String LONG = ", and the rest of one that takes two parts: " + "word ".repeat(30);

    private BufferedWriter callers = new BufferedWriter(BufferedWriter.nullWriter());
    private BufferedWriter events = new BufferedWriter(BufferedWriter.nullWriter());
    private final BitSet awaited = new BitSet();
    private final BitSet ended = new BitSet();
    private int first;
    private int open;
    private int accepted;
    private long unanswered;

    static String reference(int n) {
        return REFERENCE + n;
    }

    /** No two messages of a chapter go to one number, nor those of one chapter and the next. */
    static String to(int n) {
        return String.format(Locale.ROOT, "%s%07d", PREFIX, n % NUMBERS);
    }

    /** One in twenty-one takes two parts; most of these ask for their end, as of the others. */
    static String text(int n) {
        return "number " + n + " of a soak, with some more words so that it looks like a message"
                + (n % 21 == 0 ? LONG : "");
    }

    /** All but one in four ask for their end. */
    static String wish(int n) {
        return n % 4 == 0 ? "none" : "final";
    }

    /** How many messages it takes to ask for so many ends. */
    static long askedOf(long ends) {
        return ends * 4 / 3;
    }

    /** A chapter begins, with the message of that number. */
    synchronized void turn(Path directory, int number) throws IOException {
        close();
        callers = Files.newBufferedWriter(callers(directory));
        events = Files.newBufferedWriter(events(directory));
        first = number;
        open = 0;
        accepted = 0;
        unanswered = 0;
        awaited.clear();
        ended.clear();
    }

    static Path callers(Path directory) {
        return directory.resolve("callers.jsonl");
    }

    static Path events(Path directory) {
        return directory.resolve("events.jsonl");
    }

    /**
     * What an attempt was answered.
     *
     * @param named whether it carried its reference
     */
    synchronized void answered(int n, boolean named, Attempt.Answer answer, String id) throws IOException {
        callers.write("{" + (named ? "\"clientRef\":\"" + reference(n) + "\"," : "") + "\"id\":\"" + id
                + "\",\"from\":\"Soak\",\"to\":\"" + to(n) + "\",\"text\":\"" + text(n) + "\",\"outcome\":\""
                + answer.name().toLowerCase(Locale.ROOT) + "\",\"receipt\":\"" + wish(n) + "\"}\n");
        unanswered += answer == Attempt.Answer.UNKNOWN ? 1 : 0;
        if (answer == Attempt.Answer.ACCEPTED) {
            accepted++;
            if (wish(n).equals("final")) {
                note(n - first, awaited, ended, 1);
            }
        }
    }

    /** An event was posted; one about an earlier chapter, which was judged already, is a repetition, and left out. */
    synchronized void heard(JsonNode event, boolean taken) throws IOException {
        int number = Integer.parseInt(event.path("to").asText().substring(1 + PREFIX.length()));
        int at = Math.floorMod(number - first, NUMBERS);
        if (at < NUMBERS / 2) {
            events.write("{\"answer\":" + (taken ? 200 : 503) + ",\"body\":" + event + "}\n");
            if (taken && event.path("final").asBoolean()) {
                note(at, ended, awaited, -1);
            }
        }
    }

    private void note(int at, BitSet here, BitSet other, int more) {
        if (!here.get(at)) {
            here.set(at);
            open += other.get(at) ? Math.min(more, 0) : Math.max(more, 0);
        }
    }

    /** Whether each message that was accepted and asked for its end has ended. */
    synchronized boolean isSettled() {
        return open == 0;
    }

    /** How many were accepted in this chapter. */
    synchronized int accepted() {
        return accepted;
    }

    /** How many attempts of this chapter got no answer. */
    synchronized long unanswered() {
        return unanswered;
    }

    /** All of it is in the files. */
    synchronized void flush() throws IOException {
        callers.flush();
        events.flush();
    }

    @Override
    public synchronized void close() throws IOException {
        callers.close();
        events.close();
    }
}
