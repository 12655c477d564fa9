package io.smppbridge.pipeline;

import io.smppbridge.receipts.EarlyReceipts;
import io.smppbridge.text.Assembled;
import io.smppbridge.text.MoPart;
import io.smppbridge.text.Reassembler;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** What has come from each SMSC and waits for more: receipts for their answers, MO parts for the others. Each SMSC by its own times. */
@OwnedBy("journal thread")
final class Awaiting {
    private static final int MOST_RECEIPTS = 100_000;
    private static final int MOST_MESSAGES = 10_000;

    private final InstantSource clock;
    private final Supplier<Lanes> lanes;
    /** By the number of the lane; null where none has come. */
    private EarlyReceipts[] receipts = {};

    private final Map<String, Reassembler> messages = new HashMap<>();

    /** @param lanes an SMSC that has left them keeps its times */
    Awaiting(InstantSource clock, Supplier<Lanes> lanes) {
        this.clock = clock;
        this.lanes = lanes;
    }

    /** Receipts that came before their answers. */
    EarlyReceipts receipts(Lane lane) {
        int number = lane.number();
        if (number >= receipts.length) {
            receipts = Arrays.copyOf(receipts, number + 1);
        }
        if (receipts[number] == null) {
            receipts[number] = new EarlyReceipts(lane.config().inbound().park(), MOST_RECEIPTS, clock);
        }
        return receipts[number];
    }

    boolean isEmpty() {
        for (EarlyReceipts early : receipts) {
            if (early != null && early.size() > 0) {
                return false;
            }
        }
        for (Reassembler open : messages.values()) {
            if (open.open() > 0) {
                return false;
            }
        }
        return true;
    }

    List<EarlyReceipts.Parked> expiredReceipts() {
        List<EarlyReceipts.Parked> expired = new ArrayList<>();
        for (int number = 0; number < receipts.length; number++) {
            EarlyReceipts early = receipts[number];
            Lane lane = lanes.get().at(number);
            if (early != null && lane != null) {
                early.within(lane.config().inbound().park());
            }
            if (early != null) {
                expired.addAll(early.expired());
            }
        }
        return expired;
    }

    /** One more part; what that completes or ends. */
    List<Assembled> add(Lane lane, MoPart part) {
        return add(lane.name(), lane.config().inbound().reassembleWithin(), part);
    }

    /** The same for an SMSC that has left the configuration. */
    List<Assembled> add(String smsc, Duration within, MoPart part) {
        return messages.computeIfAbsent(smsc, n -> new Reassembler(within, MOST_MESSAGES, clock))
                .add(part);
    }

    List<Assembled> expiredMessages() {
        List<Assembled> expired = new ArrayList<>();
        messages.forEach((smsc, open) -> {
            Lane lane = lanes.get().named(smsc);
            if (lane != null) {
                open.within(lane.config().inbound().reassembleWithin());
            }
            expired.addAll(open.expired());
        });
        return expired;
    }
}
