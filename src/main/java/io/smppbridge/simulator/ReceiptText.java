package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes receipts in the grammars that carriers use (SMPP 3.4, appendix B), or by a template of the script. */
@OwnedBy("smsc-sim")
final class ReceiptText {
    private static final byte[] NONE = {};
    private static final int LONGEST_SHORT_MESSAGE = 254;
    private static final int UCS2 = 8;

    private String dates = "";
    private ZoneId zone = ZoneId.of("UTC");
    private DateTimeFormatter format = DateTimeFormatter.BASIC_ISO_DATE;
    private long minute = -1;
    private String minuteText = "";
    private final Draft draft = new Draft();

    /** What a receipt is about. */
    record Told(String id, Outcome outcome, Instant submitted, Instant done, byte[] preview) {}

    /** A receipt's text and TLVs, as they go into a deliver_sm. */
    record Written(int dataCoding, byte[] text, byte[] tlvs) {}

    Written write(Behaviour by, Told told) {
        byte[] tlvs = tlvs(by.receiptForm, told.id, told.outcome);
        if (by.receiptForm == ReceiptForm.TLV_ONLY) {
            return new Written(0, NONE, tlvs);
        }
        draft.clear();
        if (by.receiptText.isEmpty()) {
            usual(by, told);
        } else {
            draft.latin(byTemplate(by, told));
        }
        byte[] narrow = draft.copy();
        if (!by.receiptUcs2) {
            return new Written(0, narrow, tlvs);
        }
        String text = by.receiptText.isEmpty() ? new String(narrow, StandardCharsets.ISO_8859_1) : byTemplate(by, told);
        byte[] wide = text.getBytes(StandardCharsets.UTF_16BE);
        return wide.length <= LONGEST_SHORT_MESSAGE
                ? new Written(UCS2, wide, tlvs)
                : new Written(UCS2, NONE, Delivery.join(Delivery.tlv(Smpp.TAG_MESSAGE_PAYLOAD, wide), tlvs));
    }

    private void usual(Behaviour by, Told told) {
        draft.latin("id:").latin(told.id);
        if (by.receiptForm == ReceiptForm.BARE) {
            draft.latin(" stat:").latin(told.outcome.name());
            return;
        }
        draft.latin(" sub:001 dlvrd:")
                .latin(delivered(told))
                .latin(" submit date:")
                .latin(date(by, told.submitted))
                .latin(" done date:")
                .latin(date(by, told.done))
                .latin(" stat:")
                .latin(told.outcome.name())
                .latin(" err:")
                .latin(told.outcome.error)
                .latin(by.receiptForm == ReceiptForm.SMPPSIM ? " Text:" : " text:")
                .octets(told.preview);
    }

    private String byTemplate(Behaviour by, Told told) {
        return by.receiptText
                .replace("{id}", told.id)
                .replace("{stat}", told.outcome.name())
                .replace("{state}", String.valueOf(told.outcome.state))
                .replace("{err}", told.outcome.error)
                .replace("{dlvrd}", delivered(told))
                .replace("{submit}", date(by, told.submitted))
                .replace("{done}", date(by, told.done))
                .replace("{text}", new String(told.preview, StandardCharsets.ISO_8859_1));
    }

    private static String delivered(Told told) {
        return told.outcome.isSuccess() ? "001" : "000";
    }

    private byte[] tlvs(ReceiptForm form, String id, Outcome outcome) {
        if (form == ReceiptForm.TEXT_ONLY || form == ReceiptForm.BARE) {
            return NONE;
        }
        draft.clear()
                .two(Smpp.TAG_RECEIPTED_MESSAGE_ID)
                .two(id.length() + 1)
                .latin(id)
                .octet(0)
                .two(Smpp.TAG_MESSAGE_STATE)
                .two(1)
                .octet(outcome.state);
        if (outcome.errorCode != 0) {
            draft.two(Smpp.TAG_NETWORK_ERROR_CODE).two(3).octet(3).two(outcome.errorCode); // a GSM error
        }
        return draft.copy();
    }

    /** Of one minute the same text, unless it is to tell seconds. */
    private String date(Behaviour by, Instant instant) {
        if (!by.receiptDates.equals(dates) || !by.receiptZone.equals(zone)) {
            dates = by.receiptDates;
            zone = by.receiptZone;
            format = DateTimeFormatter.ofPattern(dates, Locale.ENGLISH).withZone(zone);
            minute = -1;
        }
        long m = Math.floorDiv(instant.getEpochSecond(), 60);
        if (m != minute || dates.indexOf('s') >= 0) {
            minute = m;
            minuteText = format.format(instant);
        }
        return minuteText;
    }
}
