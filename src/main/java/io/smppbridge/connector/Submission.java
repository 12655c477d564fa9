package io.smppbridge.connector;

import io.smppbridge.Address;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;

/** One submit_sm, or one submit_multi, filled anew for each message by the sender that owns it, so that the hot path allocates nothing for it. */
@OwnedBy("the sender thread")
public final class Submission {
    private static final byte[] NOTHING = {};

    public Address from = Address.NONE;
    public Address to = Address.NONE;
    /** Further destinations of the same text: with any, it goes as submit_multi, 254 destinations at most. */
    public final List<Address> others = new ArrayList<>(0);
    /** Good until the next message is filled in: short_message, or message_payload when {@link #payload} is set; with UDH where {@link #udhi} is set. */
    public byte[] octets = NOTHING;

    public boolean udhi;
    /** Whether esm_class asks for the reply path (0x80). */
    public boolean replyPath;
    /** protocol_id. */
    public int protocolId;

    public boolean payload;
    public int dataCoding;
    public String serviceType = "";
    /** priority_flag 0..3. */
    public int priority;
    /** schedule_delivery_time in SMPP form; empty for at once. data_sm has none. */
    public String schedule = "";
    /** validity_period in SMPP form; empty for the SMSC's default. */
    public String validityPeriod = "";
    /** The same in seconds; 0 for the SMSC's default. */
    public long validitySeconds;
    /** registered_delivery. */
    public int registeredDelivery;
    /** SAR TLVs are sent when the total is above 1. */
    public int sarReference;

    public int sarTotal;
    public int sarSequence;
    /** Further TLVs, in octets. */
    public byte[] tlvs = NOTHING;
    /** Whether the message asks for them, so that it cannot go without. */
    public boolean tlvsAsked;
}
