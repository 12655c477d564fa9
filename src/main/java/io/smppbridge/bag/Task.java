package io.smppbridge.bag;

import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.threads.OwnedBy;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * One accepted message on its way to one SMSC. Belongs to whoever holds it: the journal thread until it is in the bag, then the sender
 * that took it. Only the claim is contended: a sender takes it, or someone withdraws it, never both.
 */
@OwnedBy("whoever holds it")
public final class Task {
    private static final byte[] NOTHING = {};
    /** Of a task without its texts. */
    private static final int OCTETS = 480;

    private static final int ARRAY = 24;
    private static final int WAITING = 0;
    private static final int TAKEN = 1;
    private static final int WITHDRAWN = 2;
    private static final AtomicIntegerFieldUpdater<Task> CLAIM =
            AtomicIntegerFieldUpdater.newUpdater(Task.class, "claim");

    private final String account;
    private final String smsc;
    private final long expiresAtMs;
    private OutboundSms sms;
    private Parts parts;
    private int octets;
    private volatile int claim = WAITING;
    private long id;

    /** Where the ACCEPT record stands in the journal; set by the journal thread before the task is in the bag. */
    public long position;
    /** Not to be sent before; milliseconds since 1970. */
    public long dueAtMs;
    /** Attempts that the SMSC refused for a time. */
    public int refusals;
    /** Attempts that got no answer. */
    public int unanswered;
    /** Whoever wants to look at it before it is submitted to its SMSC has done so, or need not any more. */
    public boolean cleared;
    /** Every attempt that it may have was refused for a time. Written by the sender that gives it up. */
    public boolean exhausted;
    /** Whether it also goes to a subscriber who wants no messages: an answer to his own words. Set before it is in the bag. */
    public boolean exempt;
    /** When a part of it was submitted last, by the ticker; meaningless before. Written by the sender. */
    public long lastPartAt;
    /** TLVs of the SMSC's answer to the part that was answered last. Written by the sender. */
    public byte[] answerTlvs = NOTHING;
    /** It has ended otherwise, as by the receipt of one of its parts: none is to be submitted any more. Written by the journal thread. */
    public volatile boolean over;
    /** Not to be sent together with others: the SMSC has refused that. Written by the sender. */
    public boolean alone;
    /** Whether the bag is to keep no more of it than of a message whose body has left memory. Written by {@link TaskBag#putOff}. */
    boolean leavesMemory;
    /** Whether it waits for so long, and not until that time of the day. */
    boolean pauses;

    public Task(String account, String smsc, OutboundSms sms, long expiresAtMs, Parts parts) {
        this.account = account;
        this.smsc = smsc;
        this.sms = sms;
        this.expiresAtMs = expiresAtMs;
        this.parts = parts;
        this.octets = octets(sms, parts);
    }

    private static int octets(OutboundSms sms, Parts parts) {
        int octets = OCTETS + 2 * sms.text().length();
        if (parts.plainOrNull() != null) {
            return octets;
        }
        for (int i = 0; i < parts.count(); i++) {
            octets += ARRAY + parts.length(i);
        }
        return octets;
    }

    /** What it takes of memory, about. Known from its making, so that nobody has to look at texts that have left his cache. */
    public int octets() {
        return octets;
    }

    /** Zero until the journal thread has given one. */
    public long id() {
        return id;
    }

    /** Gives the task its id: once, on the journal thread or by whoever reads it back from the journal. */
    public Task named(long newId) {
        assert id == 0 : "task " + id + " named again";
        id = newId;
        return this;
    }

    public String account() {
        return account;
    }

    public String smsc() {
        return smsc;
    }

    public OutboundSms sms() {
        return sms;
    }

    public long expiresAtMs() {
        return expiresAtMs;
    }

    public Parts parts() {
        return parts;
    }

    /** It goes on with another text, in other parts. Only while it is claimed, none of its parts being under way. */
    public void become(OutboundSms other, Parts otherParts) {
        sms = other;
        parts = otherParts;
        octets = octets(other, otherParts);
    }

    /** The same message as it is now, waiting: for one that has been withdrawn and goes on all the same. */
    public Task again() {
        Task anew = new Task(account, smsc, sms, expiresAtMs, parts).named(id);
        anew.position = position;
        anew.dueAtMs = dueAtMs;
        anew.refusals = refusals;
        anew.unanswered = unanswered;
        anew.cleared = cleared;
        anew.exempt = exempt;
        anew.lastPartAt = lastPartAt;
        anew.alone = alone;
        anew.pauses = pauses;
        return anew;
    }

    /** What the wheel keeps beside the due time: the priority, and whether it pauses. */
    static int kind(Task taskOrNull, Priority priority) {
        return taskOrNull != null && taskOrNull.pauses ? priority.ordinal() | TimerWheel.PAUSE : priority.ordinal();
    }

    /** Looks at what is needed to write it down or to send it, so that it is on its way into the processor's cache. Tells nothing. */
    public long touch() {
        OutboundSms message = sms;
        String text = message.text();
        String to = message.to().number();
        return expiresAtMs
                + claim
                + parts.count()
                + message.binary().length
                + to.length()
                + (text.isEmpty() ? 0 : text.charAt(text.length() - 1));
    }

    /** True for the one sender that may submit it now. */
    public boolean claim() {
        return CLAIM.compareAndSet(this, WAITING, TAKEN);
    }

    /** Back to waiting, before it goes back into the bag. Only by the sender that claimed it. */
    public void unclaim() {
        claim = WAITING;
    }

    /** True when it was still waiting and will now never be submitted. */
    public boolean withdraw() {
        return CLAIM.compareAndSet(this, WAITING, WITHDRAWN);
    }

    public boolean isWithdrawn() {
        return claim == WITHDRAWN;
    }

    public boolean isTaken() {
        return claim == TAKEN;
    }
}
