package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;
import java.util.BitSet;
import java.util.Locale;
import java.util.Optional;

/**
 * Messages by the ids that carriers gave their parts: some 22 octets each. Several messages may have one id, as the destinations of one
 * submit_multi have, or as a carrier gives it a second time: then the number decides.
 */
@OwnedBy("whoever audits")
final class CarrierIds {
    private static final int DECIMAL = 10;
    private static final int HEXADECIMAL = 16;

    private final Messages messages;
    private final Longs keys = new Longs();
    /** The row, and whether a receipt has come. */
    private final Longs rows = new Longs();

    private final Index index = new Index(keys::get);
    /** Rows whose receipts may be about another message to the same number. */
    private final BitSet shared = new BitSet();

    private int count;

    CarrierIds(Messages messages) {
        this.messages = messages;
    }

    /** What an id is compared by: case and leading zeros do not count. */
    static long key(String carrier, String id) {
        return Print.both(Print.of(carrier), Print.of(plain(id)));
    }

    private static String plain(String id) {
        int from = 0;
        while (from < id.length() - 1 && id.charAt(from) == '0') {
            from++;
        }
        return id.substring(from).toLowerCase(Locale.ROOT);
    }

    /** The same number in decimal digits where the id is hexadecimal, and the other way round; 0 where it is neither. */
    static long[] otherForms(String carrier, String id) {
        return new long[] {
            number(id, HEXADECIMAL)
                    .map(it -> key(carrier, Long.toUnsignedString(it)))
                    .orElse(0L),
            number(id, DECIMAL).map(it -> key(carrier, Long.toHexString(it))).orElse(0L)
        };
    }

    private static Optional<Long> number(String id, int radix) {
        try {
            return Optional.of(Long.parseUnsignedLong(id, radix));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** The carrier has given this id to that message, or a part of it. */
    void given(long key, int row) {
        int entry = index.find(key);
        if (entry != Index.NONE && row(entry) != row && messages.to(row(entry)) == messages.to(row)) {
            shared.set(row(entry));
            shared.set(row);
        }
        long own = entry == Index.NONE || row(entry) == row ? key : Print.both(key, messages.to(row));
        if (index.find(own) == Index.NONE || row(index.find(own)) != row) {
            keys.set(count, own);
            rows.set(count, (long) row << 1);
            index.put(count++);
        }
    }

    /** The place of that id; with a number that is known, the one of that number; {@link Index#NONE} when nothing has it. */
    int find(long key, long to) {
        int entry = key == 0 ? Index.NONE : index.find(key);
        if (entry == Index.NONE || to == Print.NONE || messages.to(row(entry)) == to) {
            return entry;
        }
        return index.find(Print.both(key, to));
    }

    /** The message, or {@link Index#NONE}. */
    int message(long key, long to) {
        int entry = find(key, to);
        return entry == Index.NONE ? Index.NONE : row(entry);
    }

    /** Whether a carrier gave the id of this message to another one to the same number. */
    boolean isShared(int row) {
        return shared.get(row);
    }

    int row(int entry) {
        return messages.standing((int) (rows.get(entry) >>> 1));
    }

    /** A receipt has come; true when it is the first. */
    boolean receipted(int entry) {
        boolean first = (rows.get(entry) & 1) == 0;
        rows.set(entry, rows.get(entry) | 1);
        return first;
    }
}
