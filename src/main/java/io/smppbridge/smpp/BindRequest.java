package io.smppbridge.smpp;

import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.settings.SmscConfig;
import org.jsmpp.PDUStringException;
import org.jsmpp.bean.BindType;

/** What a bind asks for (SMPP 3.4 §4.1). */
final class BindRequest {
    private BindRequest() {}

    static BindType type(BindAs as) {
        return switch (as) {
            case TRANSMITTER -> BindType.BIND_TX;
            case RECEIVER -> BindType.BIND_RX;
            case TRANSCEIVER -> BindType.BIND_TRX;
        };
    }

    static int command(BindAs as) {
        return type(as).commandId();
    }

    /** Composes one, and tells the PDU log what is meant by it. */
    static byte[] compose(WireComposer composer, SmscConfig.Link link, BindAs as, int sequence, TappedLink tap)
            throws PDUStringException {
        if (tap.isOn()) {
            tap.composed(command(as), sequence, Meaning.bind(tap.composing(), link));
        }
        return composer.bind(
                command(as),
                sequence,
                link.systemId(),
                link.password().reveal(),
                link.systemType(),
                (byte) link.interfaceVersion(),
                (byte) 0, // addr_ton
                (byte) 0, // addr_npi
                link.addressRange());
    }
}
