package io.smppbridge.esme;

import io.smppbridge.pdulog.Meant;
import io.smppbridge.pdulog.Named;
import io.smppbridge.pdulog.Named.Place;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.Broadcast;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter.Unsuccess;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.Tag;
import io.smppbridge.wire.Tlvs;
import java.util.List;

/** Says, for the PDU log, what a PDU was read into or composed from, in what it is given for that. Only while the log is on. */
final class Meaning {
    private static final byte[] NOTHING = {};

    private Meaning() {}

    /** Without its password. */
    static Meant bind(Meant meant, BindRequest bind) {
        return meant.part()
                .text(Named.SYSTEM_ID, bind.systemId())
                .text(Named.SYSTEM_TYPE, bind.systemType())
                .number(Named.INTERFACE_VERSION, bind.version())
                .text(Named.ADDRESS_RANGE, bind.addressRange());
    }

    static Meant submit(Meant meant, int command, ShortMessage m) {
        address(meant.part().text(Named.SERVICE_TYPE, m.serviceType()), Place.SOURCE, m.from());
        for (int i = 0; i < m.destinations(); i++) {
            address(meant, Place.DEST, m.to(i));
        }
        meant.number(Named.ESM_CLASS, m.esmClass());
        if (command != Command.DATA_SM) {
            meant.number(Named.PROTOCOL_ID, m.protocolId())
                    .number(Named.PRIORITY_FLAG, m.priority())
                    .text(Named.SCHEDULE_DELIVERY_TIME, m.schedule())
                    .text(Named.VALIDITY_PERIOD, m.validity());
        }
        meant.number(Named.REGISTERED_DELIVERY, m.registeredDelivery()).number(Named.DATA_CODING, m.dataCoding());
        if (m.octets().length > 0) {
            meant.message(m.octets());
        }
        return tlvs(meant, m.tlvs());
    }

    static Meant broadcast(Meant meant, Broadcast b) {
        address(meant.part(), Place.SOURCE, b.from()).text(Named.MESSAGE_ID, b.messageId());
        b.terms()
                .ifPresent(terms -> meant.text(Named.SERVICE_TYPE, b.serviceType())
                        .number(Named.PRIORITY_FLAG, terms.priority())
                        .text(Named.SCHEDULE_DELIVERY_TIME, terms.schedule())
                        .text(Named.VALIDITY_PERIOD, terms.validity())
                        .number(Named.REPLACE_IF_PRESENT_FLAG, terms.replaceIfPresent())
                        .number(Named.DATA_CODING, terms.dataCoding())
                        .number(Named.SM_DEFAULT_MSG_ID, terms.defaultMessage()));
        return tlvs(meant, b.tlvs());
    }

    static Meant about(Meant meant, String messageId, Party from) {
        return address(meant.part().text(Named.MESSAGE_ID, messageId), Place.SOURCE, from);
    }

    static Meant multi(Meant meant, String messageId, List<Unsuccess> unsuccess) {
        meant.whole().text(Named.MESSAGE_ID, messageId);
        unsuccess.forEach(one -> address(meant, Place.DEST, one.to()).number(Named.ERROR_STATUS_CODE, one.status()));
        return meant;
    }

    static Meant queried(Meant meant, String messageId, String finalDate, int state) {
        return meant.whole()
                .text(Named.MESSAGE_ID, messageId)
                .text(Named.FINAL_DATE, finalDate)
                .number(Named.MESSAGE_STATE, state)
                .number(Named.ERROR_CODE, 0);
    }

    static Meant deliver(Meant meant, Deliveries.Pdu pdu) {
        meant.whole().text(Named.SERVICE_TYPE, pdu.envelope().marks().serviceType());
        address(meant, Place.SOURCE, pdu.envelope().from());
        address(meant, Place.DEST, pdu.envelope().to())
                .number(Named.ESM_CLASS, pdu.envelope().esmClass())
                .number(Named.PROTOCOL_ID, pdu.envelope().marks().protocolId())
                .number(Named.PRIORITY_FLAG, pdu.envelope().marks().priority())
                .text(Named.SCHEDULE_DELIVERY_TIME, "")
                .text(Named.VALIDITY_PERIOD, "")
                .number(Named.REGISTERED_DELIVERY, 0)
                .number(Named.REPLACE_IF_PRESENT_FLAG, 0)
                .number(Named.DATA_CODING, pdu.envelope().dataCoding())
                .number(Named.SM_DEFAULT_MSG_ID, 0)
                .octets(Named.SHORT_MESSAGE, pdu.payload() ? NOTHING : pdu.octets());
        if (pdu.payload()) {
            meant.tlv(Tag.MESSAGE_PAYLOAD, pdu.octets());
        }
        return meant.tlvs(pdu.tlvs());
    }

    private static Meant address(Meant meant, Place place, Party party) {
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
