package io.smppbridge.connector;

import io.smppbridge.Address;
import java.nio.charset.StandardCharsets;

/** A delivery in the making: a deliver_sm of nothing from 46701234567 to 72404, but for what a test says of it. */
public final class Deliveries {
    private static final byte[] NOTHING = {};
    private static final int RECEIPT = 4;

    private int sequence = 1;
    private boolean dataSm;
    private Address from = Address.of("46701234567");
    private Address to = Address.of("72404");
    private int esmClass;
    private int dataCoding;
    private byte[] octets = NOTHING;
    private String receiptedId = "";
    private int messageState = -1;
    private byte[] networkError = NOTHING;
    private int sarReference;
    private int sarTotal;
    private int sarSequence;
    private long readNanos;

    private Deliveries() {}

    public static Deliveries delivery() {
        return new Deliveries();
    }

    public Deliveries sequence(int number) {
        sequence = number;
        return this;
    }

    public Deliveries dataSm(boolean is) {
        dataSm = is;
        return this;
    }

    public Deliveries from(Address sender) {
        from = sender;
        return this;
    }

    public Deliveries to(Address recipient) {
        to = recipient;
        return this;
    }

    /** Its esm_class says that it is an SMSC's delivery receipt. */
    public Deliveries receipt() {
        return esmClass(RECEIPT);
    }

    public Deliveries esmClass(int octet) {
        esmClass = octet;
        return this;
    }

    public Deliveries dataCoding(int octet) {
        dataCoding = octet;
        return this;
    }

    public Deliveries text(String latin) {
        return octets(latin.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Deliveries octets(byte[] body) {
        octets = body;
        return this;
    }

    /** The TLVs of a receipt, each left out as {@link Delivery} says. */
    public Deliveries about(String messageId, int state, byte[] error) {
        receiptedId = messageId;
        messageState = state;
        networkError = error;
        return this;
    }

    /** The TLVs of SAR. */
    public Deliveries part(int reference, int total, int number) {
        sarReference = reference;
        sarTotal = total;
        sarSequence = number;
        return this;
    }

    public Deliveries readAt(long nanos) {
        readNanos = nanos;
        return this;
    }

    public Delivery made() {
        return new Delivery(
                sequence,
                dataSm,
                from,
                to,
                esmClass,
                dataCoding,
                octets,
                receiptedId,
                messageState,
                networkError,
                sarReference,
                sarTotal,
                sarSequence,
                NOTHING,
                false,
                "",
                0,
                0,
                readNanos);
    }
}
