package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.TaskId;
import io.smppbridge.bag.Task;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.Bearer;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.routing.Route;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds a new way for messages whose SMSC has left the configuration. What no route takes waits, on disk, for a configuration that does.
 * Reads the journal on the reading thread; decides and writes on the journal thread.
 */
@OwnedBy("journal thread")
final class Rerouting {
    private static final Logger LOG = LoggerFactory.getLogger(Rerouting.class);

    private static final int AT_ONCE = 256;
    private static final int SOME = 2_000;

    private final Books books;
    private final Settlement settlement;
    private final ColdTasks cold;
    private final ReadingBack back;
    private final JournalDoor door;
    private final ArrayDeque<Long> stranded = new ArrayDeque<>();
    private final ArrayDeque<Long> pending = new ArrayDeque<>();
    private int reading;

    Rerouting(Books books, Settlement settlement, ColdTasks cold, ReadingBack back, JournalDoor door) {
        this.books = books;
        this.settlement = settlement;
        this.cold = cold;
        this.back = back;
        this.door = door;
    }

    /** A message has no lane. */
    void stranded(long id) {
        stranded.add(id);
    }

    int strandedCount() {
        return stranded.size() + pending.size() + reading;
    }

    /** Tries every stranded message again: after a start, and after each change of the configuration. */
    void retry() {
        pending.addAll(stranded);
        stranded.clear();
        turn();
    }

    /** Tries some of them again: a bag may have room now. */
    void retrySome() {
        for (int i = 0; i < SOME && !stranded.isEmpty(); i++) {
            pending.add(stranded.poll());
        }
        turn();
    }

    /** Goes on with what is to be tried, so many at a time that the reading thread has room for others. */
    void turn() {
        while (reading < AT_ONCE && !pending.isEmpty()) {
            read(pending.poll());
        }
    }

    /** An SMSC has gone and its senders have ended: whatever waited for it goes elsewhere. */
    void empty(Lane gone) {
        books.ledger.forEachAwake(id -> {
            int at = books.ledger.find(id);
            if (Books.isToBeSent(books.ledger.state(at)) && books.ledger.lane(at) == gone.number()) {
                books.ledger.credit(at, false); // the bag has gone, and the credit with it
                withdraw(at);
                leaves(id);
            }
        });
        books.ledger.lost(gone.number(), this::leaves);
        if (!pending.isEmpty()) {
            LOG.info(
                    "{} messages waited for {}, which has left the configuration: they are routed anew",
                    pending.size(),
                    gone.name());
        }
        retry();
    }

    private void leaves(long id) {
        Task task = cold.loaded(id);
        if (task != null) {
            task.withdraw();
        }
        cold.ended(id);
        books.unnumbered.forget(id);
        pending.add(id);
    }

    /** What stands aside, as somebody looks at it, does not come back: it is another task for another SMSC. */
    private void withdraw(int at) {
        if (books.ledger.extra(at) instanceof Task hot) {
            hot.withdraw();
            books.cool(at);
        }
    }

    private void read(long id) {
        int at = books.ledger.find(id);
        if (at == Ledger.NONE) {
            return;
        }
        long last = books.ledger.lastPosition(at);
        reading++;
        back.message(id, last, story -> found(id, story, last), () -> {
            reading--;
            stranded(id); // the next change, or start, tries again
        });
    }

    private void found(long id, Optional<Story> story, long asOf) {
        reading--;
        story.ifPresentOrElse(
                known -> {
                    try {
                        place(known, asOf);
                    } catch (RuntimeException | Error e) {
                        failed(id, e);
                    }
                },
                () -> stranded(id));
        turn();
    }

    /** A message that is in nobody's hands could not go on, nor end as it was to: it ends with what is known of it. */
    void failed(long id, Throwable e) {
        JournalTurn.rethrowFatal(e);
        LOG.error("message {} could not go on; it ends", new TaskId(id), e);
        books.stats.refused("internal").increment();
        books.journal.cancelRecord();
        int at = books.ledger.find(id);
        if (at != Ledger.NONE && Books.isToBeSent(books.ledger.state(at))) {
            MessageState end = books.ledger.isLapsing(at) ? MessageState.UNCERTAIN : MessageState.REJECTED;
            settlement.close(at, end, "", "internal error, see the log");
        }
    }

    private void place(Story story, long asOf) {
        long id = story.accept().id();
        int at = books.ledger.find(id);
        if (!books.isOpen(at) || books.ledger.credit(at)) {
            return; // it has ended, or has found its way already
        }
        if (books.ledger.isLapsing(at)) {
            // It is not sent again for want of an SMSC: it ends as perhaps sent there, or goes on by its route's
            // failover, in its time.
            return;
        }
        if (books.ledger.state(at) == MessageState.SENT) {
            // Its answer was in the ring when the SMSC left: it has been taken, only its receipt is to come.
            return;
        }
        if (books.ledger.lastPosition(at) != asOf) {
            read(id);
            return;
        }
        if (story.isBegun()) {
            settlement.close(
                    at,
                    MessageState.UNCERTAIN,
                    "",
                    "a part of it had been sent when its SMSC " + story.smsc() + " left the configuration");
            return;
        }
        elsewhere(story).ifPresentOrElse(lane -> move(at, story, lane), () -> stranded(id)); // then it is tried again
    }

    /** Where its route leads now, with a credit there; empty for want of a route, or of an SMSC of it that takes the message and has a credit. */
    private Optional<Lane> elsewhere(Story story) {
        Lanes lanes = books.lanes.get();
        OutboundSms sms = story.accept().asGiven();
        Route route = lanes.routes()
                .find(story.accept().account(), sms, story.accept().acceptedMs());
        if (!route.exists()) {
            return Optional.empty();
        }
        String smsc = route.choose(
                sms.to().number(),
                name -> lanes.find(name).map(Lane::isUp).orElse(false),
                name -> lanes.find(name)
                        .map(lane -> !lane.retired()
                                && lane.takes(sms, story.reference())
                                && lane.bag().tryAcquire(1))
                        .orElse(false));
        return lanes.find(smsc);
    }

    /**
     * The SMSC that a message has left for want of a configuration is there again, and tells that it has it: there it is, and not where it
     * would have gone out next.
     *
     * @param at its slot, of a message that no sender has, and none finds in a bag
     */
    static void back(Books books, Settlement settlement, int at, Lane lane) {
        if (books.ledger.lane(at) != lane.number()) {
            settlement.releaseCredit(at);
            long last = books.ledger.lastPosition(at);
            books.append(
                    at, ProgressRecord.rerouted(books.ledger.idAt(at), last, books.nowMs(), null, 0, 1, lane.name()));
            books.ledger.lane(at, lane.number());
        }
    }

    /**
     * Where it is another message for the new SMSC, by its parts, their encoding, or without what a plug-in did for the old one, it is written anew; and
     * its parts get a number of the series that the new SMSC's show, unless they bear one.
     *
     * @return that number
     */
    private int recast(int at, Story story, ProgressRecord step, Lane lane) {
        AcceptRecord accept = story.accept();
        OutboundSms sms = accept.asGiven();
        int was = story.reference();
        if (!(lane.encode(sms, was) instanceof EncodeResult.Encoded encoded)) {
            return 0; // its sender tells, once it reads it
        }
        Task task = new Task(accept.account(), lane.name(), sms, accept.expiresAtMs(), Lane.parts(encoded));
        boolean same = isAsRecorded(accept, encoded);
        if (same && ConcatNumbers.suits(was, task.parts())) {
            return was;
        }
        int number = books.concat.number(task, books.nowMs(), (int) accept.id() & 0xFFFF);
        if (number == PartsNumber.AWAITED && lane.mayWiden()) {
            int wide = books.concat.nextWide(sms, books.nowMs(), (int) accept.id());
            if (lane.encode(sms, wide) instanceof EncodeResult.Encoded wider) {
                lane.widened();
                encoded = wider;
                task = new Task(accept.account(), lane.name(), sms, accept.expiresAtMs(), Lane.parts(wider));
                same = isAsRecorded(accept, wider);
                number = wide;
            }
        }
        if (same) {
            books.unnumbered.write(at, number, ConcatNumbers.pair(task), accept.airMs());
            return number;
        }
        task.dueAtMs = accept.dueAtMs();
        List<ProgressRecord> steps = new ArrayList<>(story.progress());
        steps.add(step);
        new Recasting(books)
                .write(
                        at,
                        new Story(accept, steps, story.receipts(), story.closes()),
                        new Recasting.Cast(task, encoded.encoding(), accept.trail(), Optional.empty()),
                        number);
        return number;
    }

    private static boolean isAsRecorded(AcceptRecord accept, EncodeResult.Encoded encoded) {
        return accept.given().isEmpty()
                && encoded.parts().size() == accept.partCount()
                && (accept.partCount() == 1 || encoded.encoding() == accept.encoding());
    }

    private void move(int at, Story story, Lane lane) {
        long due = Explaining.waitsFor(story).map(ProgressRecord::dueAtMs).orElse(0L);
        move(at, story, lane, null, story.refusals(), due);
    }

    /** To an SMSC, whose credit is taken, that has refused nothing yet: at once, with as many attempts as any. */
    void moveAfresh(int at, Story story, Lane lane, Failover because) {
        move(at, story, lane, because, 0, 0);
    }

    private void move(int at, Story story, Lane lane, Failover because, int refusals, long due) {
        try {
            moved(at, story, lane, because, refusals, due);
        } catch (RuntimeException | Error e) {
            if (!books.ledger.credit(at)) {
                lane.bag().release(1); // else whoever ends it gives it back
            }
            throw e;
        }
    }

    private void moved(int at, Story story, Lane lane, Failover because, int refusals, long due) {
        AcceptRecord accept = story.accept();
        ProgressRecord step = ProgressRecord.rerouted(
                accept.id(),
                books.ledger.lastPosition(at),
                books.nowMs(),
                because,
                refusals,
                story.unanswered(),
                lane.name());
        books.append(at, step);
        books.inUse.again(accept.id());
        int number = recast(at, story, step, lane);
        books.ledger.lane(at, lane.number());
        books.ledger.credit(at, true);
        books.cool(at);
        books.unnumbered.forget(accept.id());
        cold.moves(accept.id(), books.ledger.lastPosition(at));
        long notBefore = Math.max(lane.dueAtMs(accept.sms()), due);
        if (number == PartsNumber.AWAITED) {
            long pair = PartsNumber.key(accept.sms().from(), accept.sms().to(), false);
            Bearer to = new Bearer(pair, PartsNumber.AWAITED, accept.id(), books.nowMs(), accept.airMs());
            books.unnumbered.add(AwaitingNumbers.Way.of(lane, accept), to, notBefore);
        } else if (!books.ledger.held(at)
                && !books.unnumbered.follows(AwaitingNumbers.Way.of(lane, accept), accept.id(), notBefore)) {
            long position = books.ledger.lastPosition(at);
            lane.bag().put(accept.id(), position, null, accept.sms().priority(), notBefore);
            door.afterWrite(() -> lane.bag().publish());
        }
    }
}
