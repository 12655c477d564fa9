package io.smppbridge.pipeline;

import io.smppbridge.MessageState;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.handback.DeadEvent;
import io.smppbridge.handback.Handback;
import io.smppbridge.journal.Flight;
import io.smppbridge.journal.JournalRecord;
import io.smppbridge.journal.RecoveredFlights;
import io.smppbridge.journal.RecoveryReport;
import io.smppbridge.records.AsideRecord;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.ProgressRecord.Kind;
import io.smppbridge.records.Story;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.settings.SmscConfig.Uncertain.Policy;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings back what a former run left: the tables from the journal, the submissions under way from the flight logs, then the bags in the
 * order of acceptance and the events that the platform has not taken. Runs once, before anything is accepted.
 */
@OwnedBy("journal thread")
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final String STOPPED = "the bridge was stopped before the answer came";

    private final Books books;
    private final Settlement settlement;
    private final ReceiptStage receipts;
    private final BagFilling filling;
    private final DeliveryStages deliveries;
    private final Replay replay;
    private final Handback handback;
    private RecoveryReport report;
    private long readMillis;

    Recovery(
            Books books,
            Settlement settlement,
            ReceiptStage receipts,
            BagFilling filling,
            DeliveryStages deliveries,
            Replay replay,
            Handback handback) {
        this.books = books;
        this.settlement = settlement;
        this.receipts = receipts;
        this.filling = filling;
        this.deliveries = deliveries;
        this.replay = replay;
        this.handback = handback;
    }

    /**
     * Fills the tables; nothing may have been appended before.
     *
     * @param holdAll whatever waits is to be held for an operator: for a journal that was restored from a copy, or cut short
     */
    void read(boolean holdAll) {
        long start = books.clock.millis();
        report = books.journal.replay(replay, holdAll);
        readMillis = books.clock.millis() - start;
    }

    /** Does the rest, once. */
    void run(RecoveredFlights under, AfterForce after, Heartbeat heartbeat, boolean holdAll) {
        long start = books.clock.millis();
        books.turn();
        heartbeat.read().ifPresent(told -> compare(told, holdAll));
        takeCredits();
        under.tellDamage();
        under.flights().stream()
                .filter(flight -> !flight.answered() || flight.commandStatus() == 0)
                .forEach(flight -> books.inUse.mayBeThere(flight.taskId()));
        under.flights().forEach(this::flight);
        after.forgetOffers();
        books.markTime(books.nowMs());
        books.owed.replayed(books.nowMs());
        books.refs.replayed(books.nowMs());
        books.streams.forgetOld(books.nowMs(), Integer.MAX_VALUE);
        if (holdAll) {
            holdAll();
        }
        int waiting = filling.fill();
        int events = offerEvents();
        books.journal.write();
        books.journal.force();
        under.discard();
        receipts.recover();
        after.written();
        after.forced();
        LOG.info(
                "journal read in {} ms: {} records in {} segments, {} messages waiting, {} events to hand back, {} submissions were under way",
                readMillis + books.clock.millis() - start,
                report.records(),
                report.segments(),
                waiting,
                events,
                under.flights().size());
        if (report.shortened()) {
            LOG.error("the journal's last segment was shorter than it was made: no crash does that, somebody cut the"
                    + " file; messages accepted last may be missing. Compare with the platform's own records");
        }
        if (report.cutRecords() > 0) {
            LOG.warn(
                    "{} records ({} octets) at the journal's end had been written but never forced, so nobody was told"
                            + " that they are safe; they are dropped",
                    report.cutRecords(),
                    report.cutBytes());
        }
    }

    private void compare(long toldPosition, boolean holdAll) {
        boolean dropped = Positions.segment(toldPosition) < books.journal.oldestSegment(); // nothing was left to keep
        if (toldPosition > replay.lastPosition() && !dropped) {
            LOG.error(
                    "this journal ends before the place that it is known to have reached: it looks like an old copy put back, and what"
                            + " it holds may have been sent long ago. To decide about each message{}: held list, held resend, held giveup",
                    holdAll ? "" : ", stop and start with --hold-all, then");
        }
    }

    private void holdAll() {
        int count = 0;
        for (long id : filling.all()) {
            int at = books.ledger.find(id);
            boolean isForOperator = books.ledger.held(at) && !books.ledger.isLapsing(at);
            if (Books.isToBeSent(books.ledger.state(at)) && !isForOperator) {
                hold(at, id);
                count++;
            }
        }
        LOG.warn("{} messages are held for an operator, as asked: see ./bridge held", count);
    }

    private void hold(int at, long id) {
        books.append(at, ProgressRecord.heldAtStart(id, books.ledger.lastPosition(at), books.nowMs()));
        books.ledger.state(at, MessageState.UNANSWERED);
        books.ledger.held(at, true);
    }

    /** What waits holds its credit again, before anything that ends it gives one back. */
    private void takeCredits() {
        books.ledger.creditAtRest((number, count) -> {
            Lane lane = books.lanes.get().at(number);
            if (lane != null) {
                lane.bag().acquireAnyway(count);
            }
            return lane != null;
        });
        books.ledger.forEachAwake(id -> {
            int at = books.ledger.find(id);
            Lane lane = books.lane(at);
            if (lane != null && Books.isToBeSent(books.ledger.state(at))) {
                lane.bag().acquireAnyway(1);
                books.ledger.credit(at, true);
            }
        });
    }

    /** A submission was on its way when the process ended: what it came to is written down now. */
    private void flight(Flight flight) {
        int at = books.ledger.find(flight.taskId());
        if (at == Ledger.NONE || !Books.isToBeSent(books.ledger.state(at))) {
            return;
        }
        Optional<Story> found = Story.read(books.journal::read, books.ledger.lastPosition(at));
        if (found.isEmpty() || isAccepted(found.get(), flight.part())) {
            return;
        }
        Optional<Lane> lane = books.lanes.get().find(found.get().smsc());
        if (flight.answered()) {
            answered(at, found.get(), flight, lane);
        } else {
            unanswered(at, found.get(), flight, lane);
        }
    }

    private void answered(int at, Story story, Flight flight, Optional<Lane> lane) {
        StatusTable table =
                new StatusTable(lane.map(l -> l.config().retry().statuses()).orElse(Map.of()));
        StatusClass status = table.of(flight.commandStatus());
        int before = unansweredBefore(story, flight);
        if (before > 0) {
            books.ledger.markPossibleDuplicate(at);
        }
        if (status == StatusClass.PERMANENT) {
            if (books.failsOver(story, Failover.REJECTED)) {
                return; // once it is refused again: no other SMSC is up yet
            }
            settlement.close(at, MessageState.REJECTED, "", StatusTable.describe(flight.commandStatus()));
            return;
        }
        if (status != StatusClass.OK) {
            return;
        }
        long accepted = story.here().stream()
                .filter(step -> step.kind() == Kind.PART_ACCEPTED)
                .count();
        boolean last = accepted + 1 >= story.accept().partCount();
        boolean asks = books.ledger.wish(at).asksForReceipt();
        boolean unnamed = lane.map(l -> l.ids().ofAnswer(flight.messageId()))
                .orElse(flight.messageId())
                .isEmpty();
        if (unnamed) {
            books.partUnnamed(flight.taskId(), flight.part());
        }
        if (last && !(asks && books.canBeTold(at, unnamed))) {
            settlement.close(at, MessageState.ACCEPTED, flight.messageId(), asks ? OutcomeStages.NO_ID : "");
            return;
        }
        Attempts attempts = new Attempts(story.refusals(), before, 0);
        write(at, flight, last ? Kind.SENT : Kind.PART_ACCEPTED, attempts, flight.messageId());
        books.partTaken(flight.taskId(), flight.part());
        if (last) {
            settlement.sent(at, books.nowMs());
        }
        if (asks) {
            receipts.expect(at, flight.part(), flight.messageId());
        }
    }

    private void unanswered(int at, Story story, Flight flight, Optional<Lane> lane) {
        // Another part of the same attempt, or a recovery that was cut short, may have told of it: then it counts no
        // more, but which parts are in doubt is written down.
        boolean told = story.tellsUnanswered(flight.attempt());
        if (told && story.tellsUnanswered(flight.attempt(), flight.part())) {
            return;
        }
        int count = told ? story.unanswered() : unansweredBefore(story, flight) + 1;
        if (count > 1) {
            books.ledger.markPossibleDuplicate(at);
        }
        SmscConfig.Uncertain policy =
                lane.map(l -> l.config().uncertain()).orElse(new SmscConfig.Uncertain(Policy.HOLD, 0, Duration.ZERO));
        Kind kind = kind(at, policy, count);
        long dueAtMs = told && kind == Kind.UNANSWERED
                ? story.lastAttempt().map(ProgressRecord::dueAtMs).orElse(0L)
                : books.nowMs() + policy.settleWithin().toMillis();
        String text = kind == Kind.LAST_UNANSWERED ? "perhaps sent: " + STOPPED : STOPPED;
        ProgressRecord step = write(at, flight, kind, new Attempts(story.refusals(), count, dueAtMs), text);
        if (kind == Kind.LAST_UNANSWERED) {
            books.lastAttempts.enter(at, step);
            return;
        }
        books.ledger.state(at, MessageState.UNANSWERED);
        books.ledger.held(at, kind == Kind.HELD);
        if (!told) {
            replay.due(step);
        }
    }

    /** What is written of an attempt without an answer, by which it is known what becomes of the message; one that is held stays so. */
    private Kind kind(int at, SmscConfig.Uncertain policy, int unanswered) {
        boolean held = books.ledger.held(at);
        if (held ? !books.ledger.isLapsing(at) : policy.policy() == Policy.HOLD) {
            return Kind.HELD;
        }
        boolean resend = policy.policy() == Policy.RESEND && unanswered <= policy.max();
        return resend && !held ? Kind.UNANSWERED : Kind.LAST_UNANSWERED;
    }

    /** Attempts before this one that got no answer, also such as no record tells of: what is not known to be a refusal counts. */
    private static int unansweredBefore(Story story, Flight flight) {
        return Math.max(story.unanswered(), flight.attempt() - 1 - story.refusals());
    }

    /** How often a message was refused or got no answer, and when it is due again. */
    private record Attempts(int refusals, int unanswered, long dueAtMs) {}

    private ProgressRecord write(int at, Flight flight, Kind kind, Attempts attempts, String text) {
        ProgressRecord step = new ProgressRecord(
                flight.taskId(),
                books.ledger.lastPosition(at),
                kind,
                books.nowMs(),
                flight.part(),
                flight.commandStatus(),
                attempts.refusals(),
                attempts.unanswered(),
                attempts.dueAtMs(),
                text);
        books.append(at, step);
        books.journal.write();
        return step;
    }

    private static boolean isAccepted(Story story, int part) {
        return story.here().stream().anyMatch(step -> step.part() == part && Story.isTaken(step));
    }

    private int offerEvents() {
        long[] ids = new long[books.events.size()];
        int[] count = {0};
        books.events.forEach(id -> ids[count[0]++] = id);
        Arrays.sort(ids);
        List<AsideRecord> aside = new ArrayList<>();
        for (long id : ids) {
            int at = books.events.find(id);
            if (at == EventTable.NONE) {
                continue;
            }
            if (books.events.dead(at) && books.events.endpoint(at) == 0) {
                // A delivery: it was laid aside by whoever takes MO.
                String taker = books.journal
                        .read(books.events.position(at))
                        .map(record -> deliveries.taker(InboundRecord.decode(record.payload())))
                        .orElse("");
                books.events.endpoint(at, books.endpoints.number(taker));
            }
            String endpoint = books.endpoints.name(books.events.endpoint(at));
            if (books.events.dead(at)) {
                aside.add(replay.laidAside(id));
            } else if (books.events.endpoint(at) != 0) {
                handback.offer(endpoint, id, books.events.position(at), null);
            } else {
                Optional<JournalRecord> record = books.journal.read(books.events.position(at));
                record.ifPresent(r -> deliveries.again(InboundRecord.decode(r.payload())));
            }
        }
        // A former run has counted those that it has given up.
        books.lanes.get().all().forEach(lane -> lane.stats().unmatchedReceipts.reset());
        new LeftWaiting(books, ids).tell();
        aside.sort(Comparator.comparingLong(AsideRecord::atMs)); // as they are listed until a stop
        for (AsideRecord one : aside) {
            int at = books.events.find(one.eventId());
            handback.recoverDead(
                    books.endpoints.name(books.events.endpoint(at)), aside(one, books.events.position(at)));
        }
        return ids.length;
    }

    private static DeadEvent aside(AsideRecord one, long position) {
        return new DeadEvent(one.eventId(), position, one.why(), Instant.ofEpochMilli(one.atMs()));
    }
}
