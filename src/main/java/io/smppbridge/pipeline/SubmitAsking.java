package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.plugin.Verdict;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.Shape;
import io.smppbridge.records.Story;
import io.smppbridge.records.Trail;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.SmartText;
import io.smppbridge.threads.Lines;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import io.smppbridge.tlv.TlvFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Asks plug-ins about messages that are about to be submitted, on threads of its own. Messages of one account for one SMSC are asked about
 * in a few lines beside each other, those to one number in the same; there are threads for several times as many lines, so that a plug-in
 * that is slow about one account's messages keeps nobody else's waiting.
 *
 * <p>A change is written down before the message goes on: after a restart it is the same, and is not asked about again. It holds for this
 * SMSC only; another one is offered the message as it was accepted.
 */
@ThreadSafe
final class SubmitAsking implements BeforeSubmit {
    /** More than a sender lets wait. */
    private static final int WAITING = 4_096;

    private static final int ATTEMPTS = 3;

    private final Books books;
    private final Admission admission;
    private final Inquiries inquiries;
    private final Hooks hooks;
    private final int atOnce;
    private final Lines lines;
    private final Unreadable unreadable = new Unreadable(Ticker.SYSTEM);
    private volatile boolean stopping;

    /** For these plug-ins; {@link BeforeSubmit#NONE} when none of them looks at messages then. */
    static BeforeSubmit of(Books books, Admission admission, Inquiries inquiries, Hooks hooks) {
        return hooks.anySubmitting() ? new SubmitAsking(books, admission, inquiries, hooks) : BeforeSubmit.NONE;
    }

    private SubmitAsking(Books books, Admission admission, Inquiries inquiries, Hooks hooks) {
        this.books = books;
        this.admission = admission;
        this.inquiries = inquiries;
        this.hooks = hooks;
        this.atOnce = hooks.submitsAtOnce();
        this.lines = new Lines("plugin-submit", Hooks.BUSY * atOnce, WAITING);
    }

    @Override
    public Duration within() {
        return hooks.submitWithin();
    }

    @Override
    public boolean any() {
        return true;
    }

    @Override
    public void ask(Task task, Consumer<Said> told) {
        int slice = Math.floorMod(task.sms().to().number().hashCode(), atOnce);
        String line = task.smsc() + '/' + task.account() + '/' + slice;
        if (!lines.add(line, () -> told.accept(said(task)))) {
            told.accept(Said.LATER);
        }
    }

    @Override
    public void stop(Duration within) throws InterruptedException {
        stopping = true;
        lines.stop(within);
    }

    private Said said(Task task) {
        if (stopping || task.isWithdrawn()) {
            return Said.LATER;
        }
        try {
            return meant(task, hooks.beforeSubmit(task.account(), task.sms(), task.smsc()));
        } catch (RuntimeException e) {
            return meant(task, hooks.spoilt(e.toString()));
        } catch (Error e) { // as where no memory beside the heap is left to read in: the sender waits for an answer
            unreadable.about(task.id(), e);
            return Said.LATER;
        }
    }

    private Said meant(Task task, Verdict verdict) {
        if (verdict instanceof Verdict.Refuse refuse) {
            return new Said.Refused("refused by a plug-in: " + refuse.reason());
        }
        if (!(verdict instanceof Verdict.Change change)) {
            return Said.PASS;
        }
        Shape given = Shape.of(task.sms());
        OutboundSms wanted = Shape.of(change.sms()).on(task.sms());
        return given.equals(Shape.of(wanted)) ? Said.PASS : changed(task, wanted, given);
    }

    private Said changed(Task task, OutboundSms wanted, Shape given) {
        Lanes lanes = books.lanes.get();
        Lane lane = lanes.find(task.smsc()).orElse(null);
        if (lane == null) {
            return Said.LATER;
        }
        List<Fault> faults = admission.faults(task.account(), wanted, task.sms());
        if (faults.isEmpty() && !lane.holds(wanted.from())) {
            faults = List.of(LettersHeld.fault(lane, wanted.from()));
        }
        SmartText.Outcome cut = Admission.cut(lanes, lane, task.account(), wanted, 0);
        if (faults.isEmpty() && !(cut.result() instanceof EncodeResult.Encoded)) {
            faults = List.of(Admission.fault(cut.result(), wanted));
        }
        if (!faults.isEmpty()) {
            return meant(task, hooks.spoilt(faults.get(0).reason()));
        }
        EncodeResult.Encoded encoded = (EncodeResult.Encoded) cut.result();
        Parts parts;
        try {
            parts = Lane.parts(encoded).with(lane.tlvs(cut.sms()));
        } catch (TlvFault fault) {
            return meant(task, hooks.spoilt(fault.getMessage()));
        }
        if (!task.claim()) {
            return Said.LATER; // withdrawn meanwhile
        }
        try {
            return written(task, lane, cut.sms(), parts, encoded, given);
        } finally {
            task.unclaim();
        }
    }

    /** What the journal thread makes of a change: nothing before it has begun, and then soon. */
    private enum Turn {
        WAITS,
        GIVEN_UP,
        DONE,
        OVERTAKEN
    }

    private Said written(
            Task task, Lane lane, OutboundSms sms, Parts parts, EncodeResult.Encoded encoded, Shape given) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<Long> last = inquiries.message(task.id()).flatMap(stands -> stands);
            Optional<Story> story = last.flatMap(at -> Story.read(books.journal::read, at));
            if (story.isEmpty()) {
                return Said.LATER;
            }
            AtomicReference<Turn> turn = new AtomicReference<>(Turn.WAITS);
            inquiries.ask(() -> {
                synchronized (turn) {
                    if (turn.get() == Turn.WAITS) {
                        Recasting.Cast cast = new Recasting.Cast(
                                cast(story.get().accept(), task, sms, parts),
                                encoded.encoding(),
                                trail(story.get(), lane),
                                Optional.of(given));
                        turn.set(write(task, lane, story.get(), last.get(), cast) ? Turn.DONE : Turn.OVERTAKEN);
                    }
                }
                return Optional.of(true);
            });
            synchronized (turn) {
                turn.compareAndSet(Turn.WAITS, Turn.GIVEN_UP);
            }
            if (turn.get() != Turn.OVERTAKEN) {
                return turn.get() == Turn.DONE ? Said.PASS : Said.LATER;
            }
        }
        return Said.LATER;
    }

    private static Task cast(AcceptRecord was, Task task, OutboundSms sms, Parts parts) {
        Task anew = new Task(task.account(), task.smsc(), sms, was.expiresAtMs(), parts);
        anew.dueAtMs = was.dueAtMs();
        return anew;
    }

    private static Trail trail(Story story, Lane lane) {
        Trail was = story.accept().trail();
        List<String> changes = new ArrayList<>(was.changes());
        changes.add("by a plug-in, for SMSC " + lane.name());
        return was.with(changes);
    }

    /** Journal thread. False when something has happened to the message since its story was read. */
    private boolean write(Task task, Lane lane, Story story, long asOf, Recasting.Cast cast) {
        int at = books.ledger.find(task.id());
        MessageState state = at == Ledger.NONE ? MessageState.ACCEPTED : books.ledger.state(at);
        if (state.isFinal() || books.ledger.lastPosition(at) != asOf || books.ledger.lane(at) != lane.number()) {
            return false;
        }
        Recasting recasting = new Recasting(books);
        Recasting.Numbered numbered = recasting.numbered(story, cast, lane);
        if (numbered.number() == PartsNumber.AWAITED) {
            return false; // it is asked about again, and a number may be free then
        }
        boolean hot = books.ledger.extra(at) == task;
        if (hot) {
            books.cool(at);
        }
        task.position = recasting.write(at, story, numbered.cast(), numbered.number());
        task.become(numbered.cast().sms(), numbered.cast().parts());
        if (hot) {
            books.warmAnyway(at, task);
        }
        return true;
    }
}
