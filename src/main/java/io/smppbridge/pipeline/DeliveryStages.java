package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.InboundSms;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.TaskId;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Delivery;
import io.smppbridge.handback.Event;
import io.smppbridge.receipts.ReceiptInput;
import io.smppbridge.receipts.ReceiptReader;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.AlertRecord;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.MessageRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.text.Assembled;
import io.smppbridge.text.MoPart;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What comes in from an SMSC: receipts go to their messages, MO parts are put together, everything is journaled before it is answered. */
@OwnedBy("journal thread")
final class DeliveryStages {
    private static final ReceiptReader ORPHANS = new ReceiptReader(ZoneOffset.UTC, false);
    private static final byte[] NOTHING = {};
    /** For a part, the message that it completes, and what the subscriber's words ask for. */
    private static final int ROOM_FOR_WHOLE = 3 * Books.LONGEST_RECORD;

    private static final Duration ORPHANS_WITHIN = Duration.ofMinutes(5);

    private final Books books;
    private final AfterForce after;
    private final ReceiptStage receipts;
    private final LostAnswers lost;
    private final ConsentStage consent;
    /** Recovery goes through what came in before: its wishes are on the journal already. */
    private boolean live;

    DeliveryStages(Books books, AfterForce after, ReceiptStage receipts, LostAnswers lost, ConsentStage consent) {
        this.books = books;
        this.after = after;
        this.receipts = receipts;
        this.lost = lost;
        this.consent = consent;
    }

    void take(InboundSlot slot) {
        live = true;
        Lane lane = books.lanes.get().named(slot.smsc);
        if (lane == null) {
            after.answer(slot.answer, slot.delivery, CommandStatus.RX_T_APPN);
            return;
        }
        // Read before it came here, unless the configuration has changed since.
        Optional<SmscReceipt> receipt = slot.readFor == lane ? slot.receipt : receipt(lane, slot.delivery);
        if (receipt.isPresent()) {
            lane.count(receipt.get());
        }
        Duration within = lane.config().inbound().repeatWithin();
        if (receipt.isEmpty() && books.repeats.isRepeat(lane.name(), slot.delivery, books.nowMs(), within)) {
            lane.stats().repeated.increment();
            after.answer(slot.answer, slot.delivery, CommandStatus.ROK);
            return;
        }
        if (receipt.isEmpty() && isOutOfSegments()) {
            after.answer(slot.answer, slot.delivery, CommandStatus.RMSGQFUL);
            return;
        }
        if (receipt.isEmpty() || !isJoined(lane, slot, receipt.get())) {
            long id = books.nextId();
            InboundRecord record = new InboundRecord(id, books.nowMs(), lane.name(), slot.delivery);
            MoPart part = receipt.isPresent() ? null : MoDecoding.part(record);
            MessageRecord single = null;
            if (part != null && part.content().concat().several()) {
                books.journal.makeRoom(ROOM_FOR_WHOLE); // or it is refused before any of this has happened
            } else if (part != null) {
                single = owned(MoDecoding.single(part, Optional.of(lane)));
                record = record.of(single.taker());
            }
            record.encode(books.record(RecordType.INBOUND));
            long position = books.finish();
            books.events.ofDelivery(id, position, 0);
            if (receipt.isPresent()) {
                keep(record, lane, receipt.get());
            } else {
                lane.stats().inbound.increment();
                if (single == null) {
                    moPart(lane, part);
                } else {
                    single(single);
                }
                books.repeats.took(lane.name(), slot.delivery, books.nowMs(), within);
            }
        }
        after.answer(slot.answer, slot.delivery, CommandStatus.ROK);
    }

    /** What is left of the journal's files is for what becomes of the messages that were accepted. */
    private boolean isOutOfSegments() {
        return !books.journal.acceptingSpace() && books.journal.spareSegments() == 0;
    }

    /** It has no answer, but is kept until the platform has taken it all the same. Who takes MO to that address takes this. */
    void alert(InboundSlot slot) {
        long eventId = books.nextId();
        Instant now = Instant.ofEpochMilli(books.nowMs());
        SubscriberAlert alert = new SubscriberAlert(
                new TaskId(eventId),
                slot.smsc,
                slot.alert.subscriber(),
                slot.alert.to(),
                SubscriberAlert.Availability.of(slot.alert.availability()),
                now);
        InboundSms silent = new InboundSms(
                alert.eventId(),
                slot.smsc,
                alert.subscriber(),
                alert.to(),
                "",
                NOTHING,
                Encoding.BINARY,
                0,
                1,
                true,
                now,
                List.of());
        String endpoint = books.lanes.get().takers().of(silent).endpoint();
        new AlertRecord(endpoint, alert).encode(books.record(RecordType.ALERT));
        long position = books.finish();
        books.events.ofDelivery(eventId, position, books.endpoints.number(endpoint));
        after.offer(endpoint, eventId, position, new Event.Alert(alert));
    }

    /** The same again for a record that a former run of the process left. */
    void again(InboundRecord record) {
        Optional<Lane> lane = books.lanes.get().find(record.smsc());
        if (lane.isEmpty()) {
            orphan(record);
            return;
        }
        Optional<SmscReceipt> receipt = receipt(lane.get(), record.delivery());
        if (record.taker().isSomebody()) {
            single(owned(MoDecoding.single(record, lane)));
        } else if (receipt.isEmpty()) {
            moPart(lane.get(), MoDecoding.part(record));
        } else if (receipts.match(lane.get(), receipt.get())) {
            done(record.id());
        } else {
            keep(record, lane.get(), receipt.get());
        }
    }

    /** By its id, or in place of a lost answer. */
    private boolean isJoined(Lane lane, InboundSlot slot, SmscReceipt receipt) {
        return receipts.match(lane, receipt, slot)
                || !receipts.isLate(lane, receipt) && lost.settle(lane, slot.delivery, receipt);
    }

    private void keep(InboundRecord record, Lane lane, SmscReceipt receipt) {
        boolean late = receipts.isLate(lane, receipt);
        if (!late) {
            lost.parked(record.id(), lane, record.delivery(), receipt);
        }
        boolean early = !late || lost.isUnderWay(lane, receipt.about());
        receipts.keep(record.id(), lane, receipt, record.atMs(), early);
    }

    /** Its SMSC has left the configuration since: a message still goes to the platform, a receipt waits for the SMSC to come back. */
    private void orphan(InboundRecord record) {
        if (record.taker().isSomebody()) {
            single(owned(MoDecoding.single(record, Optional.empty())));
            return;
        }
        Optional<SmscReceipt> receipt = ORPHANS.read(input(record.delivery()));
        if (receipt.isPresent()) {
            receipts.unmatched().keep(record.id(), record.smsc(), receipt.get(), record.atMs());
            return;
        }
        books.awaiting
                .add(record.smsc(), ORPHANS_WITHIN, MoDecoding.part(record))
                .forEach(this::assembled);
    }

    /** Hands on what has waited long enough for its missing parts. */
    void giveUpOld() {
        books.awaiting.expiredMessages().forEach(this::assembled);
        consent.retry();
    }

    private void moPart(Lane lane, MoPart part) {
        for (Assembled whole : books.awaiting.add(lane, part)) {
            assembled(whole);
        }
    }

    /** The endpoint that takes a delivery which is whole in itself. */
    String taker(InboundRecord record) {
        return books.lanes
                .get()
                .takers()
                .of(MoDecoding.single(record, books.lanes.get().find(record.smsc())))
                .endpoint();
    }

    private void assembled(Assembled whole) {
        if (!whole.news()) {
            for (long id : whole.partIds()) {
                done(id);
            }
            return;
        }
        Optional<Lane> lane = books.lanes.get().find(whole.last().smsc());
        if (whole.partIds().length == 1 && whole.complete()) {
            long eventId = whole.last().id();
            single(owned(MoDecoding.of(eventId, whole, lane)));
            return;
        }
        MessageRecord record = owned(MoDecoding.of(books.nextId(), whole, lane));
        record.encode(books.record(RecordType.MESSAGE));
        long position = books.finish();
        for (long id : whole.partIds()) {
            books.events.remove(id);
        }
        long eventId = record.message().eventId().value();
        String endpoint = heard(record);
        books.events.ofDelivery(eventId, position, books.endpoints.number(endpoint));
        after.offer(endpoint, eventId, position, MoDecoding.event(record));
        books.hooks.onMessage(record.message());
    }

    /** One whose delivery is written down: it is handed over. */
    private void single(MessageRecord single) {
        long eventId = single.message().eventId().value();
        int slot = books.events.find(eventId);
        String endpoint = heard(single);
        books.events.endpoint(slot, books.endpoints.number(endpoint));
        after.offer(endpoint, eventId, books.events.position(slot), MoDecoding.event(single));
        books.hooks.onMessage(single.message());
    }

    private MessageRecord owned(MessageRecord record) {
        return record.of(books.lanes.get().takers().of(record));
    }

    /** Where it is handed over; what it wants is done. */
    private String heard(MessageRecord record) {
        if (live) {
            consent.heard(record.message(), record.taker().account());
        }
        return record.taker().endpoint();
    }

    private void done(long id) {
        if (books.events.find(id) != EventTable.NONE) {
            books.done(id);
        }
    }

    /** A receipt with all that its TLVs say; empty when the delivery is a message. */
    static Optional<SmscReceipt> receipt(Lane lane, Delivery delivery) {
        if (!lane.reader().mayRead(delivery.esmClass())) {
            return Optional.empty();
        }
        Map<String, String> said = delivery.tlvs().length == 0
                ? Map.of()
                : lane.config().operations().tlvs().decode(delivery.tlvs());
        return lane.reader().read(input(delivery), delivery.from().number(), said);
    }

    static ReceiptInput input(Delivery d) {
        return new ReceiptInput(
                d.esmClass(), d.dataCoding(), d.octets(), d.receiptedMessageId(), d.messageState(), d.networkError());
    }
}
