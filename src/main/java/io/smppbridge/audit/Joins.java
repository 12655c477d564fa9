package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts the parts of messages together again, as a handset would: by carrier, sender, number and reference. Keeps the last 100,000 messages of
 * several parts, so that a part that comes again is known. A reference that is used again for another text begins a new message, and so does one
 * for the same text while an equal message is still to come.
 */
@OwnedBy("whoever audits")
final class Joins {
    private static final int MOST = 100_000;

    private final Contents contents;
    private final Map<Long, Joined> open = new LinkedHashMap<>(1024, 0.75f, true);
    private int partial;

    /** One message of several parts. */
    static final class Joined {
        private final Said[] parts;
        private final long[] prints;
        private final int[] times;
        private final List<Long> ids = new ArrayList<>();
        private int missing;
        private int receptions;
        private long print;
        /** Its message, when it is whole. */
        int row = Index.NONE;

        Joined(int total) {
            parts = new Said[total];
            prints = new long[total];
            times = new int[total];
            missing = total;
        }

        /** Keys of the ids that the carrier gave its parts. */
        List<Long> ids() {
            return ids;
        }

        /** How often it came, by the part that came most often. */
        int receptions() {
            return receptions;
        }

        int total() {
            return times.length;
        }

        private Made add(int at, long print, Said text) {
            times[at]++;
            if (times[at] == 1) {
                prints[at] = print;
                parts[at] = text;
                missing--;
                receptions = missing == 0 ? Arrays.stream(times).max().orElse(1) : 0;
                return missing == 0 ? Made.WHOLE : Made.NOTHING;
            }
            if (missing == 0 && times[at] > receptions) {
                receptions = times[at];
                return Made.AGAIN;
            }
            return Made.NOTHING;
        }

        /** Its text, of parts that are not needed any more. */
        Said whole() {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < parts.length; i++) {
                if (parts[i].isHidden()) {
                    return Said.HIDDEN;
                }
                String words = parts[i].words().orElse("");
                all.append(words.startsWith("\u0000") && i > 0 ? words.substring(1) : words);
                parts[i] = Said.HIDDEN;
            }
            Said whole = Said.text(all.toString());
            print = whole.print();
            return whole;
        }
    }

    /** What a part made of its message. */
    enum Made {
        /** Others are missing, or have come as often already. */
        NOTHING,
        /** All have come for the first time. */
        WHOLE,
        /** A part has come once more than any other before. */
        AGAIN
    }

    private Made made = Made.NOTHING;

    Joins(Contents contents) {
        this.contents = contents;
    }

    /** What the last part made. */
    Made made() {
        return made;
    }

    Joined add(Submit submit) {
        Submit.Part part = submit.part();
        long key = Print.both(
                Print.both(Print.of(submit.carrier()), Print.ofNumber(submit.from())),
                Print.both(Print.ofNumber(submit.to()), (long) part.reference() << 8 | part.total()));
        int at = part.number() - 1;
        long print = submit.text().print();
        Joined joined = open.get(key);
        if (joined == null || joined.times[at] > 0 && (joined.prints[at] != print || isAnother(joined, submit))) {
            partial += joined != null && joined.missing > 0 ? 1 : 0;
            joined = new Joined(part.total());
            open.put(key, joined);
            forget();
        }
        if (!submit.messageId().isEmpty()) {
            joined.ids.add(CarrierIds.key(submit.carrier(), submit.messageId()));
        }
        made = joined.add(at, print, submit.text());
        return joined;
    }

    private boolean isAnother(Joined joined, Submit submit) {
        return joined.print != Print.NONE && contents.isAwaited(Print.ofNumber(submit.to()), joined.print);
    }

    private void forget() {
        if (open.size() > MOST) {
            var oldest = open.values().iterator();
            partial += oldest.next().missing > 0 ? 1 : 0;
            oldest.remove();
        }
    }

    /** Messages of which not all parts came. */
    int partial() {
        return partial
                + (int) open.values().stream().filter(it -> it.missing > 0).count();
    }
}
