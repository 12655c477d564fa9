package io.smppbridge.receipts;

import io.smppbridge.CarrierReport;
import io.smppbridge.receipts.ReceiptFields.Field;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.ThreadSafe;
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
    private static final String BEGINNING = "id:";
    private static final String TEXT = "text:";
    /** One in so many that are written otherwise than the last one learnt is learnt: more would cost more than they save. */
    private static final int LEARN_EVERY = 16;

    private final ReceiptDates dates;
    private final boolean byText;
    private final Optional<OwnGrammar> own;
    private final Map<String, ReceiptState> words;
    /** How the last one was written, by the usual grammar. Threads that read at once leave one of theirs. */
    private ReceiptForm lately;
    /** How many were written otherwise, or had other dates: about, where several threads read. */
    private int strange;

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
        return read(input, "", Map.of());
    }

    /** Whether a delivery with that esm_class may be a receipt at all. */
    public boolean mayRead(int esmClass) {
        return byText || (esmClass & RECEIPT_BITS) != 0;
    }

    /**
     * The receipt, or empty when this is a message.
     *
     * @param about the number that it is about; empty when that is not known
     * @param said what its TLVs say
     */
    public Optional<SmscReceipt> read(ReceiptInput input, String about, Map<String, String> said) {
        if (!mayRead(input.esmClass())) {
            return Optional.empty();
        }
        ReceiptBody body = body(input);
        String tlvId = input.receiptedId().strip();
        boolean marked = (input.esmClass() & RECEIPT_BITS) != 0;
        ReceiptForm form = lately;
        ReceiptSaid text = marked && form != null ? form.read(body, tlvId, dates) : null;
        boolean learn = marked && own.isEmpty() && (form == null || !form.hasDatesOf(text) && isTimeToLearn());
        if (text == null || learn) {
            ReceiptFields fields = marked ? fields(body, tlvId) : recognised(body, tlvId);
            if (fields == null) {
                return Optional.empty();
            }
            text = said(fields);
            if (learn) {
                lately = ReceiptForm.of(body, (ReceiptText) fields, text);
            }
        }
        return Optional.of(receipt(text, tlvId, input, about, said));
    }

    private boolean isTimeToLearn() {
        return ++strange % LEARN_EVERY == 0;
    }

    private ReceiptSaid said(ReceiptFields text) {
        String stat = stat(text.value(Field.STAT));
        return ReceiptSaid.by(text, stat, words.isEmpty() ? ReceiptState.of(stat) : state(text), dates);
    }

    /** What makes a receipt of a message by its text alone; null when nothing does. */
    private ReceiptFields recognised(ReceiptBody body, String tlvId) {
        Optional<ReceiptFields> written = own.flatMap(grammar -> grammar.read(body.whole()))
                .filter(text -> text.has(Field.ID) && state(text) != ReceiptState.UNSTATED);
        if (written.isPresent()) {
            return written.get();
        }
        ReceiptText text = body.begins(0, BEGINNING) ? new ReceiptText(body, tlvId) : null;
        return text != null && text.has(Field.ID) && text.has(Field.STAT) ? text : null;
    }

    /**
     * By the SMSC's own grammar where that makes sense of it, else by the usual one; a text that begins as the usual ones do may have
     * separators enough to look like the own one.
     */
    private ReceiptFields fields(ReceiptBody body, String tlvId) {
        if (own.isEmpty()) {
            return new ReceiptText(body, tlvId);
        }
        Optional<ReceiptFields> written = own.get().read(body.whole());
        if (written.isPresent() && state(written.get()) != ReceiptState.UNSTATED) {
            return written.get();
        }
        ReceiptFields usual = new ReceiptText(body, tlvId);
        return usual.has(Field.ID) ? usual : written.orElse(usual);
    }

    private ReceiptState state(ReceiptFields text) {
        String stat = text.value(Field.STAT);
        return words.isEmpty() ? ReceiptState.of(word(stat)) : known(stat).orElseGet(() -> ReceiptState.of(word(stat)));
    }

    /** What a word of the SMSC's own means; a blank in it is written as _ in its key. */
    private Optional<ReceiptState> known(String stat) {
        String whole = key(stat);
        return Optional.ofNullable(words.get(whole)).or(() -> Optional.ofNullable(words.get(word(whole))));
    }

    private static String key(String stat) {
        return stat.toUpperCase(Locale.ROOT).replace(' ', '_');
    }

    /** What is told of the state: all of a word that the settings name, blanks and all, else what comes before the first blank. */
    private String stat(String stat) {
        if (!words.isEmpty()) {
            String whole = key(stat);
            String named = words.containsKey(whole) ? whole : word(whole);
            if (words.containsKey(named) && whole.length() == stat.length()) { // capitals may be longer
                return stat.substring(0, named.length());
            }
        }
        return word(stat);
    }

    /** The text of a receipt, whatever its grammar. */
    public static String text(ReceiptInput input) {
        return body(input).whole();
    }

    /** How the text began that the receipt is about, as far as it quotes it behind {@code text:}; empty when it does not. */
    public static String quoted(int esmClass, int dataCoding, byte[] octets) {
        String body = new ReceiptBody(esmClass, dataCoding, octets).whole();
        for (int at = 0; at + TEXT.length() <= body.length(); at++) {
            if (body.regionMatches(true, at, TEXT, 0, TEXT.length())
                    && (at == 0 || !Character.isLetterOrDigit(body.charAt(at - 1)))) {
                return body.substring(at + TEXT.length()).strip();
            }
        }
        return "";
    }

    private static SmscReceipt receipt(
            ReceiptSaid text, String tlvId, ReceiptInput input, String about, Map<String, String> said) {
        ReceiptState textState = text.state();
        ReceiptState tlvState =
                input.messageState() < 0 ? ReceiptState.UNSTATED : ReceiptState.of((byte) input.messageState());
        boolean statesDiffer =
                tlvState != ReceiptState.UNSTATED && textState != ReceiptState.UNSTATED && tlvState != textState;
        ReceiptState state = tlvState == ReceiptState.UNSTATED ? textState : tlvState;
        String stat = text.stat();
        CarrierReport report = new CarrierReport(
                stat.isEmpty() && state != ReceiptState.UNSTATED ? state.name() : stat,
                text.err(),
                networkError(input.networkError()),
                text.submitDate(),
                text.doneDate(),
                said);
        return new SmscReceipt(tlvId, text.id(), state, report, statesDiffer, text.sameTimes(), about);
    }

    private static ReceiptBody body(ReceiptInput input) {
        return new ReceiptBody(input.esmClass(), input.dataCoding(), input.body());
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
