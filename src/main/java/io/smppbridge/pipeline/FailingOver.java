package io.smppbridge.pipeline;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.ReceiptRecord;
import io.smppbridge.records.Story;
import io.smppbridge.routing.Route;
import io.smppbridge.settings.RouteConfig.Failover;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves a message that came to grief at its SMSC on to another one of its route, where the route says so; else it ends as it would have.
 * Each SMSC has a message at most once. The platform sees one id and one final state.
 *
 * <p>Nobody gets a message twice by it unless the route names a happening after which the first SMSC may have delivered it: a message of
 * which a part has been taken, or was reported as delivered, stays where it is otherwise.
 */
@OwnedBy("journal thread")
final class FailingOver {
    private static final int AT_ONCE = 256;
    /** After which a message that could not move for want of a receipt is looked at again, at most. */
    private static final long LOOK_AGAIN_MS = 30_000;

    /** More is looked after at the next turn. */
    private static final int MOST_PENDING = 10_000;

    private final Books books;
    private final Settlement settlement;
    private final Rerouting rerouting;
    private final ReadingBack back;
    private final FirstReceipts first;
    private final ArrayDeque<Wish> pending = new ArrayDeque<>();
    /** Messages of which a part was not delivered and others may have been: they wait for the receipts of these. */
    private final Since partly = new Since();

    private int reading;
    private boolean watching;

    /**
     * @param lane its SMSC's number: when it has left that, nothing follows
     * @param patient whether it may wait for the receipts of other parts
     * @param otherwise what becomes of the message when it stays: asked with its slot, only while it is open
     */
    private record Wish(long id, int lane, Failover because, boolean patient, Otherwise otherwise) {}

    /** The end, or the further life, of a message that is not moved. */
    interface Otherwise {
        void then(int at, Optional<Story> story);
    }

    FailingOver(Books books, Settlement settlement, Rerouting rerouting, ReadingBack back, FirstReceipts first) {
        this.books = books;
        this.settlement = settlement;
        this.rerouting = rerouting;
        this.back = back;
        this.first = first;
    }

    /** Moves the message if its route wants that and an SMSC is there, else does what would have been done without. */
    void insteadOf(int at, Failover because, Otherwise otherwise) {
        if (!books.lanes.get().routes().mayFailOver(because)) {
            otherwise.then(at, Optional.empty());
            return;
        }
        long id = books.ledger.idAt(at);
        if (because == Failover.DOWN || because == Failover.REFUSED || because == Failover.REJECTED) {
            books.moving.add(id); // its sender has let go of it
        }
        pending.add(new Wish(id, books.ledger.lane(at), because, true, otherwise));
        turn();
    }

    /** After a start: receipts are awaited on, and what receipts had said before the stop without consequence has one now. */
    void recover() {
        watching = books.lanes.get().routes().mayFailOver(Failover.NO_RECEIPT);
        books.sent.retain(this::isSent);
        if (books.sent.size() > 0) {
            first.started(books.nowMs());
        }
        followClock();
        books.undecided.removeIf(id -> !isSent(id));
        books.awaited.forEach((id, parts) -> {
            boolean withdrawn = books.cancelling.containsKey(id) && parts.mayBeWithdrawn();
            if (parts.told() > 0 && isSent(id) && !withdrawn) {
                books.undecided.add(id);
            }
        });
        books.undecided.forEach(this::endAsTold);
        books.undecided.clear();
        turn();
    }

    /** Looks after receipts that have not come in time. */
    void lookAfterReceipts() {
        Lanes lanes = books.lanes.get();
        boolean watches = lanes.routes().mayFailOver(Failover.NO_RECEIPT);
        if (watches && !watching) { // by a reload: from now on, for those that are awaited already
            books.ledger.forEachAwake(id -> {
                if (isSent(id)) {
                    books.sent.add(id, books.nowMs());
                }
            });
        } else if (!watches) {
            books.sent.clear();
        }
        watching = watches;
        followClock();
        long before = books.nowMs() - lanes.receiptAfterMs();
        boolean tooSoon = first.areAwaited(books.nowMs(), lanes.receiptAfterMs());
        int most = tooSoon ? 0 : MOST_PENDING - pending.size();
        books.sent.before(before, most, id -> late(id, Failover.NO_RECEIPT));
        partly.before(before, MOST_PENDING - pending.size(), id -> late(id, Failover.UNDELIVERED));
        turn();
    }

    private void followClock() {
        books.sent.follow(books.nowMs());
        partly.follow(books.nowMs());
    }

    /** The SMSC has taken the last part: what receipts of earlier parts have said before has its consequence now. */
    void taken(long id) {
        PartsAwaited parts = books.awaited.isEmpty() ? null : books.awaited.get(id);
        if (parts != null && parts.told() > 0 && isSent(id)) {
            endAsTold(id);
            turn();
        }
    }

    private void endAsTold(long id) {
        int lane = books.ledger.lane(books.ledger.find(id));
        pending.add(new Wish(id, lane, Failover.UNDELIVERED, true, this::endAsTold));
    }

    private void late(long id, Failover because) {
        if (isSent(id)) {
            Otherwise otherwise = because == Failover.NO_RECEIPT ? this::lookAgain : this::endAsTold;
            pending.add(new Wish(id, books.ledger.lane(books.ledger.find(id)), because, false, otherwise));
        }
    }

    /** It stays where it is for now: the SMSCs that could have it may be down or full, as all are just after a start. */
    private void lookAgain(int at, Optional<Story> story) {
        boolean hope = story.map(s -> {
                    Route route =
                            books.lanes.get().routes().named(s.accept().trail().route());
                    return route.failsOver(Failover.NO_RECEIPT)
                            && !tried(s).containsAll(route.smscs())
                            && s.accept().expiresAtMs() > books.nowMs()
                            && !isThere(s, Failover.NO_RECEIPT);
                })
                .orElse(true);
        if (hope) {
            long sooner = Math.max(0, books.lanes.get().receiptAfterMs() - LOOK_AGAIN_MS);
            books.sent.add(books.ledger.idAt(at), books.nowMs() - sooner);
        }
    }

    private boolean isSent(long id) {
        int at = books.ledger.find(id);
        return at != Ledger.NONE && books.ledger.state(at) == MessageState.SENT;
    }

    private void turn() {
        while (reading < AT_ONCE && !pending.isEmpty()) {
            Wish wish = pending.poll();
            int at = books.ledger.find(wish.id);
            if (isOpen(wish, at)) {
                read(wish, at);
            } else {
                books.moving.remove(wish.id);
            }
        }
    }

    private boolean isOpen(Wish wish, int at) {
        return books.isOpen(at)
                && books.ledger.lane(at) == wish.lane
                && (wish.because != Failover.UNANSWERED || books.ledger.isLapsing(at)); // else a receipt has settled it
    }

    private void read(Wish wish, int at) {
        long last = books.ledger.lastPosition(at);
        reading++;
        back.message(wish.id, last, story -> decide(wish, story, last), () -> decide(wish, Optional.empty(), last));
    }

    private void decide(Wish wish, Optional<Story> story, long asOf) {
        reading--;
        int at = books.ledger.find(wish.id);
        boolean open = isOpen(wish, at);
        if (open && books.ledger.lastPosition(at) != asOf) { // more has come, or it was moved before it was read
            read(wish, at);
            return;
        }
        books.moving.remove(wish.id);
        if (open) {
            if (story.isEmpty() || !isWaiting(wish, at, story.get())) {
                go(wish, at, story);
            }
        }
        turn();
    }

    private void go(Wish wish, int at, Optional<Story> story) {
        try {
            Optional<Lane> other = story.flatMap(s -> other(s, wish.because));
            if (other.isPresent()) {
                move(at, story.get(), wish.because, other.get());
            } else {
                wish.otherwise.then(at, story);
            }
        } catch (RuntimeException | Error e) {
            rerouting.failed(wish.id, e);
        }
    }

    /** Whether it is too soon to say: a receipt has still time, or those of other parts decide whether another SMSC may have it. */
    private boolean isWaiting(Wish wish, int at, Story story) {
        AcceptRecord accept = story.accept();
        if (wish.because == Failover.NO_RECEIPT) {
            // By a clock that has been set back since it says nothing: then whoever has had it looked at knows how long
            // it has waited.
            long sent = story.sentHereMs() > books.nowMs() ? 0 : story.sentHereMs();
            long since = Math.max(sent, accept.sms().schedule().toEpochMilli());
            boolean early = since + books.lanes.get().receiptAfterMs() > books.nowMs();
            if (early && story.sentHereMs() > 0) {
                books.sent.add(wish.id, since);
            }
            return early;
        }
        PartsAwaited parts = books.awaited.get(wish.id);
        if (wish.because != Failover.UNDELIVERED || parts == null || !parts.mayAllFail()) {
            return false;
        }
        if (!wish.patient || parts.failed() == 0) {
            return parts.failed() == 0; // then it is about an SMSC that the message has left
        }
        Route route = books.lanes.get().routes().named(accept.trail().route());
        boolean waits = route.failsOver(wish.because)
                && !tried(story).containsAll(route.smscs())
                && accept.expiresAtMs() > books.nowMs();
        if (waits) {
            partly.add(wish.id, books.nowMs());
        }
        return waits;
    }

    /** Where it has been, and is. */
    private static List<String> tried(Story story) {
        List<String> tried = new ArrayList<>(List.of(story.accept().smsc()));
        story.progress().stream()
                .filter(step -> step.kind() == ProgressRecord.Kind.REROUTED)
                .forEach(step -> tried.add(step.text()));
        return tried;
    }

    /** A live SMSC of its route that has not had it; its credit is taken. */
    private Optional<Lane> other(Story story, Failover because) {
        Lanes lanes = books.lanes.get();
        AcceptRecord accept = story.accept();
        Route route = lanes.routes().named(accept.trail().route());
        boolean expired = accept.expiresAtMs() <= books.nowMs();
        if (expired || !route.failsOver(because) || isThere(story, because)) {
            return Optional.empty();
        }
        String smsc = route.chooseOther(
                accept.asGiven().to().number(),
                tried(story),
                name -> lanes.find(name).map(Lane::isUp).orElse(false),
                name -> lanes.find(name)
                        .map(lane -> !lane.retired()
                                && lane.takes(accept.asGiven(), story.reference())
                                && lane.bag().tryAcquire(1))
                        .orElse(false));
        return lanes.find(smsc);
    }

    /** Whether sending it whole could bring the subscriber something a second time where that is not allowed, or at all though it is withdrawn. */
    private boolean isThere(Story story, Failover because) {
        PartsAwaited parts = books.awaited.get(story.accept().id());
        return switch (because) {
            case UNANSWERED -> false;
            case NO_RECEIPT ->
                story.wordHere(MessageState.DELIVERED).isPresent() || parts != null && parts.mayBeWithdrawn();
            case UNDELIVERED ->
                parts == null
                        ? story.wordHere(MessageState.DELIVERED).isPresent() || isDeleted(story)
                        : !parts.allFailed() || parts.isWithdrawn();
            default -> story.withoutAnswer().findAny().isPresent() || story.isBegun();
        };
    }

    /** The end that its receipts so far make. */
    void endAsTold(int at, Optional<Story> story) {
        PartsAwaited parts = books.awaited.get(books.ledger.idAt(at));
        Lane lane = books.lane(at);
        MessageState verdict = parts == null
                ? story.flatMap(Story::lastWordHere)
                        .map(word -> isDeleted(story.get())
                                ? MessageState.CANCELLED
                                : word.state().messageState())
                        .orElse(MessageState.SENT)
                : parts.verdict(
                        lane == null
                                ? SmscConfig.Verdict.ALL
                                : lane.config().inbound().verdict());
        if (verdict.isFinal()) {
            CarrierReport report = story.flatMap(s -> s.wordHere(verdict).or(s::lastWordHere))
                    .map(ReceiptRecord::report)
                    .orElse(CarrierReport.NONE);
            settlement.close(at, verdict, report);
        }
    }

    /** Whether the last receipt says that the SMSC has deleted it, as it was asked. */
    private boolean isDeleted(Story story) {
        return books.cancelling.containsKey(story.accept().id())
                && story.lastWordHere()
                        .filter(word -> word.state() == ReceiptState.DELETED)
                        .isPresent();
    }

    private void move(int at, Story story, Failover because, Lane lane) {
        settlement.releaseCredit(at);
        if (because.mayDouble()) {
            books.ledger.markPossibleDuplicate(at);
        }
        long id = story.accept().id();
        books.cancelling.remove(id); // the SMSC that was asked has it no more
        if (books.ledger.multipart(at) && books.ledger.wish(at).asksForReceipt()) {
            books.awaited.put(id, new PartsAwaited(story.accept().partCount()));
        }
        books.ledger.state(at, MessageState.QUEUED);
        books.ledger.held(at, false);
        lane.stats().failedOver.increment();
        rerouting.moveAfresh(at, story, lane, because);
    }
}
