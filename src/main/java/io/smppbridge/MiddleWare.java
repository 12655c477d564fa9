package io.smppbridge;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The platform's door in process: hand messages over, hear of inbound ones. {@code Bridge.start(file).middleWare()} is one. Its messages
 * are those of the account that {@code middleware.account} names; one that asks for no receipt ({@link OutboundSms#wish}) ends when the
 * SMSC has taken it, and nothing more is told of it.
 *
 * <p>Safe for any number of threads. No call blocks for the disk or a carrier. Futures and callbacks complete on the bridge's own
 * threads: they must not block, nor close the bridge, which would wait for the very thread that closes it.
 */
public interface MiddleWare {
    /** Completes when the message is as safe as {@code middleware.durability} says, or is refused. Never completes exceptionally. */
    default CompletableFuture<SendOutcome> send(OutboundSms sms) {
        CompletableFuture<SendOutcome> future = new CompletableFuture<>();
        send(
                List.of(Objects.requireNonNull(sms, "sms is null, expected a message")),
                outcomes -> future.complete(outcomes[0]));
        return future;
    }

    /**
     * The one-line call: default sender, default route, no receipt.
     *
     * @throws IllegalArgumentException if the number is neither one nor an address ({@link Address#of}); nothing is sent then
     * @throws NullPointerException if number or text is null
     */
    default CompletableFuture<SendOutcome> send(String number, String text) {
        return send(OutboundSms.of(number, text));
    }

    /**
     * As {@link #send(OutboundSms)} for each message: outcome i belongs to message i. Of more than {@code pipeline.ring-size} at once some may
     * be {@link SendOutcome.NotAccepting}, as that many wait for the journal at most; hand those over again.
     */
    default CompletableFuture<List<SendOutcome>> send(List<OutboundSms> list) {
        CompletableFuture<List<SendOutcome>> future = new CompletableFuture<>();
        send(list, outcomes -> future.complete(List.of(outcomes)));
        return future;
    }

    /**
     * The cheapest form for bulk: {@code done} is called exactly once, when every message of the list is decided; outcome i belongs to
     * message i. A message that is refused does not touch the others. The list is the caller's again when this returns.
     *
     * @throws NullPointerException if the list, one of it or {@code done} is null; nothing of the list is taken then
     */
    void send(List<OutboundSms> list, Consumer<SendOutcome[]> done);

    /**
     * Registers who hears of the receipts of the in-process account, and of those inbound messages that the configuration gives to no other;
     * replaces the earlier one. What comes while nobody is registered waits on disk, {@code handback.keep} at most.
     */
    void listen(InboundListener listener);
}
