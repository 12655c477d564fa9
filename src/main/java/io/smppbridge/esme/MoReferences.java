package io.smppbridge.esme;

import io.smppbridge.InboundSms;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * References for the parts of long messages that the bridge itself cuts for an ESME: for one subscriber and one number none comes again
 * before the other 255 have been used, nor, but for more than 256 of them, within a day. Each follows the clock, so that only pairs that
 * have run ahead of it are remembered; after a restart it goes on by the clock, and what the ESME has not answered comes again whole.
 */
@ThreadSafe
final class MoReferences {
    /** 256 of these are 27.3 hours. */
    static final long TICK_MS = Duration.ofSeconds(384).toMillis();

    private static final int MOST = 10_000;
    private final Map<Pair, Long> last = new ConcurrentHashMap<>();

    private record Pair(String from, String to) {}

    /** The next one, of which the low 8 bits count. */
    int next(InboundSms sms) {
        long now = sms.eventId().epochMs() / TICK_MS;
        if (last.size() >= MOST) {
            last.values().removeIf(number -> number < now);
        }
        if (last.size() >= MOST) {
            last.clear(); // so many at once: the clock alone has to do
        }
        Pair pair = new Pair(sms.from().number(), sms.to().number());
        return last.merge(pair, now, (before, tick) -> Math.max(before + 1, tick))
                .intValue();
    }

    int size() {
        return last.size();
    }
}
