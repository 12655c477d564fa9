package io.smppbridge.smpp;

import io.smppbridge.Address;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer.Said;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.Meant;
import io.smppbridge.pdulog.Named;
import io.smppbridge.pdulog.Named.Place;
import io.smppbridge.settings.SmscConfig;
import java.nio.charset.StandardCharsets;

/** Says, for the PDU log, what a PDU was composed from or read into, in what it is given for that. Only while the log is on. */
final class Meaning {
    private static final int UDHI = 0x40;
    private static final int REPLY_PATH = 0x80;
    private static final int TAG_RECEIPTED_MESSAGE_ID = 0x001E;
    private static final int TAG_SAR_MSG_REF_NUM = 0x020C;
    private static final int TAG_SAR_TOTAL_SEGMENTS = 0x020E;
    private static final int TAG_SAR_SEGMENT_SEQNUM = 0x020F;
    private static final int TAG_SC_INTERFACE_VERSION = 0x0210;
    private static final int TAG_NETWORK_ERROR = 0x0423;
    private static final int TAG_MESSAGE_PAYLOAD = 0x0424;
    private static final int TAG_MESSAGE_STATE = 0x0427;
    private static final byte[] NOTHING = {};

    private Meaning() {}

    /** A bind, without its password. */
    static Meant bind(Meant meant, SmscConfig.Link link) {
        return meant.part()
                .text(Named.SYSTEM_ID, link.systemId())
                .text(Named.SYSTEM_TYPE, link.systemType())
                .number(Named.INTERFACE_VERSION, link.interfaceVersion())
                .text(Named.ADDRESS_RANGE, link.addressRange());
    }

    static Meant submit(Meant meant, Submission s, boolean asPayload, boolean tlvs) {
        fields(
                addresses(meant.whole().text(Named.SERVICE_TYPE, s.serviceType), s.from, s.to),
                s,
                asPayload ? NOTHING : s.octets);
        if (asPayload) {
            meant.tlv(TAG_MESSAGE_PAYLOAD, s.octets);
        }
        sar(meant, s.sarReference, s.sarTotal, s.sarSequence);
        return tlvs ? meant.tlvs(s.tlvs) : meant;
    }

    /** Of a submit_multi, without its destinations. */
    static Meant multi(Meant meant, Submission s, boolean tlvs) {
        fields(address(meant.part().text(Named.SERVICE_TYPE, s.serviceType), Place.SOURCE, s.from), s, s.octets);
        return tlvs ? meant.tlvs(s.tlvs) : meant;
    }

    private static Meant fields(Meant meant, Submission s, byte[] shortMessage) {
        return meant.number(Named.ESM_CLASS, (s.udhi ? UDHI : 0) | (s.replyPath ? REPLY_PATH : 0))
                .number(Named.PROTOCOL_ID, s.protocolId)
                .number(Named.PRIORITY_FLAG, s.priority)
                .text(Named.SCHEDULE_DELIVERY_TIME, s.schedule)
                .text(Named.VALIDITY_PERIOD, s.validityPeriod)
                .number(Named.REGISTERED_DELIVERY, s.registeredDelivery)
                .number(Named.REPLACE_IF_PRESENT_FLAG, 0)
                .number(Named.DATA_CODING, s.dataCoding)
                .number(Named.SM_DEFAULT_MSG_ID, 0)
                .octets(Named.SHORT_MESSAGE, shortMessage);
    }

    /** Of a data_sm; how long it is worth keeping stands in a TLV of its own. */
    static Meant data(Meant meant, Submission s) {
        addresses(meant.part().text(Named.SERVICE_TYPE, s.serviceType), s.from, s.to)
                .number(Named.ESM_CLASS, (s.udhi ? UDHI : 0) | (s.replyPath ? REPLY_PATH : 0))
                .number(Named.REGISTERED_DELIVERY, s.registeredDelivery)
                .number(Named.DATA_CODING, s.dataCoding)
                .tlv(TAG_MESSAGE_PAYLOAD, s.octets);
        return sar(meant, s.sarReference, s.sarTotal, s.sarSequence).tlvs(s.tlvs);
    }

    static Meant operation(Meant meant, Operation operation) {
        meant.whole();
        if (operation instanceof Operation.Cancel cancel) {
            meant.text(Named.SERVICE_TYPE, cancel.serviceType()).text(Named.MESSAGE_ID, cancel.messageId());
            return addresses(meant, cancel.from(), cancel.to());
        }
        meant.text(Named.MESSAGE_ID, operation.messageId());
        if (operation instanceof Operation.Query query) {
            return address(meant, Place.SOURCE, query.from());
        }
        Operation.Replace replace = (Operation.Replace) operation;
        return address(meant, Place.SOURCE, replace.from())
                .text(Named.SCHEDULE_DELIVERY_TIME, replace.schedule())
                .text(Named.VALIDITY_PERIOD, replace.validity())
                .number(Named.REGISTERED_DELIVERY, replace.registeredDelivery())
                .number(Named.SM_DEFAULT_MSG_ID, 0)
                .octets(Named.SHORT_MESSAGE, replace.octets());
    }

    /** A deliver_sm or data_sm as it is handed on. */
    static Meant delivery(Meant meant, Delivery d) {
        addresses(meant.part(), d.from(), d.to())
                .number(Named.ESM_CLASS, d.esmClass())
                .number(Named.DATA_CODING, d.dataCoding());
        if (d.octets().length > 0) {
            meant.message(d.octets());
        }
        if (!d.receiptedMessageId().isEmpty()) {
            meant.tlv(TAG_RECEIPTED_MESSAGE_ID, d.receiptedMessageId().getBytes(StandardCharsets.ISO_8859_1));
        }
        if (d.messageState() >= 0) {
            meant.tlv(TAG_MESSAGE_STATE, new byte[] {(byte) d.messageState()});
        }
        if (d.networkError().length > 0) {
            meant.tlv(TAG_NETWORK_ERROR, d.networkError());
        }
        return sar(meant, d.sarReference(), d.sarTotal(), d.sarSequence());
    }

    static Meant messageId(Meant meant, String messageId) {
        return meant.part().text(Named.MESSAGE_ID, messageId);
    }

    static Meant bound(Meant meant, String systemId, int version) {
        meant.part().text(Named.SYSTEM_ID, systemId);
        return version < 0 ? meant : meant.tlvNumber(TAG_SC_INTERFACE_VERSION, version);
    }

    static Meant queried(Meant meant, Said said) {
        return meant.part()
                .text(Named.FINAL_DATE, said.finalDate())
                .number(Named.MESSAGE_STATE, said.messageState())
                .number(Named.ERROR_CODE, said.errorCode());
    }

    private static Meant addresses(Meant meant, Address from, Address to) {
        return address(address(meant, Place.SOURCE, from), Place.DEST, to);
    }

    private static Meant address(Meant meant, Place place, Address address) {
        return meant.address(place, address.ton(), address.npi(), address.number());
    }

    private static Meant sar(Meant meant, int reference, int total, int sequence) {
        return total <= 1
                ? meant
                : meant.tlvNumber(TAG_SAR_MSG_REF_NUM, reference)
                        .tlvNumber(TAG_SAR_TOTAL_SEGMENTS, total)
                        .tlvNumber(TAG_SAR_SEGMENT_SEQNUM, sequence);
    }
}
