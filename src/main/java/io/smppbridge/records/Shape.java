package io.smppbridge.records;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.OutboundSms;
import io.smppbridge.SmppCoding;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** Of a message what goes over the air: what a plug-in may change for one SMSC, and another SMSC gets as it was. */
public record Shape(
        Address from,
        Address to,
        String text,
        byte[] binary,
        Optional<Encoding> hint,
        SmppCoding coding,
        Map<String, String> tlvs,
        Form form) {
    private static final Encoding[] ENCODINGS = Encoding.values();

    /** That of a message. */
    public static Shape of(OutboundSms sms) {
        return new Shape(
                sms.from(), sms.to(), sms.text(), sms.binary(), sms.hint(), sms.coding(), sms.tlvs(), sms.form());
    }

    /** The message in this shape; all else is its own. */
    public OutboundSms on(OutboundSms sms) {
        return new OutboundSms(
                from,
                to,
                text,
                binary,
                hint,
                sms.clientRef(),
                sms.priority(),
                sms.validity(),
                sms.schedule(),
                sms.wish(),
                sms.callback(),
                sms.tags(),
                coding,
                tlvs,
                form);
    }

    void put(ByteBuffer out) {
        Strings.putAddress(out, from);
        Strings.putAddress(out, to);
        Strings.put(out, text);
        Strings.putBytes(out, binary);
        out.put((byte) hint.map(Encoding::ordinal).orElse(-1).intValue());
        out.put((byte) (coding.udhi() ? 1 : 0));
        out.putShort((short) coding.dataCoding());
        Strings.putMap(out, tlvs);
        Forms.put(out, form);
    }

    static Shape get(ByteBuffer in) {
        Address from = Strings.getAddress(in);
        Address to = Strings.getAddress(in);
        String text = Strings.get(in);
        byte[] binary = Strings.getBytes(in);
        int hint = in.get();
        boolean udhi = in.get() == 1;
        int dataCoding = in.getShort();
        return new Shape(
                from,
                to,
                text,
                binary,
                hint < 0 ? Optional.empty() : Optional.of(ENCODINGS[hint]),
                dataCoding < 0 ? SmppCoding.NONE : SmppCoding.of(udhi, dataCoding),
                Strings.getMap(in),
                Forms.get(in));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Shape shape
                && from.equals(shape.from)
                && to.equals(shape.to)
                && text.equals(shape.text)
                && Arrays.equals(binary, shape.binary)
                && hint.equals(shape.hint)
                && coding.equals(shape.coding)
                && tlvs.equals(shape.tlvs)
                && form.equals(shape.form);
    }

    @Override
    public int hashCode() {
        return to.hashCode() * 31 + text.hashCode();
    }

    /** Names no text and no number. */
    @Override
    public String toString() {
        return "the shape of a message";
    }
}
