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
 * @param wishes by SMSC
 */
public record PduLogConfig(Path directory, long fileSize, int files, Map<String, Wish> wishes) {
    /**
     * What is noted of one SMSC.
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
