package io.smppbridge.settings;

import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/**
 * What an account may do at the SMPP server ({@code account.<name>.esme.*}).
 *
 * @param systemId what it binds with ({@code system-id}); empty: it does not bind
 * @param passwordHashes of its passwords, any of which opens ({@code password-hash})
 * @param addresses it may come from ({@code addresses}); empty for any
 * @param binds at once ({@code binds})
 * @param window messages without an answer on each bind ({@code window})
 * @param rate messages a second over all its binds ({@code rate}); infinite for no limit
 * @param senders source addresses it may use ({@code senders}), {@code *} at the end for all that begin so; empty for any
 * @param deliverWindow deliver_sm without an answer on each bind ({@code deliver-window})
 * @param receipts how receipts are written ({@code receipt}, {@code receipt-zone} and so on)
 * @param longMo how an MO of several parts is sent ({@code long-mo})
 * @param gather what becomes of parts that it has cut itself
 */
public record EsmeAccount(
        String systemId,
        List<String> passwordHashes,
        List<String> addresses,
        int binds,
        int window,
        double rate,
        List<String> senders,
        int deliverWindow,
        EsmeReceipts receipts,
        LongMo longMo,
        Gather gather) {
    static final String PREFIX = "esme.";

    /** How receipts are written. */
    public enum ReceiptForm {
        /** Appendix B of SMPP 3.4, dates {@code YYMMDDhhmm}. */
        MINUTES,
        /** The same with dates {@code YYMMDDhhmmss}. */
        SECONDS,
        /** No text, only TLVs. */
        TLV
    }

    /** How a text that one short message cannot hold reaches the ESME. */
    public enum LongMo {
        UDH,
        PAYLOAD
    }

    /**
     * Parts that the ESME has cut itself.
     *
     * @param reassemble whether they are put together before they leave ({@code parts = pass|reassemble})
     * @param within how long a part waits for the others ({@code parts-within})
     * @param most parts that wait at once; more pass as they are ({@code parts-most})
     */
    public record Gather(boolean reassemble, Duration within, int most) {
        /** They pass as they are. */
        public static final Gather PASS = new Gather(false, Duration.ofSeconds(30), 10_000);
    }

    /** With parts that pass as they are, and receipts in the usual words. */
    public EsmeAccount(
            String systemId,
            List<String> passwordHashes,
            List<String> addresses,
            int binds,
            int window,
            double rate,
            List<String> senders,
            int deliverWindow,
            ReceiptForm receipt,
            ZoneId receiptZone,
            LongMo longMo) {
        this(
                systemId,
                passwordHashes,
                addresses,
                binds,
                window,
                rate,
                senders,
                deliverWindow,
                EsmeReceipts.usual(receipt, receiptZone),
                longMo,
                Gather.PASS);
    }

    public EsmeAccount {
        passwordHashes = List.copyOf(passwordHashes);
        addresses = List.copyOf(addresses);
        senders = List.copyOf(senders);
    }

    /** Whether it may bind at all. */
    public boolean binding() {
        return !systemId.isEmpty();
    }
}
