package io.smppbridge.pipeline;

import io.smppbridge.receipts.MessageIds;
import io.smppbridge.receipts.ReceiptIndex;
import io.smppbridge.records.ProgressRecord;
import io.smppbridge.records.Story;
import io.smppbridge.settings.IdPart;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enters the message ids of an SMSC into the index anew when the settings say that they compare otherwise: an id that was taken for text
 * is a number now. The ids as the SMSC gave them stand in the journal; they are read on the reading thread, a few hundred messages at a
 * time, while everything else goes on.
 */
@OwnedBy("journal thread")
final class IdIndexing {
    private static final Logger LOG = LoggerFactory.getLogger(IdIndexing.class);
    private static final int AT_ONCE = 256;

    private final Books books;
    private final LaneNumbers numbers;
    private final ReadingBack back;
    private final Map<Integer, String> forms = new HashMap<>();
    private final ArrayDeque<Long> pending = new ArrayDeque<>();
    private final Map<Integer, MessageIds> changed = new HashMap<>();
    private final Expecting expecting;
    private boolean begun;
    /** What has a higher number was heard of since. */
    private int known;

    private boolean reading;
    private volatile boolean busy;

    /** The receipt of a part may come under that id, or is here already. */
    interface Expecting {
        void expect(long message, int part, Lane lane, String id);
    }

    private record Place(long message, long position) {}

    private record Found(Place place, Optional<Story> story) {}

    IdIndexing(Books books, LaneNumbers numbers, ReadingBack back, Expecting expecting) {
        this.books = books;
        this.numbers = numbers;
        this.back = back;
        this.expecting = expecting;
    }

    /** Whether ids are being entered anew. Any thread. */
    boolean isBusy() {
        return busy;
    }

    /** Looks whether the form of any SMSC's ids has changed: at the start, and after each change of the configuration. */
    void compare() {
        for (Lane lane : books.lanes.get().all()) {
            String form = form(lane.config().inbound());
            String before = forms.put(lane.number(), form);
            if (before == null && begun && lane.number() <= known) {
                before =
                        LaneNumbers
                                .FORM; // the journal speaks of it, and the configuration of the start did not have it
            }
            if (before != null && !before.equals(form)) {
                LOG.info("message ids of {} compare as {} now, no longer as {}", lane.name(), form, before);
                changed.put(lane.number(), lane.ids());
            }
        }
        begun = true;
        known = numbers.highest();
        if (!changed.isEmpty()) {
            busy = true;
            pending.clear();
            LongConsumer add = pending::add;
            books.ledger.forEachAwake(add);
            books.history.forEach(add);
            next();
        }
    }

    private static String form(SmscConfig.Inbound ways) {
        IdPart part = ways.idPart();
        return part.count() == 0
                ? ways.idForm()
                : ways.idForm() + ", " + (part.first() ? "first " : "last ") + part.count();
    }

    private void next() {
        if (reading) {
            return;
        }
        List<Place> places = new ArrayList<>(AT_ONCE);
        while (places.size() < AT_ONCE && !pending.isEmpty()) {
            long message = pending.poll();
            int at = books.ledger.find(message);
            boolean asks = at == Ledger.NONE || books.ledger.wish(at).asksForReceipt();
            long position = books.lastRecordOf(message);
            if (asks && position != 0) {
                places.add(new Place(message, position));
            }
        }
        if (places.isEmpty()) {
            changed.clear();
            busy = false;
            return;
        }
        reading = true;
        back.read(
                () -> stories(places),
                this::enterAll,
                () -> reading = false); // the bridge is stopping: a start reads all ids by their new form
    }

    /** On the reading thread. */
    private List<Found> stories(List<Place> places) {
        return places.stream()
                .map(place -> new Found(place, back.story(place.message(), place.position())))
                .toList();
    }

    private void enterAll(List<Found> all) {
        reading = false;
        for (Found one : all) {
            long message = one.place().message();
            if (one.story().isPresent()) {
                enter(one.story().get());
            } else if (books.lastRecordOf(message) != one.place().position()) {
                pending.add(message); // it was moved before it was read
            }
        }
        next();
    }

    private void enter(Story story) {
        Lane lane = books.lanes.get().find(story.smsc()).orElse(null);
        if (lane == null || !changed.containsKey(lane.number())) {
            return;
        }
        long message = story.accept().id();
        for (ProgressRecord step : story.here()) {
            String id = Story.isTaken(step) ? lane.ids().ofAnswer(step.text()) : "";
            if (!id.isEmpty()) {
                long known = books.receipts.find(lane.number(), id);
                if (known == ReceiptIndex.NONE || known < message) {
                    expecting.expect(message, step.part(), lane, id);
                }
            }
        }
    }
}
