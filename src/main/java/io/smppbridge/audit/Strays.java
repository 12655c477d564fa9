package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/** What came to a carrier and was asked for by nobody, or with other words: 24 octets each. */
@OwnedBy("whoever audits")
final class Strays {
    private final Longs to = new Longs();
    private final Longs text = new Longs();
    private final Longs where = new Longs();
    private final Longs ids = new Longs();
    private final Index byId = new Index(ids::get);
    private int count;
    private int known;

    void add(long toPrint, long textPrint, long place) {
        to.set(count, toPrint);
        text.set(count, textPrint);
        where.set(count++, place);
    }

    /** A carrier gave that id to something of which no message is known. */
    void named(long key) {
        if (!isNamed(key)) {
            ids.set(known, key);
            byId.put(known++);
        }
    }

    boolean isNamed(long key) {
        return byId.find(key) != Index.NONE;
    }

    int count() {
        return count;
    }

    long to(int stray) {
        return to.get(stray);
    }

    long text(int stray) {
        return text.get(stray);
    }

    long where(int stray) {
        return where.get(stray);
    }
}
