package io.smppbridge.esme;

import io.smppbridge.pdulog.Meant;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.Broadcast;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter.Unsuccess;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.Tag;
import io.smppbridge.wire.Tlvs;
import java.util.List;

/** Says, for the PDU log, what a PDU was read into or composed from. Only while the log is on. */
final class Meaning {
    private static final byte[] NOTHING = {};

    private Meaning() {}

    /** Without its password. */
    static Meant bind(BindRequest bind) {
        return Meant.part()
                .text("system_id", bind.systemId())
                .text("system_type", bind.systemType())
                .number("interface_version", bind.version())
                .text("address_range", bind.addressRange());
    }

    static Meant submit(int command, ShortMessage m) {
        Meant meant = address(Meant.part().text("service_type", m.serviceType()), "source", m.from());
        for (int i = 0; i < m.destinations(); i++) {
            address(meant, "dest", m.to(i));
        }
        meant.number("esm_class", m.esmClass());
        if (command != Command.DATA_SM) {
            meant.number("protocol_id", m.protocolId())
                    .number("priority_flag", m.priority())
                    .text("schedule_delivery_time", m.schedule())
                    .text("validity_period", m.validity());
        }
        meant.number("registered_delivery", m.registeredDelivery()).number("data_coding", m.dataCoding());
        if (m.octets().length > 0) {
            meant.message(m.octets());
        }
        return tlvs(meant, m.tlvs());
    }

    static Meant broadcast(Broadcast b) {
        Meant meant = address(Meant.part(), "source", b.from()).text("message_id", b.messageId());
        b.terms()
                .ifPresent(terms -> meant.text("service_type", b.serviceType())
                        .number("priority_flag", terms.priority())
                        .text("schedule_delivery_time", terms.schedule())
                        .text("validity_period", terms.validity())
                        .number("replace_if_present_flag", terms.replaceIfPresent())
                        .number("data_coding", terms.dataCoding())
                        .number("sm_default_msg_id", terms.defaultMessage()));
        return tlvs(meant, b.tlvs());
    }

    static Meant about(String messageId, Party from) {
        return address(Meant.part().text("message_id", messageId), "source", from);
    }

    static Meant multi(String messageId, List<Unsuccess> unsuccess) {
        Meant meant = Meant.whole().text("message_id", messageId);
        unsuccess.forEach(one -> address(meant, "dest", one.to()).number("error_status_code", one.status()));
        return meant;
    }

    static Meant queried(String messageId, String finalDate, int state) {
        return Meant.whole()
                .text("message_id", messageId)
                .text("final_date", finalDate)
                .number("message_state", state)
                .number("error_code", 0);
    }

    static Meant deliver(Deliveries.Pdu pdu) {
        Meant meant = Meant.whole().text("service_type", pdu.envelope().marks().serviceType());
        address(meant, "source", pdu.envelope().from());
        address(meant, "dest", pdu.envelope().to())
                .number("esm_class", pdu.envelope().esmClass())
                .number("protocol_id", pdu.envelope().marks().protocolId())
                .number("priority_flag", pdu.envelope().marks().priority())
                .text("schedule_delivery_time", "")
                .text("validity_period", "")
                .number("registered_delivery", 0)
                .number("replace_if_present_flag", 0)
                .number("data_coding", pdu.envelope().dataCoding())
                .number("sm_default_msg_id", 0)
                .octets("short_message", pdu.payload() ? NOTHING : pdu.octets());
        if (pdu.payload()) {
            meant.octets("message_payload", pdu.octets());
        }
        return meant.tlvs(pdu.tlvs());
    }

    private static Meant address(Meant meant, String place, Party party) {
        return meant.address(place, party.ton(), party.npi(), party.number());
    }

    private static Meant tlvs(Meant meant, Tlvs tlvs) {
        for (int i = 0; i < tlvs.count(); i++) {
            if (tlvs.tag(i) != Tag.MESSAGE_PAYLOAD) {
                meant.tlv(tlvs.tag(i), tlvs.value(i));
            }
        }
        return meant;
    }
}
