package io.smppbridge.connector;

import io.smppbridge.Address;
import java.util.List;
import java.util.Objects;

/**
 * What an answer to a submission says besides its status and id; {@link #NONE} for nearly every answer.
 *
 * @param refused of a submit_multi, the destinations that the SMSC has not taken (unsuccess_sme, SMPP 3.4 §4.5.2)
 * @param tlvs the answer's TLVs as they stand on the wire; empty when it has none
 * @param whole whether the list of those not taken could be read to its end; else nothing is known of whoever is not in it
 */
public record AnswerDetail(List<Refused> refused, byte[] tlvs, boolean whole) {
    private static final byte[] NOTHING = {};
    private static final int LAST_DIGITS = 8;

    /** Nothing more. */
    public static final AnswerDetail NONE = new AnswerDetail(List.of(), NOTHING);

    public AnswerDetail {
        refused = List.copyOf(refused);
        Objects.requireNonNull(tlvs, "tlvs");
    }

    /** With a list that could be read to its end. */
    public AnswerDetail(List<Refused> refused, byte[] tlvs) {
        this(refused, tlvs, true);
    }

    /**
     * One destination that was not taken.
     *
     * @param status its own error_status_code, never 0
     */
    public record Refused(Address to, int status) {
        /** Whether it is this one; see {@link AnswerDetail#statusOf}. */
        public boolean is(Address destination) {
            return sameEnd(to.number(), destination.number());
        }
    }

    /**
     * What became of one destination of a submission that was taken as a whole. Numbers compare by their last eight digits, without a plus:
     * an SMSC may repeat one in its own form.
     *
     * @return 0, or why that destination was refused
     */
    public int statusOf(Address to) {
        for (Refused one : refused) {
            if (one.is(to)) {
                return one.status();
            }
        }
        return 0;
    }

    private static boolean sameEnd(String one, String other) {
        return end(one).equalsIgnoreCase(end(other));
    }

    private static String end(String number) {
        int plus = number.startsWith("+") ? 1 : 0;
        return number.substring(Math.max(plus, number.length() - LAST_DIGITS));
    }
}
