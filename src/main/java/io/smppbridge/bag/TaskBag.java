package io.smppbridge.bag;

import io.smppbridge.Priority;
import io.smppbridge.settings.Leaving.Floors;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * The bag of one SMSC account: messages that are on disk and wait for a sender, by priority and due time.
 *
 * <p><strong>Bound.</strong> Credits: intake takes one for each message before it is accepted, and it comes back when that has ended.
 * <p><strong>Threads.</strong> The journal thread puts and publishes, and never waits. Senders take in turns: whoever finds the turn
 * taken gets nothing and is rung again when it is free. Any thread may ask for counts.
 *
 * <p><strong>Order.</strong> Within a priority: first what senders gave back (oldest id first), then what has become due, then what was
 * put for now, each in the order in which it came. Between priorities, of every sixteen places in a bunch one prefers {@link Priority#LOW},
 * three prefer {@link Priority#NORMAL} and the others {@link Priority#HIGH}, unless {@link #floors} said otherwise; a place whose lane is
 * empty goes to the highest that is not. So a backlog of low gets at least a sixteenth, and high waits behind a part of a bunch only.
 *
 * <p><strong>Cost.</strong> Constant per message, but a step for each doubling of what was given back. 16 octets for a cold one, 36 until due.
 */
@ThreadSafe
public final class TaskBag {
    private final String smsc;
    private final Credits credits;
    private final AtomicBoolean turn = new AtomicBoolean();
    private volatile boolean missed;
    private final CopyOnWriteArrayList<Runnable> bells = new CopyOnWriteArrayList<>();
    private final MpscUnboundedAtomicArrayQueue<Task> returned = new MpscUnboundedAtomicArrayQueue<>(256);
    private final Shelves shelves = new Shelves();
    private final Queue<Task> firsts = new ConcurrentLinkedQueue<>();

    /** For later: from the journal thread to whose turn it is. */
    private final Lane later = new Lane(true);

    @OwnedBy("the thread whose turn it is")
    private final TimerWheel wheel;

    @OwnedBy("the thread whose turn it is")
    private final TimerWheel.Ripe ripen = shelves::ripe;

    /** Due times whose entries need not wait for them. */
    private final Queue<Long> waived = new ConcurrentLinkedQueue<>();

    private final Broom broom = new Broom();

    @OwnedBy("journal thread")
    private long downAt;

    private volatile boolean leaving;
    private volatile int notDue;
    private volatile long nextDueMs = Long.MAX_VALUE;
    private volatile long oldestId;

    /** For the account of that name, with so many credits, from then on in milliseconds since 1970. */
    public TaskBag(String smsc, int capacity, long nowMs) {
        this.smsc = smsc;
        this.credits = new Credits(capacity);
        wheel = new TimerWheel(nowMs);
    }

    public String smsc() {
        return smsc;
    }

    /** Takes credits for a whole request, or none of them. Any thread. */
    public boolean tryAcquire(int n) {
        return credits.tryAcquire(n);
    }

    /** Takes credits for messages that are already accepted, as at a restart, also beyond the capacity. Any thread. */
    public void acquireAnyway(int n) {
        credits.acquireAnyway(n);
    }

    /** Gives credits back. Any thread. */
    public void release(int n) {
        int left = credits.release(n);
        assert left >= 0 : smsc + ": " + left + " credits held";
    }

    /** How many more messages may be accepted. */
    public int credits() {
        return credits.left();
    }

    public int capacity() {
        return credits.capacity();
    }

    /** A new bound; messages beyond it stay. Any thread. */
    public void capacity(int messages) {
        credits.capacity(messages);
    }

    /** Whether messages here that are due had better go elsewhere, as no bind stands to send them by. Any thread. */
    public boolean leaving() {
        return leaving;
    }

    /** Said by the journal thread. */
    public void leaving(boolean now) {
        leaving = now;
    }

    /** How long the SMSC has been down, in nanoseconds; 0 while it is up. Only by the journal thread. */
    public long downSince(boolean up, long nowNanos) {
        downAt = up ? 0 : downAt == 0 ? Math.max(1, nowNanos) : downAt;
        return up ? 0 : nowNanos - downAt;
    }

    /** A sender to ring when there may be something to take. The bell must not wait. */
    public void addBell(Runnable bell) {
        bells.add(bell);
    }

    public void removeBell(Runnable bell) {
        bells.remove(bell);
    }

    /**
     * Adds a message that is on disk; senders see it after {@link #publish}. Journal thread only. One whose task is null has left memory: it
     * is loaded by id and position. None is taken before its due time; 0 is now, and cheaper than the present time.
     */
    public void put(long id, long position, Task taskOrNull, Priority priority, long dueAtMs) {
        if (dueAtMs <= 0) {
            shelves.add(id, position, taskOrNull, priority.ordinal());
        } else {
            later.add(id, position, taskOrNull, dueAtMs << TimerWheel.DUE_SHIFT | Task.kind(taskOrNull, priority));
        }
    }

    /** As {@link #put}, of one that was here and pauses until then, which is no longer where the clock is set back meanwhile. */
    public void putAgain(long id, long position, Priority priority, long dueAtMs) {
        later.add(id, position, null, dueAtMs << TimerWheel.DUE_SHIFT | TimerWheel.PAUSE | priority.ordinal());
    }

    /** Shows everything put so far to the senders and rings them, once. Journal thread only. */
    public void publish() {
        boolean any = later.publish();
        if (shelves.publish() || any) {
            ring();
        }
    }

    /** Puts a claimed task back, which waits until then, but no longer where the clock is set back; for 0, before all that was put. */
    public void giveBack(Task task, long dueAtMs) {
        giveBack(task, dueAtMs, true);
    }

    private void giveBack(Task task, long dueAtMs, boolean pauses) {
        task.pauses = pauses;
        task.dueAtMs = dueAtMs;
        task.unclaim();
        returned.offer(task);
    }

    /** As {@link #giveBack}, for a time of the day: what was read back from the journal leaves memory again. */
    public void putOff(Task task, long dueAtMs, TaskSource source) {
        task.leavesMemory = source.letGo(task);
        giveBack(task, dueAtMs, false);
    }

    /** What was put off until exactly then may be taken from now on. Any thread. */
    public void letGo(long dueAtMs) {
        waived.offer(dueAtMs);
        ring();
    }

    /** Other shares of the lower priorities, from the next taking on. Any thread. */
    public void floors(Floors floors) {
        shelves.floors(floors);
    }

    /** One put for later that others to its number must not pass: it had gone out before this start. Journal thread, before it publishes. */
    public void first(Task task) {
        task.pauses = true;
        firsts.add(task);
    }

    /** The next of those, or null when there is none. Any thread. */
    public Task pollFirst() {
        return firsts.poll();
    }

    /** While it says so, only {@link Priority#HIGH} can be taken. Any thread; what waits is counted all the same. */
    public void onlyHigh(boolean only) {
        shelves.onlyHigh(only);
    }

    /** Rings everyone that takes: after {@link #giveBack} of tasks that are due now. */
    public void ring() {
        bells.forEach(Runnable::run);
    }

    /**
     * Takes the next tasks, claimed, among them such as have expired. Cold ones are loaded here, on the sender's thread, after the turn.
     * Withdrawn ones are left out.
     *
     * @param max at most the bunch's capacity
     * @return how many; 0 when nothing is due, or when another sender has the turn and this one will be rung
     */
    public int take(Bunch into, int max, long nowMs, TaskSource source) {
        into.clear();
        int picked = 1;
        while (into.size() == 0 && picked > 0) {
            if (!enter()) {
                return 0;
            }
            try {
                sort(nowMs);
                picked = shelves.pick(into, Math.min(max, into.capacity()));
            } finally {
                leave();
            }
            into.wake(source);
        }
        return into.size();
    }

    /** A message that stands here was withdrawn, or goes on under another entry. Journal thread only. */
    public void withdrawn() {
        broom.oneMore();
        shelves.withdrawn();
    }

    /** Removes such, a part each time, while there may be any. Journal thread; while a sender has the turn, nothing. */
    public void sweep(long nowMs, Gone gone) {
        if (broom.rests() && shelves.rests() || !turn.compareAndSet(false, true)) {
            return;
        }
        missed = true; // what is found to be due here is nobody's news yet
        try {
            sort(nowMs);
            broom.sweep(wheel::sweep, gone, later.hasUnpublished());
            shelves.sweep(gone);
        } finally {
            leave();
        }
    }

    /** Whether {@link #take} may find something. Any thread. */
    public boolean hasDue(long nowMs) {
        if (shelves.takeable() > 0) {
            return true;
        }
        if (returned.isEmpty() && later.size() == 0 && waived.isEmpty() && nextDueMs > nowMs || !enter()) {
            return false; // Nothing, or another has the turn and will ring.
        }
        try {
            sort(nowMs);
        } finally {
            leave();
        }
        return shelves.takeable() > 0;
    }

    /** The time at which something not yet due may become so; {@link Long#MAX_VALUE} for never. Rings nobody when it comes. */
    public long nextDueMs() {
        return nextDueMs;
    }

    /** Messages in the bag, due or not; those withdrawn included until they are reached or {@linkplain #sweep swept out}. */
    public long depth() {
        return ready() + scheduled();
    }

    /** Messages that are due. */
    public long ready() {
        return returned.size() + shelves.size();
    }

    /** Messages of one priority that are due, without those just given back. */
    public long ready(Priority priority) {
        return shelves.size(priority.ordinal());
    }

    /** Messages that are not yet due. */
    public long scheduled() {
        return notDue + later.size();
    }

    /**
     * The smallest id among the first of each lane, which tells the age of what waits longest; 0 when nothing is due. What was given
     * back counts. Any thread; while another has the turn, as it was before that turn.
     */
    public long oldestId(long nowMs) {
        if (turn.compareAndSet(false, true)) {
            try {
                sort(nowMs);
            } finally {
                leave();
            }
        }
        return oldestId;
    }

    private boolean enter() {
        if (turn.compareAndSet(false, true)) {
            return true;
        }
        missed = true;
        return turn.compareAndSet(false, true);
    }

    private void leave() {
        oldestId = shelves.oldestId();
        notDue = wheel.size();
        nextDueMs = wheel.nextDueMs();
        turn.set(false);
        if (missed) {
            missed = false;
            ring();
        }
    }

    /** Brings everything that came in where it belongs. */
    private void sort(long nowMs) {
        for (Task task = returned.poll(); task != null; task = returned.poll()) {
            Priority priority = task.sms().priority();
            if (task.dueAtMs <= nowMs && !task.leavesMemory) {
                shelves.front(task, priority.ordinal());
            } else if (!task.isWithdrawn()) {
                int kind = Task.kind(task, priority);
                wheel.add(task.id(), task.position, task.leavesMemory ? null : task, kind, task.dueAtMs);
            }
        }
        wheel.advance(nowMs, ripen);
        for (long n = later.size(); n > 0; n--) {
            long id = later.headId();
            long due = later.headDue() >> TimerWheel.DUE_SHIFT;
            int kind = (int) later.headDue() & (TimerWheel.PAUSE | TimerWheel.PRIORITY);
            if (due <= nowMs) {
                shelves.ripe(id, later.headPosition(), later.headTask(), kind & TimerWheel.PRIORITY);
            } else {
                wheel.add(id, later.headPosition(), later.headTask(), kind, due);
            }
            later.remove();
        }
        for (Long due = waived.poll(); due != null; due = waived.poll()) {
            wheel.ripen(due, ripen);
        }
        shelves.publishRipe();
    }
}
