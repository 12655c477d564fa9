package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;

/**
 * Which 8-bit numbers the parts of unfinished messages bear, for each sender and recipient. A message is finished when it has ended, or
 * when its SMSC has had all of its parts for longer than any handset waits for the rest. About 40 octets a message.
 */
@OwnedBy("journal thread")
final class NumbersInUse {
    /** No handset waits for a part for longer. */
    static final long REASSEMBLY_MS = Duration.ofHours(24).toMillis();

    private static final int MESSAGE = 0;
    /** When it was first seen to be with its SMSC; milliseconds since 1970, 0 for not yet. */
    private static final int SENT = 1;

    private static final long NEVER_ZERO = 1L << 62;
    private static final long LOW = 0xFF;
    private static final int PLACES_AN_ENTRY = 4;

    private final Ledger ledger;
    private final LongTable bearers = new LongTable(2, false, 64);
    private int cursor;

    NumbersInUse(Ledger ledger) {
        this.ledger = ledger;
    }

    /** Whether no unfinished message of the pair bears the number. */
    boolean isFree(long pair, int number, long nowMs) {
        int slot = bearers.find(place(pair, number));
        return slot == LongTable.NONE || isFinished(slot, nowMs);
    }

    /** A message bears the number from now on. What has ended leaves the table as fast as this fills it. */
    void enter(long pair, int number, long id, long nowMs) {
        forgetFinished(nowMs, PLACES_AN_ENTRY); // first: the message itself may not be in the ledger yet
        int slot = bearers.put(place(pair, number));
        if (bearers.get(slot, MESSAGE) < id || isFinished(slot, nowMs)) {
            bearers.set(slot, MESSAGE, id);
            bearers.set(slot, SENT, 0);
        }
    }

    /** A message does not bear the number any more, nor has anybody been sent it; another's is left as it is. */
    void leave(long pair, int number, long id) {
        int slot = bearers.find(place(pair, number));
        if (slot != LongTable.NONE && bearers.get(slot, MESSAGE) == id) {
            bearers.remove(place(pair, number));
        }
    }

    /** Forgets finished messages, looking at so many places. */
    void forgetFinished(long nowMs, int places) {
        for (int i = 0; i < places && bearers.size() > 0; i++) {
            cursor = cursor + 1 >= bearers.slots() ? 0 : cursor + 1;
            long place = bearers.key(cursor);
            if (place != 0 && isFinished(cursor, nowMs)) {
                bearers.remove(place);
            }
        }
    }

    int size() {
        return bearers.size();
    }

    private boolean isFinished(int slot, long nowMs) {
        int at = ledger.find(bearers.get(slot, MESSAGE));
        if (at == Ledger.NONE || ledger.state(at).isFinal()) {
            return true;
        }
        if (ledger.state(at) != MessageState.SENT) {
            return false;
        }
        if (bearers.get(slot, SENT) == 0) {
            bearers.set(slot, SENT, nowMs);
        }
        return nowMs - bearers.get(slot, SENT) >= REASSEMBLY_MS;
    }

    private static long place(long pair, int number) {
        return (pair | NEVER_ZERO) & ~LOW | number & LOW;
    }
}
