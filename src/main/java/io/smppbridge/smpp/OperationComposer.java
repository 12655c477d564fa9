package io.smppbridge.smpp;

import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.Address;
import io.smppbridge.connector.Operation;
import io.smppbridge.pdulog.TappedLink;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes query_sm, cancel_sm and replace_sm (SMPP 3.4 §4.8.1, §4.9.1, §4.10.1). */
final class OperationComposer {
    private static final int LONGEST_ID = 64;
    private static final int LONGEST_SHORT_MESSAGE = 254;

    private OperationComposer() {}

    static int command(Operation operation) {
        if (operation instanceof Operation.Query) {
            return CID_QUERY_SM;
        }
        return operation instanceof Operation.Cancel ? CID_CANCEL_SM : CID_REPLACE_SM;
    }

    /** @throws IllegalArgumentException if a field is longer than SMPP allows */
    static byte[] compose(int sequence, Operation operation, TappedLink tap) {
        Body body = new Body();
        if (operation.messageId().length() > LONGEST_ID) {
            throw new IllegalArgumentException(
                    "message_id of " + operation.messageId().length() + " characters, expected at most " + LONGEST_ID);
        }
        if (operation instanceof Operation.Query query) {
            body.text(query.messageId()).address(query.from());
        } else if (operation instanceof Operation.Cancel cancel) {
            body.text(cancel.serviceType())
                    .text(cancel.messageId())
                    .address(cancel.from())
                    .address(cancel.to());
        } else {
            replace(body, (Operation.Replace) operation);
        }
        if (tap.isOn()) {
            tap.composed(command(operation), sequence, Meaning.operation(tap.composing(), operation));
        }
        return body.pdu(command(operation), sequence);
    }

    private static void replace(Body body, Operation.Replace replace) {
        if (replace.octets().length > LONGEST_SHORT_MESSAGE) {
            throw new IllegalArgumentException("short_message of " + replace.octets().length
                    + " octets, expected at most " + LONGEST_SHORT_MESSAGE);
        }
        body.text(replace.messageId())
                .address(replace.from())
                .text(replace.schedule())
                .text(replace.validity())
                .one(replace.registeredDelivery())
                .one(0) // sm_default_msg_id
                .one(replace.octets().length)
                .octets(replace.octets());
    }

    private static final class Body {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(64);

        Body text(String text) {
            out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
            return one(0);
        }

        Body address(Address address) {
            return one(address.ton()).one(address.npi()).text(address.number());
        }

        Body one(int octet) {
            out.write(octet);
            return this;
        }

        Body octets(byte[] octets) {
            out.writeBytes(octets);
            return this;
        }

        byte[] pdu(int command, int sequence) {
            byte[] body = out.toByteArray();
            byte[] pdu = new byte[CommandId.HEADER + body.length];
            put(pdu, 0, pdu.length);
            put(pdu, 4, command);
            put(pdu, 12, sequence);
            System.arraycopy(body, 0, pdu, CommandId.HEADER, body.length);
            return pdu;
        }

        private static void put(byte[] into, int at, int value) {
            for (int i = 0; i < 4; i++) {
                into[at + i] = (byte) (value >>> 24 - 8 * i);
            }
        }
    }
}
