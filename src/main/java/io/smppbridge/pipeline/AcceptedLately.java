package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.connector.Delivery;
import io.smppbridge.records.Story;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;

/**
 * For which numbers messages were accepted lately, and how these began. A receipt that no id joins to its message may be about one of them: of a
 * message that asked for none, or whose answer and receipt write its id in two ways, or that has ended although an attempt got no answer. Then it
 * stands for no lost answer.
 *
 * <p>The last 65,536 messages, 36 octets each, noted while they are written down and so at hand; what is longer ago is forgotten. Of those from before a
 * restart the last 8,192 are read back when they are first asked about, which takes some tens of milliseconds, once.
 */
@OwnedBy("journal thread")
final class AcceptedLately {
    static final int MOST = 1 << 16;
    private static final int FIRST = 1 << 8;
    private static final int FORMER = 1 << 13;
    private static final int LETTERS = Likeness.BEGINNING;
    private static final int CHAINS = 1 << 12;
    private static final int MOST_UNHEARD = 10_000;
    /** Stands for a letter that SMSCs quote as they like, and for those after it: no printable one, as {@link Likeness#begins} has it. */
    private static final byte ANY = 0;

    private int[] numbers = new int[FIRST];
    private byte[] beginnings = new byte[FIRST * LETTERS];
    /** Less than 0 for one that asked for no receipt. */
    private long[] messages = new long[FIRST];
    /** The one of the same chain that was noted before; less than 0 for none. It may have been overwritten since. */
    private int[] before = new int[FIRST];
    /** By the end of a number's hash: the one that was noted last; less than 0 for none. */
    private final int[] newest = new int[CHAINS];

    /** Messages that have ended although an attempt got no answer, the first that did so first. */
    private final Set<Long> unheard = new LinkedHashSet<>();

    private int next;
    /** Where the last records of acceptance stand that a start has read back; null once these are noted. */
    private long[] former = new long[FORMER];

    private int formerCount;

    /** What is known of a message now. */
    interface Known {
        /** Whether an SMSC may have taken it, and a receipt of it may come that its id does not tell. */
        boolean mayHaveReceipt(long message, boolean asked);
    }

    AcceptedLately() {
        Arrays.fill(newest, -1);
    }

    /** A message is being written down. */
    void note(long message, OutboundSms sms) {
        if (next == numbers.length) {
            grow();
        }
        numbers[next] = hash(sms.to().number());
        noteBeginning(sms.text(), next * LETTERS);
        messages[next] = sms.wish().asksForReceipt() ? message : -message;
        before[next] = newest[chain(numbers[next])];
        newest[chain(numbers[next])] = next;
        next++;
    }

    /**
     * A message ends. Where an attempt got no answer, its receipt may come yet, with an id that nobody has told.
     *
     * @return whether one got none
     */
    boolean ends(Ledger ledger, int at) {
        boolean unanswered = ledger.possibleDuplicate(at) || ledger.state(at) == MessageState.UNANSWERED;
        if (unanswered && unheard.add(ledger.idAt(at)) && unheard.size() > MOST_UNHEARD) {
            unheard.remove(unheard.iterator().next());
        }
        return unanswered;
    }

    /** Whether it has ended so; of more than 10,000 the last. */
    boolean isUnheard(long message) {
        return unheard.contains(message);
    }

    /** At a start: a record of a message's acceptance was read. */
    void replayed(long position) {
        former[formerCount++ & FORMER - 1] = position;
    }

    /**
     * Notes those from before the start, if that has not been done.
     *
     * @param reader what is still known of the message whose record stands there
     */
    void readBack(LongFunction<Optional<Story>> reader) {
        if (former == null) {
            return;
        }
        for (int i = Math.max(0, formerCount - FORMER); i < formerCount; i++) {
            reader.apply(former[i & FORMER - 1])
                    .map(Story::accept)
                    .ifPresent(accept -> note(accept.id(), accept.sms()));
        }
        former = null;
    }

    private void grow() {
        if (next < MOST) {
            numbers = Arrays.copyOf(numbers, 2 * next);
            beginnings = Arrays.copyOf(beginnings, 2 * next * LETTERS);
            messages = Arrays.copyOf(messages, 2 * next);
            before = Arrays.copyOf(before, 2 * next);
        } else {
            next = 0;
        }
    }

    /**
     * Whether a receipt may be about another message than that one.
     *
     * @param quoted how the text began, as the receipt has it
     */
    boolean mayMean(Delivery receipt, String quoted, long notThis, Known known) {
        int number = hash(receipt.from().number());
        for (int i = 0; i < numbers.length; i++) {
            long message = Math.abs(messages[i]);
            if (numbers[i] == number
                    && message != 0
                    && message != notThis
                    && Likeness.begins(beginning(i), quoted)
                    && known.mayHaveReceipt(message, messages[i] > 0)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a message to that number is such a one, of those that asked for a receipt. */
    boolean isAnyTo(String number, LongPredicate wanted) {
        int hash = hash(number);
        int age = -1;
        for (int i = newest[chain(hash)]; i >= 0; i = before[i]) {
            int itsAge = next - 1 - i & numbers.length - 1;
            if (itsAge <= age) {
                return false; // a newer one has its place
            }
            age = itsAge;
            if (numbers[i] == hash && messages[i] > 0 && wanted.test(messages[i])) {
                return true;
            }
        }
        return false;
    }

    private static int chain(int hash) {
        return hash & CHAINS - 1;
    }

    /** By the digits that a number and its national form share. */
    private static int hash(String number) {
        int hash = 1;
        for (int i = Math.max(0, number.length() - Likeness.LAST_DIGITS); i < number.length(); i++) {
            hash = 31 * hash + number.charAt(i);
        }
        return hash;
    }

    private String beginning(int i) {
        return new String(beginnings, i * LETTERS, LETTERS, StandardCharsets.ISO_8859_1);
    }

    private void noteBeginning(String text, int at) {
        int letters = Math.min(LETTERS, text.length());
        for (int i = 0; i < letters; i++) {
            char c = text.charAt(i);
            beginnings[at + i] = isPlain(c) ? (byte) c : ANY;
        }
        for (int i = letters; i < LETTERS; i++) {
            beginnings[at + i] = ANY;
        }
    }

    private static boolean isPlain(char c) {
        return c >= ' ' && c <= '~';
    }
}
