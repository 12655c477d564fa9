package io.smppbridge.receipts;

import io.smppbridge.CarrierReport;
import io.smppbridge.receipts.ReceiptFields.Field;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.ThreadSafe;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Tells receipts from messages, and reads them. Never throws because of what an SMSC wrote.
 *
 * <p>A receipt is what esm_class says is one: bit 0x04 (delivery receipt) or 0x20 (intermediate notification) of SMPP 3.4 §5.2.12. For an
 * SMSC that forgets the bit, {@code byText} recognises a body that begins with {@code id:} and has a {@code stat:}; without it a
 * subscriber who writes such words has written a message. What an SMSC's own grammar reads an id and a known state out of is one, too.
 *
 * <p>The TLVs receipted_message_id, message_state and network_error_code win over the text.
 */
@ThreadSafe
public final class ReceiptReader {
    private static final int RECEIPT_BITS = 0x24;
    private static final int UDHI = 0x40;
    private static final int UCS2 = 8;
    private static final int GSM_UNDERSCORE = 0x11;
    private static final String TEXT = "text:";

    private final ReceiptDates dates;
    private final boolean byText;
    private final Optional<OwnGrammar> own;
    private final Map<String, ReceiptState> words;

    /**
     * @param zone the SMSC's clock, by which its dates are read
     * @param byText whether a body may make a receipt of a message whose esm_class does not
     */
    public ReceiptReader(ZoneId zone, boolean byText) {
        this(zone, byText, ReceiptGrammar.USUAL);
    }

    /** By the ways of one SMSC. */
    public static ReceiptReader of(SmscConfig.Inbound ways) {
        return new ReceiptReader(ways.zone(), ways.byText(), ways.grammar());
    }

    /**
     * @param zone the SMSC's clock
     * @param byText whether a body may make a receipt of a message whose esm_class does not
     * @param grammar how the SMSC writes
     */
    public ReceiptReader(ZoneId zone, boolean byText, ReceiptGrammar grammar) {
        this.dates = new ReceiptDates(zone, grammar.dates());
        this.byText = byText;
        this.own = OwnGrammar.of(grammar);
        Map<String, ReceiptState> states = new HashMap<>();
        grammar.states()
                .forEach((word, state) -> states.put(word, ReceiptState.valueOf(state.toUpperCase(Locale.ROOT))));
        this.words = Map.copyOf(states);
    }

    /** The receipt, or empty when this is a message. */
    public Optional<SmscReceipt> read(ReceiptInput input) {
        if ((input.esmClass() & RECEIPT_BITS) != 0) {
            return Optional.of(read(fields(body(input)), input));
        }
        if (!byText) {
            return Optional.empty();
        }
        String body = body(input);
        Optional<ReceiptFields> written = own.flatMap(grammar -> grammar.read(body))
                .filter(text -> text.has(Field.ID) && state(text) != ReceiptState.UNSTATED);
        if (written.isEmpty() && body.regionMatches(true, 0, "id:", 0, 3)) {
            written = Optional.<ReceiptFields>of(new ReceiptText(body))
                    .filter(text -> text.has(Field.ID) && text.has(Field.STAT));
        }
        return written.map(text -> read(text, input));
    }

    /**
     * By the SMSC's own grammar where that makes sense of it, else by the usual one; a text that begins as the usual ones do may have
     * separators enough to look like the own one.
     */
    private ReceiptFields fields(String body) {
        if (own.isEmpty()) {
            return new ReceiptText(body);
        }
        Optional<ReceiptFields> written = own.get().read(body);
        if (written.isPresent() && state(written.get()) != ReceiptState.UNSTATED) {
            return written.get();
        }
        ReceiptFields usual = new ReceiptText(body);
        return usual.has(Field.ID) ? usual : written.orElse(usual);
    }

    private ReceiptState state(ReceiptFields text) {
        String stat = text.value(Field.STAT);
        return known(stat).orElseGet(() -> ReceiptState.of(word(stat)));
    }

    /** What a word of the SMSC's own means; a blank in it is written as _ in its key. */
    private Optional<ReceiptState> known(String stat) {
        if (words.isEmpty()) {
            return Optional.empty();
        }
        String whole = stat.toUpperCase(Locale.ROOT).replace(' ', '_');
        return Optional.ofNullable(words.get(whole)).or(() -> Optional.ofNullable(words.get(word(whole))));
    }

    /** The text of a receipt, whatever its grammar. */
    public static String text(ReceiptInput input) {
        return body(input);
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

    private SmscReceipt read(ReceiptFields text, ReceiptInput input) {
        String textId = text.value(Field.ID);
        String tlvId = input.receiptedId().strip();
        String stat = word(text.value(Field.STAT));
        ReceiptState textState = state(text);
        ReceiptState tlvState =
                input.messageState() < 0 ? ReceiptState.UNSTATED : ReceiptState.of((byte) input.messageState());
        boolean statesDiffer =
                tlvState != ReceiptState.UNSTATED && textState != ReceiptState.UNSTATED && tlvState != textState;
        ReceiptState state = tlvState == ReceiptState.UNSTATED ? textState : tlvState;
        String submitDate = text.value(Field.SUBMIT_DATE);
        String doneDate = text.value(Field.DONE_DATE);
        CarrierReport report = new CarrierReport(
                stat.isEmpty() && state != ReceiptState.UNSTATED ? state.name() : stat,
                text.value(Field.ERR),
                networkError(input.networkError()),
                dates.of(submitDate),
                dates.of(doneDate));
        boolean sameTimes = dates.tellsSeconds(doneDate)
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

    /** The state's word without a reason behind it. */
    private static String word(String stat) {
        int end = 0;
        while (end < stat.length() && (Character.isLetterOrDigit(stat.charAt(end)) || stat.charAt(end) == '_')) {
            end++;
        }
        return end == 0 ? stat : stat.substring(0, end);
    }

    private static int networkError(byte[] octets) {
        return octets.length == 3 ? (octets[0] & 0xFF) << 16 | (octets[1] & 0xFF) << 8 | octets[2] & 0xFF : -1;
    }
}
