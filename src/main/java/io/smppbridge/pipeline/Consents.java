package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The list of those who want no more messages, for an operator. Changes ask the journal thread and wait for it, at most ten seconds. */
@ThreadSafe
public final class Consents {
    private final ConsentList list;
    private final ConsentStage stage;
    private final Inquiries inquiries;
    private final Supplier<Lanes> lanes;

    /**
     * One who wants no more messages.
     *
     * @param number digits
     * @param sender from this sender; empty for any
     * @param account of this account; empty for any
     */
    public record OptedOut(String number, String sender, String account, Instant since) {}

    Consents(ConsentList list, ConsentStage stage, Inquiries inquiries, Supplier<Lanes> lanes) {
        this.lanes = lanes;
        this.list = list;
        this.stage = stage;
        this.inquiries = inquiries;
    }

    /** How many there are. */
    public int count() {
        return list.size();
    }

    /** How many answers to STOP, START or HELP could not be sent yet. */
    public int owed() {
        return stage.owed();
    }

    /** All of a number, or with an empty one at most so many of any. */
    public List<OptedOut> list(String number, int atMost) {
        List<OptedOut> all = new ArrayList<>();
        String digits = number.isEmpty() ? "" : lanes.get().subscribers().of(new Address(number, 0, 0));
        Map<String, List<ConsentList.Entry>> found = list.some(digits, atMost);
        (found.isEmpty() ? list.some(number, atMost) : found)
                .forEach((one, entries) -> entries.forEach(entry -> all.add(new OptedOut(
                        one,
                        after(entry.scope(), ConsentList.sender("")),
                        after(entry.scope(), ConsentList.account("")),
                        Instant.ofEpochMilli(entry.sinceMs())))));
        return all;
    }

    /**
     * Opts a number out, or in again.
     *
     * @param sender only for messages from it; empty for any
     * @param account only for its messages, when no sender is given; empty for any
     * @return whether that changed anything; empty when the journal thread did not answer in time
     */
    public Optional<Boolean> change(Address number, String sender, String account, boolean out) {
        String scope = !sender.isEmpty()
                ? ConsentCheck.sender(lanes.get(), Address.of(sender))
                : account.isEmpty() ? ConsentList.EVERYTHING : ConsentList.account(account);
        return inquiries.settle(() -> Optional.of(stage.change(number, scope, out)));
    }

    private static String after(String scope, String kind) {
        return scope.startsWith(kind) ? scope.substring(kind.length()) : "";
    }
}
