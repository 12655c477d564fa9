package io.smppbridge.simulation;

/** One decision of a run. It means something in every state of the world, so that any others can be left out. */
record Step(Kind kind, long luck) {
    /** What may be decided; the number says how often, beside the others. */
    enum Kind {
        SEND(10),
        REPEAT(3),
        JOURNAL(24),
        SUPPLY(2),
        READER(8),
        SENDER(30),
        HANDBACK(10),
        BIND(4),
        DECIDE(14),
        SAY(14),
        RECEIPT(8),
        PLATFORM(10),
        TIME(8),
        /** A bind is lost. */
        DROP(2),
        /** The carrier no longer answers enquire_link, or does again. */
        DEAF(1),
        /** {@code kill -9} between two steps. */
        KILL(1),
        /** The same in the middle of one, at some call to the disk. */
        KILL_WITHIN(1),
        POWER_LOSS(1),
        POWER_LOSS_WITHIN(1),
        FORCE_FAILS(1),
        WRITE_FAILS(1),
        /** The disk is full, or no longer. */
        FULL(1),
        /** Writes are short, or no longer. */
        SHORT_WRITES(1),
        /** The next force takes its time. */
        SLOW_FORCE(2);

        final int weight;

        Kind(int weight) {
            this.weight = weight;
        }

        boolean isFault() {
            return compareTo(DROP) >= 0;
        }
    }

    @Override
    public String toString() {
        return kind + ":" + Long.toHexString(luck);
    }
}
