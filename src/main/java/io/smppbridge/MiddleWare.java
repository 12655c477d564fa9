package io.smppbridge;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * How a platform in the same process hands messages over and hears of inbound ones: {@code Bridge.start(file).middleWare()}. Its messages
 * belong to the account that {@code middleware.account} names.
 *
 * <p>A message that asks for no receipt ({@link OutboundSms#wish}) ends when the SMSC has taken it. The platform hears nothing more of it.
 *
 * <p>Any number of threads may call it. No call waits for the disk or a carrier. Futures and callbacks complete on the bridge's own
 * threads. There they must not block, and must not close the bridge, which would wait for the very thread that closes it.
 */
public interface MiddleWare {
    /**
     * Hands one message over. The future completes when the message is as safe as {@code middleware.durability} says, or is refused. It never
     * completes exceptionally.
     *
     * @throws NullPointerException if the message is null
     */
    default CompletableFuture<SendOutcome> send(OutboundSms sms) {
        CompletableFuture<SendOutcome> future = new CompletableFuture<>();
        send(
                List.of(Objects.requireNonNull(sms, "sms is null, expected a message")),
                outcomes -> future.complete(outcomes[0]));
        return future;
    }

    /**
     * The shortest call: default sender, default route, no receipt.
     *
     * @throws IllegalArgumentException if {@link Address#of} cannot read the number, or it is not made of digits; nothing is sent then
     * @throws NullPointerException if number or text is null
     */
    default CompletableFuture<SendOutcome> send(String number, String text) {
        return send(OutboundSms.of(number, text));
    }

    /**
     * As {@link #send(OutboundSms)} for each message: outcome i belongs to message i. At most {@code pipeline.ring-size} messages wait for the
     * journal. Of a longer list some may be {@link SendOutcome.NotAccepting}: hand those over again.
     *
     * @throws NullPointerException if the list or one of it is null; nothing of the list is taken then
     */
    default CompletableFuture<List<SendOutcome>> send(List<OutboundSms> list) {
        CompletableFuture<List<SendOutcome>> future = new CompletableFuture<>();
        send(list, outcomes -> future.complete(List.of(outcomes)));
        return future;
    }

    /**
     * The cheapest form for bulk. {@code done} is called exactly once, when every message of the list is decided. Outcome i belongs to
     * message i. A refused message does not affect the others. The caller may change the list as soon as this returns.
     *
     * @throws NullPointerException if the list, one of it or {@code done} is null; nothing of the list is taken then
     */
    void send(List<OutboundSms> list, Consumer<SendOutcome[]> done);

    /**
     * Registers the listener, in place of an earlier one. It hears of the receipts of this account, and of those inbound messages that the
     * configuration gives to no other. What comes while there is none waits on disk, for {@code handback.keep} at most.
     *
     * @throws NullPointerException if the listener is null; the one before stays
     */
    void listen(InboundListener listener);
}
