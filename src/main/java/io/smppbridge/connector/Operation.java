package io.smppbridge.connector;

import io.smppbridge.Address;

/** What may be asked of an SMSC about a message that it has taken (SMPP 3.4 §4.8 to §4.10). */
public sealed interface Operation {
    /** The SMSC's id of the message, as its answer to submit_sm gave it. */
    String messageId();

    /** What has become of it: query_sm. */
    record Query(String messageId, Address from) implements Operation {}

    /** It is not to be delivered: cancel_sm. */
    record Cancel(String serviceType, String messageId, Address from, Address to) implements Operation {}

    /**
     * Another text, time or validity: replace_sm. The message keeps its data_coding and esm_class.
     *
     * @param schedule schedule_delivery_time in SMPP form; empty leaves it as it is
     * @param validity validity_period in SMPP form; empty leaves it as it is
     * @param octets short_message, at most 254
     */
    record Replace(
            String messageId, Address from, String schedule, String validity, int registeredDelivery, byte[] octets)
            implements Operation {}
}
