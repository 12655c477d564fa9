package io.smppbridge.text;

import io.smppbridge.Address;

/**
 * Which letters a sender may have in the address field of a submit_sm: those of Latin-1, or, alphanumeric, those of the GSM alphabet as
 * septets, without the {@code @}, whose septet would end the field. Stateless: any thread.
 */
public final class SenderLetters {
    private static final int ALPHANUMERIC = 5;
    private static final int LAST_LATIN_1 = 0xFF;

    private SenderLetters() {}

    /** @param gsm whether letters go as GSM septets to that SMSC */
    public static boolean fit(Address from, boolean gsm) {
        String number = from.number();
        for (int i = 0; i < number.length(); i++) {
            if (!fits(number.charAt(i), gsm && from.ton() == ALPHANUMERIC)) {
                return false;
            }
        }
        return true;
    }

    /** Whether they fit whichever way letters go, as those of nearly all senders do. */
    public static boolean fitEverywhere(Address from) {
        return fit(from, false) && (from.ton() != ALPHANUMERIC || fit(from, true));
    }

    /** Those that do not fit, each once. */
    public static String misfits(Address from, boolean gsm) {
        StringBuilder misfits = new StringBuilder();
        String number = from.number();
        for (int i = 0; i < number.length(); i++) {
            char c = number.charAt(i);
            if (!fits(c, gsm && from.ton() == ALPHANUMERIC) && misfits.indexOf(String.valueOf(c)) < 0) {
                misfits.append(c);
            }
        }
        return misfits.toString();
    }

    private static boolean fits(char c, boolean gsm) {
        return gsm ? c != '@' && GsmAlphabet.septets(c) > 0 : c <= LAST_LATIN_1;
    }
}
