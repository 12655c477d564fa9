package io.smppbridge.pipeline;

import io.smppbridge.records.ConsentRecord;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who wants no more messages, and from whom: asked by callers' threads for each message, changed by the journal thread alone. A number is
 * digits without plus; a scope is {@link #EVERYTHING}, a {@link #sender} or an {@link #account}.
 */
@ThreadSafe
final class ConsentList {
    static final String EVERYTHING = "*";
    private static final String SENDER = "sender ";
    private static final String ACCOUNT = "account ";

    private final SegmentUse use;
    private final Map<String, List<Entry>> byNumber = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    /** One string for each: there are few, and many entries. Journal thread. */
    private final Map<String, String> scopes = new HashMap<>();

    /**
     * @param scope what is not wanted
     * @param sinceMs milliseconds since 1970
     * @param segment of the record that says so
     */
    record Entry(String scope, long sinceMs, long segment) {}

    ConsentList(SegmentUse use) {
        this.use = use;
    }

    static String sender(String number) {
        return SENDER + number;
    }

    static String account(String name) {
        return ACCOUNT + name;
    }

    int size() {
        return count.get();
    }

    boolean isEmpty() {
        return count.get() == 0;
    }

    /** Whether a message from a sender and an account to a number is not wanted. Any thread. */
    boolean refuses(String number, String sender, String account) {
        if (isEmpty()) {
            return false;
        }
        for (Entry entry : byNumber.getOrDefault(number, List.of())) {
            String scope = entry.scope();
            boolean meant = scope.startsWith(SENDER)
                    ? scope.regionMatches(SENDER.length(), sender, 0, sender.length())
                            && scope.length() == SENDER.length() + sender.length()
                    : scope.equals(EVERYTHING)
                            || scope.length() == ACCOUNT.length() + account.length() && scope.endsWith(account);
            if (meant) {
                return true;
            }
        }
        return false;
    }

    boolean holds(String number, String scope) {
        return byNumber.getOrDefault(number, List.of()).stream()
                .anyMatch(entry -> entry.scope().equals(scope));
    }

    /** Journal thread: what a record says holds from now on. */
    void enter(ConsentRecord record, long position) {
        if (record.out()) {
            put(record.number(), record.scope(), record.sinceMs(), position);
        } else {
            remove(record.number(), record.scope());
        }
    }

    /** Journal thread: a record says so. An entry that is there already gets the record's place. */
    void put(String number, String scope, long sinceMs, long position) {
        count.incrementAndGet(); // first: it is not to be none for a moment where it was one
        List<Entry> entries = without(number, scope);
        long segment = Positions.segment(position);
        entries.add(new Entry(scopes.computeIfAbsent(scope, same -> same), sinceMs, segment));
        use.add(segment);
        byNumber.put(number, List.copyOf(entries));
    }

    /** Journal thread. */
    void remove(String number, String scope) {
        List<Entry> entries = without(number, scope);
        if (entries.isEmpty()) {
            byNumber.remove(number);
        } else {
            byNumber.put(number, List.copyOf(entries));
        }
    }

    /** Since when, by the record of a segment; -1 when that does not vouch for it. */
    long vouchedFor(String number, String scope, long segment) {
        for (Entry entry : byNumber.getOrDefault(number, List.of())) {
            if (entry.scope().equals(scope) && entry.segment() == segment) {
                return entry.sinceMs();
            }
        }
        return -1;
    }

    /** Some of them: all of one number, or at most so many of any. */
    Map<String, List<Entry>> some(String number, int atMost) {
        if (!number.isEmpty()) {
            List<Entry> found = byNumber.getOrDefault(number, List.of());
            return found.isEmpty() ? Map.of() : Map.of(number, found);
        }
        Map<String, List<Entry>> some = new TreeMap<>();
        for (Map.Entry<String, List<Entry>> one : byNumber.entrySet()) {
            if (some.size() == atMost) {
                break;
            }
            some.put(one.getKey(), one.getValue());
        }
        return Collections.unmodifiableMap(some);
    }

    private List<Entry> without(String number, String scope) {
        List<Entry> entries = new ArrayList<>(byNumber.getOrDefault(number, List.of()));
        entries.removeIf(entry -> {
            boolean same = entry.scope().equals(scope);
            if (same) {
                use.remove(entry.segment());
                count.decrementAndGet();
            }
            return same;
        });
        return entries;
    }
}
