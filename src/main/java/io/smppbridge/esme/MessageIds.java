package io.smppbridge.esme;

import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.settings.EsmeReceipts.IdForm;
import java.nio.charset.StandardCharsets;

/** Our ids as an ESME reads and says them. */
final class MessageIds {
    /** What the name of a submit_multi begins with, and no id does. */
    static final char OF_SEVERAL = 'M';

    /** Octets of the longest: a decimal one. */
    static final int LONGEST = 19;

    private static final int OF_TEXT = 13;
    private static final int OF_HEX = 16;

    private MessageIds() {}

    static String text(TaskId id, IdForm form) {
        return switch (form) {
            case DECIMAL -> Long.toString(id.value());
            case HEX -> Long.toHexString(id.value());
            default -> id.toString();
        };
    }

    /**
     * The same in octets.
     *
     * @param into at least {@link #LONGEST}
     * @return how many they are
     */
    static int write(TaskId id, IdForm form, byte[] into) {
        if (form == IdForm.TEXT) {
            return id.write(into, 0);
        }
        byte[] text = text(id, form).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, into, 0, text.length);
        return text.length;
    }

    /**
     * Puts the id that a receipt names into a draft.
     *
     * @param given in its usual form, when it is not the message's own; else empty
     */
    static void write(Draft out, Receipt receipt, String given, IdForm form) {
        if (!given.isEmpty()) {
            out.text(text(given, form));
            return;
        }
        switch (form) {
            case DECIMAL -> out.digits(receipt.message().value(), 1);
            case HEX -> out.text(Long.toHexString(receipt.message().value()));
            default -> out.id(receipt.message());
        }
    }

    /** An id in its usual form in another one; the name of a submit_multi, which is no number, stays as it is. */
    static String text(String id, IdForm form) {
        return form == IdForm.TEXT || id.charAt(0) == OF_SEVERAL ? id : text(TaskId.parse(id), form);
    }

    /**
     * Reads an id in whichever form: they differ in length. So those that were given before the form was changed mean something still.
     *
     * @throws IllegalArgumentException if it is none
     */
    static TaskId parse(String text) {
        return text.length() == OF_TEXT
                ? TaskId.parse(text)
                : new TaskId(Long.parseLong(text, text.length() == OF_HEX ? 16 : 10));
    }
}
