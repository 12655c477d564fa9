package io.smppbridge.sender;

import io.smppbridge.settings.QuietHours;
import io.smppbridge.threads.ThreadSafe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Until when messages of which account were put off for its quiet hours. Where a reload lets these end at another time, the messages are
 * looked at anew. One entry for each account that is quiet.
 */
@ThreadSafe
final class PutOffs {
    private final Map<String, Until> byAccount = new ConcurrentHashMap<>();

    private record Until(QuietHours hours, long ms) {}

    /**
     * A message was put off, by those hours.
     *
     * @param changed hears of the time until which others of the account were put off, where that is another one
     */
    void add(String account, QuietHours hours, long untilMs, LongConsumer changed) {
        Until known = byAccount.get(account);
        if (known != null && known.ms() == untilMs && known.hours().equals(hours)) {
            return;
        }
        Until before = byAccount.put(account, new Until(hours, untilMs));
        if (before != null && before.ms() != untilMs) {
            changed.accept(before.ms());
        }
    }

    /**
     * Looks whether all of them still hold.
     *
     * @param accounts the quiet hours of an account now
     * @param changed hears of the time of each that does not
     */
    void look(Function<String, QuietHours> accounts, long nowMs, LongConsumer changed) {
        if (byAccount.isEmpty()) {
            return;
        }
        byAccount.forEach((account, until) -> {
            QuietHours hours = accounts.apply(account);
            if (until.ms() <= nowMs) {
                byAccount.remove(account, until);
            } else if (!hours.equals(until.hours()) && byAccount.remove(account, until)) {
                changed.accept(until.ms());
            }
        });
    }
}
