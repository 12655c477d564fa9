package io.smppbridge.pipeline;

import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.Story;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.TlvFault;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/**
 * Cuts messages anew that wait for a number of 8 bits, when a reload, or a start, has given their SMSC another way with texts by which
 * they need not wait.
 */
@OwnedBy("journal thread")
final class CuttingAnew {
    private static final int NARROW = 8;
    /** A journal that cannot be read now is not asked again at once. */
    private static final long AGAIN_AFTER_MS = 5_000;

    private final Books books;
    private final Withdrawals withdrawals;
    private final ReadingBack back;
    /** Those that could not be read, the earliest first; no more than are looked at at once. */
    private final Queue<Unread> unread = new ArrayDeque<>();

    private record Unread(long id, long atMs) {}

    CuttingAnew(Books books, Withdrawals withdrawals, ReadingBack back) {
        this.books = books;
        this.withdrawals = withdrawals;
        this.back = back;
    }

    /** Has those read back that are to be looked at. */
    void turn() {
        for (Unread first = unread.peek(); first != null && isOver(first); first = unread.peek()) {
            books.unnumbered.looked(unread.poll().id(), null);
        }
        for (Long next = books.unnumbered.nextToLookAt(); next != null; next = books.unnumbered.nextToLookAt()) {
            long id = next;
            int at = books.ledger.find(id);
            if (at == Ledger.NONE) {
                books.unnumbered.looked(id, null);
                continue;
            }
            long last = books.ledger.lastPosition(at);
            back.message(id, last, story -> goOn(id, last, story), () -> books.unnumbered.looked(id, null));
        }
    }

    /** Whether it has waited long enough, also where the clock has been set back. */
    private boolean isOver(Unread one) {
        long waitedMs = books.nowMs() - one.atMs();
        return waitedMs >= AGAIN_AFTER_MS || waitedMs < 0;
    }

    private void goOn(long id, long asOf, Optional<Story> story) {
        int at = books.ledger.find(id);
        Lane lane = at == Ledger.NONE ? null : books.lane(at);
        boolean same = lane != null
                && books.isOpen(at)
                && !books.ledger.held(at)
                && !books.moving.contains(id)
                && books.ledger.lastPosition(at) == asOf;
        boolean waits = books.unnumbered.holds(id);
        if (same && waits && story.isEmpty()) {
            unread.add(new Unread(id, books.nowMs()));
            return;
        }
        books.unnumbered.looked(id, same ? lane.profile() : null);
        if (same && waits) {
            story.ifPresent(found -> cast(lane, found).ifPresent(cast -> withdrawals.goOnAs(at, lane, found, cast)));
        }
    }

    /** As what it can go on at once; empty when it could not, or not be sent at all. */
    private Optional<Recasting.Cast> cast(Lane lane, Story story) {
        AcceptRecord accept = story.accept();
        OutboundSms sms = accept.sms();
        if (!(lane.encode(sms, story.reference()) instanceof EncodeResult.Encoded encoded)) {
            return Optional.empty();
        }
        try {
            Parts parts = Lane.parts(encoded).with(lane.tlvs(sms));
            if (!findsNumber(lane, sms, accept.id(), parts)) {
                return Optional.empty();
            }
            Task task = new Task(accept.account(), lane.name(), sms, accept.expiresAtMs(), parts).named(accept.id());
            // Its record may be for an SMSC that would have kept it until its time.
            task.dueAtMs = books.unnumbered.dueAtMs(accept.id());
            task.exempt = accept.trail().exempt();
            return Optional.of(new Recasting.Cast(task, encoded.encoding(), accept.trail(), accept.given()));
        } catch (TlvFault e) {
            return Optional.empty(); // its sender tells, once it reads it
        }
    }

    private boolean findsNumber(Lane lane, OutboundSms sms, long id, Parts parts) {
        if (ConcatNumbers.bits(parts) != NARROW) {
            return true;
        }
        long pair = PartsNumber.key(sms.from(), sms.to(), false);
        if (books.concat.next(pair, false, books.nowMs(), (int) id) != PartsNumber.AWAITED) {
            return true;
        }
        int wide = books.concat.nextWide(sms, books.nowMs(), (int) id);
        return lane.mayWiden() && lane.encode(sms, wide) instanceof EncodeResult.Encoded;
    }
}
