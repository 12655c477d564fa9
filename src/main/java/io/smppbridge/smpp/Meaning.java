package io.smppbridge.smpp;

import io.smppbridge.Address;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer.Said;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.Meant;
import io.smppbridge.settings.SmscConfig;
import java.nio.charset.StandardCharsets;

/** Says, for the PDU log, what a PDU was composed from or read into. Only while the log is on. */
final class Meaning {
    private static final int UDHI = 0x40;
    private static final int REPLY_PATH = 0x80;
    private static final int TAG_RECEIPTED_MESSAGE_ID = 0x001E;
    private static final int TAG_NETWORK_ERROR = 0x0423;
    private static final int TAG_MESSAGE_STATE = 0x0427;
    private static final byte[] NOTHING = {};

    private Meaning() {}

    /** A bind, without its password. */
    static Meant bind(SmscConfig.Link link) {
        return Meant.part()
                .text("system_id", link.systemId())
                .text("system_type", link.systemType())
                .number("interface_version", link.interfaceVersion())
                .text("address_range", link.addressRange());
    }

    static Meant submit(Submission s, boolean asPayload, boolean tlvs) {
        Meant meant = fields(
                addresses(Meant.whole().text("service_type", s.serviceType), s.from, s.to),
                s,
                asPayload ? NOTHING : s.octets);
        if (asPayload) {
            meant.octets("message_payload", s.octets);
        }
        sar(meant, s.sarReference, s.sarTotal, s.sarSequence);
        return tlvs ? meant.tlvs(s.tlvs) : meant;
    }

    /** Of a submit_multi, without its destinations. */
    static Meant multi(Submission s, boolean tlvs) {
        Meant meant = fields(address(Meant.part().text("service_type", s.serviceType), "source", s.from), s, s.octets);
        return tlvs ? meant.tlvs(s.tlvs) : meant;
    }

    private static Meant fields(Meant meant, Submission s, byte[] shortMessage) {
        return meant.number("esm_class", (s.udhi ? UDHI : 0) | (s.replyPath ? REPLY_PATH : 0))
                .number("protocol_id", s.protocolId)
                .number("priority_flag", s.priority)
                .text("schedule_delivery_time", s.schedule)
                .text("validity_period", s.validityPeriod)
                .number("registered_delivery", s.registeredDelivery)
                .number("replace_if_present_flag", 0)
                .number("data_coding", s.dataCoding)
                .number("sm_default_msg_id", 0)
                .octets("short_message", shortMessage);
    }

    /** Of a data_sm; how long it is worth keeping stands in a TLV of its own. */
    static Meant data(Submission s) {
        Meant meant = addresses(Meant.part().text("service_type", s.serviceType), s.from, s.to)
                .number("esm_class", (s.udhi ? UDHI : 0) | (s.replyPath ? REPLY_PATH : 0))
                .number("registered_delivery", s.registeredDelivery)
                .number("data_coding", s.dataCoding)
                .octets("message_payload", s.octets);
        return sar(meant, s.sarReference, s.sarTotal, s.sarSequence).tlvs(s.tlvs);
    }

    static Meant operation(Operation operation) {
        Meant meant = Meant.whole();
        if (operation instanceof Operation.Cancel cancel) {
            meant.text("service_type", cancel.serviceType()).text("message_id", cancel.messageId());
            return addresses(meant, cancel.from(), cancel.to());
        }
        meant.text("message_id", operation.messageId());
        if (operation instanceof Operation.Query query) {
            return address(meant, "source", query.from());
        }
        Operation.Replace replace = (Operation.Replace) operation;
        return address(meant, "source", replace.from())
                .text("schedule_delivery_time", replace.schedule())
                .text("validity_period", replace.validity())
                .number("registered_delivery", replace.registeredDelivery())
                .number("sm_default_msg_id", 0)
                .octets("short_message", replace.octets());
    }

    /** A deliver_sm or data_sm as it is handed on. */
    static Meant delivery(Delivery d) {
        Meant meant = addresses(Meant.part(), d.from(), d.to())
                .number("esm_class", d.esmClass())
                .number("data_coding", d.dataCoding());
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

    static Meant messageId(String messageId) {
        return Meant.part().text("message_id", messageId);
    }

    static Meant bound(String systemId, int version) {
        Meant meant = Meant.part().text("system_id", systemId);
        return version < 0 ? meant : meant.number("sc_interface_version", version);
    }

    static Meant queried(Said said) {
        return Meant.part()
                .text("final_date", said.finalDate())
                .number("message_state", said.messageState())
                .number("error_code", said.errorCode());
    }

    private static Meant addresses(Meant meant, Address from, Address to) {
        return address(address(meant, "source", from), "dest", to);
    }

    private static Meant address(Meant meant, String place, Address address) {
        return meant.address(place, address.ton(), address.npi(), address.number());
    }

    private static Meant sar(Meant meant, int reference, int total, int sequence) {
        return total <= 1
                ? meant
                : meant.number("sar_msg_ref_num", reference)
                        .number("sar_total_segments", total)
                        .number("sar_segment_seqnum", sequence);
    }
}
