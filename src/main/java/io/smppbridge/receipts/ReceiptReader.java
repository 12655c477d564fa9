package io.smppbridge.receipts;

import io.smppbridge.CarrierReport;
import io.smppbridge.receipts.ReceiptText.Field;
import io.smppbridge.threads.ThreadSafe;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;

/**
 * Tells receipts from messages, and reads them. Never throws because of what an SMSC wrote.
 *
 * <p>A receipt is what esm_class says is one: bit 0x04 (delivery receipt) or 0x20 (intermediate notification) of SMPP 3.4 §5.2.12. For an
 * SMSC that forgets the bit, {@code byText} recognises a body that begins with {@code id:} and has a {@code stat:}; without it a
 * subscriber who writes such words has written a message.
 *
 * <p>The TLVs receipted_message_id, message_state and network_error_code win over the text.
 */
@ThreadSafe
public final class ReceiptReader {
    private static final int RECEIPT_BITS = 0x24;
    private static final int UDHI = 0x40;
    private static final int UCS2 = 8;
    /** Of a date with two digits for its year, as YYYYMMDDhhmmss. */
    private static final long CENTURY = 20_000_000_000_000L;

    /** A date of so many digits tells the second. */
    private static final int WITH_SECONDS = 12;

    private static final int GSM_UNDERSCORE = 0x11;
    private static final String TEXT = "text:";

    private final ZoneId zone;
    private final boolean byText;

    /**
     * @param zone the SMSC's clock, by which its dates are read
     * @param byText whether a body may make a receipt of a message whose esm_class does not
     */
    public ReceiptReader(ZoneId zone, boolean byText) {
        this.zone = zone;
        this.byText = byText;
    }

    /** The receipt, or empty when this is a message. */
    public Optional<SmscReceipt> read(ReceiptInput input) {
        if ((input.esmClass() & RECEIPT_BITS) != 0) {
            return Optional.of(read(new ReceiptText(body(input)), input));
        }
        if (!byText) {
            return Optional.empty();
        }
        String body = body(input);
        if (!body.regionMatches(true, 0, "id:", 0, 3)) {
            return Optional.empty();
        }
        ReceiptText text = new ReceiptText(body);
        boolean receipt = text.has(Field.ID) && text.has(Field.STAT);
        return receipt ? Optional.of(read(text, input)) : Optional.empty();
    }

    /** How the text began that the receipt is about, as far as it quotes it behind {@code text:}; empty when it does not. */
    public static String quoted(int dataCoding, byte[] octets) {
        String body = body(new ReceiptInput(0, dataCoding, octets, Map.of()));
        for (int at = 0; at + TEXT.length() <= body.length(); at++) {
            if (body.regionMatches(true, at, TEXT, 0, TEXT.length())
                    && (at == 0 || !Character.isLetterOrDigit(body.charAt(at - 1)))) {
                return body.substring(at + TEXT.length()).strip();
            }
        }
        return "";
    }

    private SmscReceipt read(ReceiptText text, ReceiptInput input) {
        String textId = text.value(Field.ID);
        String tlvId = string(input.tlv(ReceiptInput.RECEIPTED_MESSAGE_ID));
        String stat = word(text.value(Field.STAT));
        ReceiptState textState = ReceiptState.of(stat);
        byte[] stateTlv = input.tlv(ReceiptInput.MESSAGE_STATE);
        ReceiptState tlvState = stateTlv.length == 1 ? ReceiptState.of(stateTlv[0]) : ReceiptState.UNSTATED;
        boolean statesDiffer =
                tlvState != ReceiptState.UNSTATED && textState != ReceiptState.UNSTATED && tlvState != textState;
        ReceiptState state = tlvState == ReceiptState.UNSTATED ? textState : tlvState;
        String submitDate = text.value(Field.SUBMIT_DATE);
        String doneDate = text.value(Field.DONE_DATE);
        CarrierReport report = new CarrierReport(
                stat.isEmpty() && state != ReceiptState.UNSTATED ? state.name() : stat,
                text.value(Field.ERR),
                networkError(input.tlv(ReceiptInput.NETWORK_ERROR_CODE)),
                date(submitDate),
                date(doneDate));
        boolean sameTimes = digits(doneDate) >= WITH_SECONDS
                && report.doneDate().equals(report.submitDate())
                && !report.doneDate().equals(Instant.EPOCH);
        return new SmscReceipt(tlvId, textId, state, report, statesDiffer, sameTimes);
    }

    /** Receipts are ASCII whatever data_coding says, but for those that are UCS-2 and the underscore that some send in GSM. */
    private static String body(ReceiptInput input) {
        byte[] octets = input.body();
        int from = 0;
        if ((input.esmClass() & UDHI) != 0 && octets.length > 0 && (octets[0] & 0xFF) < octets.length) {
            from = 1 + (octets[0] & 0xFF);
        }
        int length = octets.length - from;
        boolean wide = length >= 4 && octets[from] == 0 && octets[from + 2] == 0;
        if (wide || input.dataCoding() == UCS2 && length >= 2 && octets[from] == 0) {
            return new String(octets, from, length & ~1, StandardCharsets.UTF_16BE);
        }
        String text = new String(octets, from, length, StandardCharsets.ISO_8859_1);
        return text.indexOf(GSM_UNDERSCORE) < 0 ? text : text.replace((char) GSM_UNDERSCORE, '_');
    }

    private static String string(byte[] octets) {
        int length = 0;
        while (length < octets.length && octets[length] != 0) {
            length++;
        }
        return new String(octets, 0, length, StandardCharsets.ISO_8859_1).strip();
    }

    /** The state's word without a reason behind it. */
    private static String word(String stat) {
        int end = 0;
        while (end < stat.length() && (Character.isLetterOrDigit(stat.charAt(end)) || stat.charAt(end) == '_')) {
            end++;
        }
        return end == 0 ? stat : stat.substring(0, end);
    }

    private static int digits(String written) {
        int count = 0;
        for (int i = 0; i < written.length(); i++) {
            count += written.charAt(i) >= '0' && written.charAt(i) <= '9' ? 1 : 0;
        }
        return count;
    }

    private static int networkError(byte[] octets) {
        return octets.length == 3 ? (octets[0] & 0xFF) << 16 | (octets[1] & 0xFF) << 8 | octets[2] & 0xFF : -1;
    }

    /** 10 digits (YYMMDDhhmm), 12 (with seconds, or with a century) or 14; what stands between the digits is passed over. */
    private Instant date(String written) {
        // A 16-character time of SMPP §7.1.1 is 12 digits, then tenths and an offset, then its sign.
        boolean smpp = written.length() == 16 && "+-R".indexOf(written.charAt(15)) >= 0;
        int most = smpp ? 12 : 14;
        long digits = 0;
        int count = 0;
        for (int i = 0; i < written.length() && count < most; i++) {
            char c = written.charAt(i);
            if (c >= '0' && c <= '9') {
                digits = digits * 10 + c - '0';
                count++;
            }
        }
        return switch (count) {
            case 10 -> instant(CENTURY + digits * 100);
            case 12 -> {
                Instant withSeconds = instant(CENTURY + digits);
                yield withSeconds.equals(Instant.EPOCH) ? instant(digits * 100) : withSeconds;
            }
            case 14 -> instant(digits);
            default -> Instant.EPOCH;
        };
    }

    /** Of a number that reads YYYYMMDDhhmmss; {@link Instant#EPOCH} when there is no such time. */
    private Instant instant(long digits) {
        int day = (int) (digits / 1_000_000);
        int time = (int) (digits % 1_000_000);
        int month = day / 100 % 100;
        if (month < 1 || month > 12 || day % 100 < 1) {
            return Instant.EPOCH;
        }
        try {
            return LocalDateTime.of(day / 10_000, month, day % 100, time / 10_000, time / 100 % 100, time % 100)
                    .atZone(zone)
                    .toInstant();
        } catch (DateTimeException noDate) {
            return Instant.EPOCH;
        }
    }
}
