package io.smppbridge.connector;

import io.smppbridge.Address;
import io.smppbridge.tlv.Tlvs;

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
 * @param tlvs all TLVs but message_payload and those of SAR, in octets, up to {@link Tlvs#MOST_OCTETS}; empty when there are none
 * @param tlvsLeftOut whether there were others that did not fit
 * @param serviceType service_type
 * @param protocolId protocol_id; 0 in a data_sm
 * @param priority priority_flag; 0 in a data_sm
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
        byte[] tlvs,
        boolean tlvsLeftOut,
        String serviceType,
        int protocolId,
        int priority,
        long readNanos) {}
