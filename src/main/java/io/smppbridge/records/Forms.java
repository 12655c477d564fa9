package io.smppbridge.records;

import io.smppbridge.Form;
import java.nio.ByteBuffer;
import java.util.Optional;

/** A message's form in journal records: one octet when it is plain. */
final class Forms {
    private static final int CLASS = 1;
    private static final int UDH = 2;
    private static final int SMART = 4;
    private static final int NOT_SMART = 8;

    private Forms() {}

    static void put(ByteBuffer out, Form form) {
        if (form == Form.PLAIN) {
            out.put((byte) 0);
            return;
        }
        int parts = (form.messageClass() == Form.NONE ? 0 : CLASS)
                | (form.udh().length == 0 ? 0 : UDH)
                | form.smart().map(yes -> yes ? SMART : NOT_SMART).orElse(0);
        out.put((byte) parts);
        if ((parts & CLASS) != 0) {
            out.put((byte) form.messageClass());
        }
        if ((parts & UDH) != 0) {
            Strings.putBytes(out, form.udh());
        }
    }

    static Form get(ByteBuffer in) {
        int parts = in.get();
        if (parts == 0) {
            return Form.PLAIN;
        }
        int messageClass = (parts & CLASS) != 0 ? in.get() : Form.NONE;
        byte[] udh = (parts & UDH) != 0 ? Strings.getBytes(in) : Form.PLAIN.udh();
        Optional<Boolean> smart =
                (parts & (SMART | NOT_SMART)) == 0 ? Optional.empty() : Optional.of((parts & SMART) != 0);
        return new Form(messageClass, udh, smart);
    }
}
