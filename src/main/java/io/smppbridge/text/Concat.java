package io.smppbridge.text;

/**
 * The place of a part in its message.
 *
 * @param kind where it was told
 * @param reference which message of that sender: 0..255, or 0..65535
 * @param total parts, 1..255
 * @param sequence from 1
 */
public record Concat(Kind kind, int reference, int total, int sequence) {
    /** A message of one part. */
    public static final Concat NONE = new Concat(Kind.NONE, 0, 1, 1);

    /** How parts are numbered. */
    public enum Kind {
        NONE,
        /** UDH element 0x00. */
        UDH8,
        /** UDH element 0x08. */
        UDH16,
        /** The three sar_ TLVs. */
        SAR
    }

    public Concat {
        if (total < 1 || total > 255 || sequence < 1 || sequence > total) {
            throw new IllegalArgumentException("part " + sequence + " of " + total + ", expected 1..255");
        }
    }

    /** Whether other parts belong to it. */
    public boolean several() {
        return total > 1;
    }

    /** As {@link #Concat}, but {@link #NONE} for numbers that make no sense, as 23.040 §9.2.3.24.1 asks. */
    static Concat orNone(Kind kind, int reference, int total, int sequence) {
        return total >= 1 && total <= 255 && sequence >= 1 && sequence <= total
                ? new Concat(kind, reference, total, sequence)
                : NONE;
    }
}
