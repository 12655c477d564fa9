package io.smppbridge.connector;

import io.smppbridge.Address;

/**
 * A deliver_sm or data_sm as it was read.
 *
 * @param sequence the SMSC's own sequence number, any 32 bits, echoed in the answer
 * @param dataSm whether it came as data_sm
 * @param octets short_message or message_payload, with UDH
 * @param receiptedMessageId TLV 0x001E; empty when absent
 * @param messageState TLV 0x0427; -1 when absent
 * @param networkError TLV 0x0423; empty when absent
 * @param sarReference TLVs 0x020C, 0x020E, 0x020F; total 0 when absent
 * @param readNanos monotonic time at which the bytes were read
 */
public record Delivery(
        int sequence,
        boolean dataSm,
        Address from,
        Address to,
        int esmClass,
        int dataCoding,
        byte[] octets,
        String receiptedMessageId,
        int messageState,
        byte[] networkError,
        int sarReference,
        int sarTotal,
        int sarSequence,
        long readNanos) {}
