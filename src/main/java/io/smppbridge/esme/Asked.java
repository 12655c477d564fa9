package io.smppbridge.esme;

import io.smppbridge.SendOutcome;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter.Unsuccess;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * Requests that are handed over together and wait for their answers, in flat arrays: most are two numbers each. It is itself what is told,
 * and what the loop then runs, so that nothing more is made. Used again.
 */
@OwnedBy("its event loop, but for accept()")
final class Asked implements Consumer<SendOutcome[]>, Runnable {
    private static final int FEWEST = 16;

    private int[] commands = new int[FEWEST];
    private int[] sequences = new int[FEWEST];
    /** What a request has beside; null for most. */
    private Object[] more = new Object[FEWEST];

    private int count;

    private final SubmitSide side;
    private SendOutcome[] outcomes;

    Asked(SubmitSide side) {
        this.side = side;
    }

    /** All is decided. Any thread. */
    @Override
    public void accept(SendOutcome[] decided) {
        outcomes = decided;
        side.answerOnLoop(this);
    }

    @Override
    public void run() {
        side.answer(this, outcomes);
    }

    /** A submit_multi: the destinations that are handed over, and those that cannot be. */
    record Multi(String name, List<Party> to, List<Unsuccess> unsuccess) {}

    void add(int command, int sequence) {
        put(command, sequence, null);
    }

    /** A part of a message whose other parts are awaited. */
    void add(int command, int sequence, Gathering.Held part) {
        put(command, sequence, part);
    }

    void add(int command, int sequence, Multi multi) {
        put(command, sequence, multi);
    }

    private void put(int command, int sequence, Object beside) {
        if (count == commands.length) {
            commands = Arrays.copyOf(commands, 2 * count);
            sequences = Arrays.copyOf(sequences, 2 * count);
            more = Arrays.copyOf(more, 2 * count);
        }
        commands[count] = command;
        sequences[count] = sequence;
        more[count++] = beside;
    }

    int size() {
        return count;
    }

    int command(int i) {
        return commands[i];
    }

    int sequence(int i) {
        return sequences[i];
    }

    /** How many messages a request has. */
    int messages(int i) {
        return more[i] instanceof Multi multi ? multi.to.size() : 1;
    }

    /** Null for none. */
    Multi multi(int i) {
        return more[i] instanceof Multi multi ? multi : null;
    }

    /** Null for none. */
    Gathering.Held part(int i) {
        return more[i] instanceof Gathering.Held part ? part : null;
    }

    void clear() {
        Arrays.fill(more, 0, count, null);
        count = 0;
        outcomes = null;
    }
}
