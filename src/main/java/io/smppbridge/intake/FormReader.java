package io.smppbridge.intake;

import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.SmppCoding;
import io.smppbridge.text.Udh;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.Optional;

/** Collects the fields of a message that say how it looks on its way. */
@OwnedBy("whoever reads the request")
final class FormReader {
    private static final int HIGHEST_PORT = 0xFFFF;

    private Form form = Form.PLAIN;
    private int destinationPort = Form.NONE;
    private int sourcePort = Form.NONE;
    private int dataCoding = Form.NONE;

    void clear() {
        form = Form.PLAIN;
        destinationPort = Form.NONE;
        sourcePort = Form.NONE;
        dataCoding = Form.NONE;
    }

    /** A field whose value is a number; throws {@link IllegalArgumentException} with a sentence for people. */
    void number(Field field, long value) {
        switch (field) {
            case CLASS -> form = form.withMessageClass(within(value, 3));
            case DATA_CODING -> dataCoding = within(value, 0xFF);
            case DESTINATION_PORT -> destinationPort = within(value, HIGHEST_PORT);
            case SOURCE_PORT -> sourcePort = within(value, HIGHEST_PORT);
            default -> throw new IllegalStateException(field.json);
        }
    }

    void udh(String hex) {
        if (hex.isEmpty()) {
            throw new IllegalArgumentException("empty; leave it out or give the header in hexadecimal");
        }
        form = form.withUdh(Values.hex(hex));
    }

    void smart(boolean value) {
        form = form.withSmart(value);
    }

    /** Puts the fields together, and notes where they contradict each other. */
    void check(boolean binary, Faults faults) {
        if (dataCoding != Form.NONE && !binary) {
            faults.add("dataCoding", "conflict", "only with binary or binaryHex; for a text, use encoding and class");
        }
        if (dataCoding != Form.NONE && form.messageClass() != Form.NONE) {
            faults.add("class", "conflict", "dataCoding says the class already; expected one of them");
        }
        if (dataCoding != Form.NONE
                && form.udh().length > 0
                && Udh.parse(form.udh()).malformed()) {
            faults.add("udh", "bad-value", Udh.EXPECTED); // of others whoever cuts them says so
        }
        if (sourcePort != Form.NONE && destinationPort == Form.NONE) {
            faults.add("sourcePort", "conflict", "without destinationPort; expected both, or destinationPort alone");
        }
        if (destinationPort != Form.NONE && form.udh().length > 0) {
            faults.add("destinationPort", "conflict", "udh is given too; put the ports into it");
        } else if (destinationPort != Form.NONE) {
            form = form.withUdh(Form.ports(destinationPort, Math.max(sourcePort, 0)));
        }
    }

    /** Of a message without a data_coding of its own. */
    Form form() {
        return dataCoding == Form.NONE ? form : Form.PLAIN;
    }

    /** Octets with a data_coding of their own are no characters. */
    Optional<Encoding> hint(Optional<Encoding> asked) {
        return dataCoding == Form.NONE ? asked : Optional.of(Encoding.BINARY);
    }

    SmppCoding coding() {
        return dataCoding == Form.NONE ? SmppCoding.NONE : SmppCoding.of(form.udh().length > 0, dataCoding);
    }

    /** The octets to send: with the header in front when they have a data_coding of their own. */
    byte[] octets(byte[] binary) {
        byte[] udh = form.udh();
        if (dataCoding == Form.NONE || udh.length == 0) {
            return binary;
        }
        byte[] whole = Arrays.copyOf(udh, udh.length + binary.length);
        System.arraycopy(binary, 0, whole, udh.length, binary.length);
        return whole;
    }

    private static int within(long value, int most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(value + ", expected 0.." + most);
        }
        return (int) value;
    }
}
