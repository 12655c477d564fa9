package io.smppbridge.sender;

import io.smppbridge.bag.Parts;
import io.smppbridge.threads.OwnedBy;
import java.util.List;

/**
 * Deals messages out to the binds of a worker: to each in turn, and to one so many at once as make a write worth while. What comes one by
 * one goes over all binds evenly.
 */
@OwnedBy("the sender thread")
final class BindTurns {
    /** A write, with the SMSC's read and its answer, costs as much as some ten messages. */
    private static final int A_WRITE = 16;

    private final Sender sender;
    private int turnOf;
    /** Messages that the bind whose turn it is has got. */
    private int got;

    BindTurns(Sender sender) {
        this.sender = sender;
    }

    /** Another write begins: who has got something has had its turn. */
    void begin() {
        if (got > 0) {
            pass(turnOf);
        }
    }

    /**
     * The bind whose turn it is, or the next one that has room for the message's parts, or for as many of them as a window holds; null
     * when none has.
     */
    SenderBind bindFor(Parts parts) {
        List<SenderBind> binds = sender.binds;
        if (got >= A_WRITE) {
            pass(turnOf);
        }
        for (int i = 0; i < binds.size(); i++) {
            int at = (turnOf + i) % binds.size();
            SenderBind bind = binds.get(at);
            int needs = parts.count() == 1 ? 1 : Math.min(Math.max(1, parts.waiting()), bind.window.limit());
            if (bind.mayBegin(sender.now) && bind.window.room() >= needs) {
                if (i > 0) {
                    pass(at - 1);
                }
                got++;
                return bind;
            }
        }
        return null;
    }

    private void pass(int at) {
        turnOf = at + 1;
        got = 0;
    }
}
