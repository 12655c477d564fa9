package io.smppbridge.settings;

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
 * @param receipt how receipts are written ({@code receipt})
 * @param receiptZone of their dates ({@code receipt-zone})
 * @param longMo how an MO of several parts is sent ({@code long-mo})
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
        ReceiptForm receipt,
        ZoneId receiptZone,
        LongMo longMo) {
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
