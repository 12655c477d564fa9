package io.smppbridge.audit;

import io.smppbridge.threads.OwnedBy;

/** Receipts whose message was not known when they came: they may have overtaken it in the log, or write its id otherwise. 48 octets each. */
@OwnedBy("whoever audits")
final class LateReceipts {
    private static final int FORMS = 3;
    private static final Ends.End[] ENDS = Ends.End.values();

    private final Longs forms = new Longs();
    private final Longs number = new Longs();
    private final Longs ends = new Longs();
    private final Longs where = new Longs();
    private int count;

    /** Is shown each of them. */
    interface Look {
        void at(long[] forms, long number, Ends.End end, long where);
    }

    void add(long key, long other, long another, long numberPrint, Ends.End end, long place) {
        forms.set(FORMS * count, key);
        forms.set(FORMS * count + 1, other);
        forms.set(FORMS * count + 2, another);
        number.set(count, numberPrint);
        ends.set(count, end.ordinal());
        where.set(count++, place);
    }

    void forEach(Look look) {
        long[] three = new long[FORMS];
        for (int i = 0; i < count; i++) {
            for (int form = 0; form < FORMS; form++) {
                three[form] = forms.get(FORMS * i + form);
            }
            look.at(three, number.get(i), ENDS[(int) ends.get(i)], where.get(i));
        }
    }
}
