package io.smppbridge;

import java.util.List;
import java.util.function.Consumer;

/**
 * The way in for one stream of one account, whose messages have ids that rise by one. Of a stream with a name, every id is taken once and in
 * order, also over a kill of the process: what is offered again is known by its id. Belongs to one connection and one thread; completions
 * come on the bridge's own threads and must not block.
 */
public interface StreamDoor {
    /**
     * Where a stream stands.
     *
     * @param last its last durable id; 0 when none is known
     * @param refusal why it cannot be taken now, in a sentence; empty when it can
     */
    record Standing(long last, String refusal) {}

    /** Tells where the stream stands, once that is durable; called exactly once. */
    void standing(Consumer<Standing> told);

    /**
     * Hands over what consecutive ids stand for. {@code done} is called exactly once, when all of them are decided; outcome i belongs to
     * entry i. {@link SendOutcome.NoCredit} and {@link SendOutcome.NotAccepting} leave an id open, to be offered again; of a stream with a
     * name, all ids behind it are left open too. Any other outcome covers the id. A refusal that is handed over comes back, once it is as safe
     * as a message would be.
     *
     * @param firstId of the list's first entry; the first call's is where the connection begins
     */
    void send(long firstId, List<? extends Streamed> list, Consumer<SendOutcome[]> done);
}
