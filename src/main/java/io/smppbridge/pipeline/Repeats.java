package io.smppbridge.pipeline;

import io.smppbridge.connector.Delivery;
import io.smppbridge.records.InboundRecord;
import io.smppbridge.records.Strings;
import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Notices the MO that an SMSC sends again because our answer to it was cut off ({@code repeat-within}). Nothing in SMPP names an MO, so
 * only its SMSC, numbers and content can tell; somebody who writes the same twice within that time is not heard twice. That is why it has
 * to be asked for.
 */
@OwnedBy("journal thread")
final class Repeats {
    static final int MOST = 100_000;

    /** Half of a SHA-256 over all that makes it the same. */
    private record Print(long one, long two) {}

    /** When each came first, in the order in which they came. */
    private final Map<Print, Long> seen = new LinkedHashMap<>();

    private final MessageDigest digest;

    private long lookedMs;
    /** How far the clock has been set back in all: added to its time, what came later is never what came before. */
    private long backMs;

    Repeats() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** It is so late now. To be told all the time: a clock that is set back must not make what came long ago come just now, or later. */
    void look(long nowMs) {
        backMs += Math.max(0, lookedMs - nowMs);
        lookedMs = nowMs;
    }

    /**
     * Whether the same was {@linkplain #took taken} before.
     *
     * @param atMs when it came, in milliseconds since 1970
     */
    boolean isRepeat(String smsc, Delivery delivery, long atMs, Duration within) {
        Long before = within.isZero() ? null : seen.get(print(smsc, delivery));
        return before != null && atMs + backMs - before <= within.toMillis();
    }

    /** It is written down, and only now: what finds no room is refused, and the SMSC's next attempt is not the repeat of anything. */
    void took(String smsc, Delivery delivery, long atMs, Duration within) {
        if (within.isZero()) {
            return;
        }
        Print print = print(smsc, delivery);
        seen.remove(print);
        seen.put(print, atMs + backMs);
        Iterator<Long> oldest = seen.values().iterator();
        while (seen.size() > MOST) {
            oldest.next();
            oldest.remove();
        }
    }

    /** What an earlier run of the process took, also if the platform has it by now: its answer may have been the one that was cut off. */
    void saw(ByteBuffer in, Lanes lanes, long nowMs) {
        ByteBuffer head = in.duplicate();
        head.getLong();
        long atMs = Math.min(head.getLong(), nowMs); // the clock may have been set back
        Lane lane = lanes.find(Strings.get(head)).orElse(null);
        if (lane == null) {
            return;
        }
        Duration within = lane.config().inbound().repeatWithin();
        if (within.isZero() || nowMs - atMs > within.toMillis()) {
            return;
        }
        Delivery delivery = InboundRecord.decode(in.duplicate()).delivery();
        boolean message = DeliveryStages.receipt(lane, delivery).isEmpty();
        if (message && !isRepeat(lane.name(), delivery, atMs, within)) {
            took(lane.name(), delivery, atMs, within);
        }
    }

    private Print print(String smsc, Delivery delivery) {
        digest.reset();
        text(smsc);
        text(delivery.from().number());
        text(delivery.to().number());
        digest.update(ByteBuffer.allocate(20)
                .putInt(delivery.esmClass())
                .putInt(delivery.dataCoding())
                .putInt(delivery.sarReference())
                .putInt(delivery.sarTotal())
                .putInt(delivery.sarSequence())
                .flip());
        ByteBuffer sum = ByteBuffer.wrap(digest.digest(delivery.octets()));
        return new Print(sum.getLong(), sum.getLong());
    }

    private void text(String text) {
        digest.update(text.getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
    }
}
