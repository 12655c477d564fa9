package io.smppbridge.settings;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The PDU log ({@code pdulog.*}, {@code smsc.<name>.pdulog*}).
 *
 * @param directory where its files are ({@code pdulog.directory}); made when something is first written
 * @param fileSize octets of one file ({@code pdulog.file-size})
 * @param files how many are kept, of each SMSC and kind ({@code pdulog.files})
 * @param wishes by the name of the link: of an SMSC its own, of an account {@link #ofAccount}
 */
public record PduLogConfig(Path directory, long fileSize, int files, Map<String, Wish> wishes) {
    private static final String ACCOUNT = "account.";

    /** What the binds of an account at the SMPP server are called as a link: no SMSC may have a dot in its name. */
    public static String ofAccount(String account) {
        return ACCOUNT + account;
    }

    /** Whether that is the name of an account's link. */
    public static boolean isAccount(String link) {
        return link.startsWith(ACCOUNT);
    }

    /** The SMSC or account itself. */
    public static String nameOf(String link) {
        return isAccount(link) ? link.substring(ACCOUNT.length()) : link;
    }

    /**
     * What is noted of one link.
     *
     * @param form lines for people or programs ({@code pdulog = off|text|json})
     * @param capture whether a capture for Wireshark is written ({@code pdulog-capture})
     * @param numbers only what is about numbers that begin so ({@code pdulog-numbers}); empty for all
     */
    public record Wish(Form form, boolean capture, List<String> numbers) {
        /** Nothing is noted. */
        public static final Wish NOTHING = new Wish(Form.OFF, false, List.of());

        public boolean isNothing() {
            return form == Form.OFF && !capture;
        }
    }

    /** How a PDU becomes a line. */
    public enum Form {
        OFF,
        TEXT,
        JSON
    }
}
