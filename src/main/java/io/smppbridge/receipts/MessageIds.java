package io.smppbridge.receipts;

import io.smppbridge.settings.IdPart;
import io.smppbridge.threads.ThreadSafe;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;

/**
 * Brings an SMSC's message ids into one form, so that the id of an answer and the id of a receipt are equal when they mean the same
 * message.
 *
 * <p>A numeric form reads digits as a number of any length, without regard to case, leading zeros, {@code +} or {@code 0x}; a negative
 * decimal is the 64-bit number with the same bits. Its canonical form is decimal. What is not a number of the form, and every id under
 * {@code text}, is compared as text, trimmed and in lower case: the two never meet, as no such text is all digits. {@code exact} minds
 * case, {@code uuid} hyphens neither. Never throws.
 */
@ThreadSafe
public final class MessageIds {
    private static final int MAX_DIGITS = 65;
    /** Of a longer one no more counts, in the answer and in the receipt alike: an answer's is read no further. */
    private static final int LONGEST = 255;

    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

    /** In place of a radix: texts, by case or not, and UUIDs without their hyphens. */
    private static final int TEXT = 0;

    private static final int EXACT = -1;
    private static final int UUID = -2;

    private final int answerRadix;
    private final int receiptRadix;
    private final IdPart part;
    /** Of a UUID without its hyphens. */
    private final IdPart unhyphened;

    private MessageIds(int answerRadix, int receiptRadix, IdPart part) {
        this.answerRadix = answerRadix;
        this.receiptRadix = receiptRadix;
        this.part = part;
        this.unhyphened = part.withoutHyphens();
    }

    /** Ids that compare whole. */
    public static MessageIds of(String form) {
        return of(form, IdPart.ALL);
    }

    /**
     * @param form {@code text}, {@code exact}, {@code uuid}, {@code hex}, {@code dec}, or {@code hex-dec} and {@code dec-hex}: the form in the answer, then in the
     *     receipt
     * @param part how much of an id, as written, counts
     * @throws IllegalArgumentException for any other word
     */
    public static MessageIds of(String form, IdPart part) {
        return switch (form) {
            case "text" -> new MessageIds(TEXT, TEXT, part);
            case "exact" -> new MessageIds(EXACT, EXACT, part);
            case "uuid" -> new MessageIds(UUID, UUID, part);
            case "hex" -> new MessageIds(16, 16, part);
            case "dec" -> new MessageIds(10, 10, part);
            case "hex-dec" -> new MessageIds(16, 10, part);
            case "dec-hex" -> new MessageIds(10, 16, part);
            default ->
                throw new IllegalArgumentException(
                        "message-id = " + form + ", expected text, exact, uuid, hex-dec, dec-hex, hex or dec");
        };
    }

    /** The canonical form of the id in a submit_sm_resp, or of a {@link SharedId}; empty for none. */
    public String ofAnswer(String id) {
        return SharedId.isShared(id)
                ? canonical(SharedId.plain(id), answerRadix) + SharedId.behind(id)
                : canonical(id, answerRadix);
    }

    /** The canonical form of the id in a receipt; empty for none. */
    public String ofReceipt(String id) {
        return canonical(id, receiptRadix);
    }

    /**
     * The canonical ids that a receipt may mean, the likeliest first; none when it names none.
     *
     * <p>The TLV receipted_message_id is, by SMPP 3.4 §5.3.2.12, the id of the answer; there are SMSCs that write it as they write their
     * texts. When the text's id is the TLV's in either form, that settles it. When they are two different ids, the TLV wins.
     */
    public List<String> ofReceipt(SmscReceipt receipt) {
        if (receipt.tlvId().isEmpty()) {
            String text = ofReceipt(receipt.textId());
            return text.isEmpty() ? List.of() : List.of(text);
        }
        String asAnswered = ofAnswer(receipt.tlvId());
        String asWritten = answerRadix == receiptRadix ? asAnswered : ofReceipt(receipt.tlvId());
        if (asAnswered.equals(asWritten)) {
            return List.of(asAnswered);
        }
        String text = ofReceipt(receipt.textId());
        return text.equals(asAnswered) || text.equals(asWritten) ? List.of(text) : List.of(asAnswered, asWritten);
    }

    /** The likeliest of them; empty when there is none. */
    public String likeliest(SmscReceipt receipt) {
        if (receipt.tlvId().isEmpty() || answerRadix == receiptRadix) {
            return receipt.tlvId().isEmpty() ? ofReceipt(receipt.textId()) : ofAnswer(receipt.tlvId());
        }
        List<String> ids = ofReceipt(receipt);
        return ids.isEmpty() ? "" : ids.get(0);
    }

    /**
     * What the answer to the message that a receipt is about may have called it, where no answer has told: {@link #ofAnswer} makes of it
     * {@link #likeliest what the receipt means}. Empty when that names none.
     */
    public String asAnswered(SmscReceipt receipt) {
        String id = likeliest(receipt);
        if (ofAnswer(receipt.id()).equals(id)) {
            return receipt.id();
        }
        boolean isNumber = !id.isEmpty() && digits(id, 0, 10).length() == id.length();
        return answerRadix == 16 && isNumber ? new BigInteger(id).toString(16) : id;
    }

    /** Whether TLV and text name the same message, or only one of them names one. */
    public boolean agree(SmscReceipt receipt) {
        if (receipt.tlvId().isEmpty()
                || receipt.textId().isEmpty()
                || receipt.textId().equals(receipt.tlvId())) {
            return true;
        }
        String text = ofReceipt(receipt.textId());
        return text.equals(ofAnswer(receipt.tlvId()))
                || text.equals(ofReceipt(receipt.tlvId()))
                || withoutZeros(text).equals(withoutZeros(ofAnswer(receipt.tlvId())));
    }

    private static String withoutZeros(String id) {
        int zeros = 0;
        while (zeros < id.length() - 1 && id.charAt(zeros) == '0') {
            zeros++;
        }
        return id.substring(zeros);
    }

    private String canonical(String id, int radix) {
        String whole = trimmed(id.length() > LONGEST ? id.substring(0, LONGEST) : id);
        if (radix == UUID) {
            IdPart counts = whole.indexOf('-') < 0 ? unhyphened : part;
            return counts.of(whole).replace("-", "").toLowerCase(Locale.ROOT);
        }
        String trimmed = part.of(whole);
        if (radix == EXACT) {
            return trimmed;
        }
        if (radix == TEXT || trimmed.isEmpty() || trimmed.length() > MAX_DIGITS) {
            return lower(trimmed);
        }
        boolean negative = trimmed.charAt(0) == '-';
        int from = negative || trimmed.charAt(0) == '+' ? 1 : 0;
        if (radix == 16 && trimmed.regionMatches(true, from, "0x", 0, 2)) {
            from += 2;
        }
        String digits = digits(trimmed, from, radix);
        if (digits.isEmpty()) {
            return trimmed.toLowerCase(Locale.ROOT);
        }
        if (!negative && digits.length() <= (radix == 16 ? 16 : 18)) {
            return radix == 10 ? digits : Long.toUnsignedString(Long.parseUnsignedLong(digits, 16));
        }
        BigInteger number = new BigInteger(digits, radix);
        if (negative) {
            // The bits of a signed number: -1 is 18446744073709551615.
            number = number.bitLength() <= 64 && number.signum() != 0 ? TWO_64.subtract(number) : number;
        }
        return number.toString();
    }

    /** Most have no capitals, and need not be gone through letter by letter as Unicode has it. */
    private static String lower(String id) {
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if (c >= 'A' && c <= 'Z' || c >= 0x80) {
                return id.toLowerCase(Locale.ROOT);
            }
        }
        return id;
    }

    /** Without the blanks and NULs that some SMSCs pad with. */
    private static String trimmed(String id) {
        int from = 0;
        int to = id.length();
        while (from < to && id.charAt(from) <= ' ') {
            from++;
        }
        while (to > from && id.charAt(to - 1) <= ' ') {
            to--;
        }
        return id.substring(from, to);
    }

    /** The digits without leading zeros; empty when there is none, or something else among them. */
    private static String digits(String text, int from, int radix) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 'f' || Character.digit(c, radix) < 0) {
                return "";
            }
        }
        int first = from;
        while (first < text.length() - 1 && text.charAt(first) == '0') {
            first++;
        }
        return text.substring(first);
    }
}
