package io.smppbridge.records;

import io.smppbridge.Form;
import io.smppbridge.OutboundSms;
import java.nio.ByteBuffer;
import java.util.TreeSet;

/**
 * What an account's clientRef comes down to: 128 bits that name it and 64 that name the message's content. All zero when the message
 * has no clientRef. Two different names meet with a probability of about n²/2¹²⁹, which for ten million a day is nothing.
 *
 * @param high upper half of the name
 * @param low lower half of the name
 * @param body of the content: addresses, text, options
 */
public record RefKey(long high, long low, long body) {
    /** Of a message without a clientRef. */
    public static final RefKey NONE = new RefKey(0, 0, 0);

    /** What a message's clientRef comes down to; {@link #NONE} when it has none. */
    public static RefKey of(String account, OutboundSms sms) {
        if (sms.clientRef().isEmpty()) {
            return NONE;
        }
        long high = mix(mix(0x9E3779B97F4A7C15L, account), sms.clientRef());
        long low = mix(mix(0xC2B2AE3D27D4EB4FL, account), sms.clientRef());
        long body = mix(0x165667B19E3779F9L, sms.text());
        body = mix(body, sms.to().number());
        body = mix(body, sms.from().number());
        for (byte b : sms.binary()) {
            body = finish(body ^ b & 0xFF);
        }
        body = finish(body ^ sms.priority().ordinal() * 31L ^ sms.wish().ordinal());
        body = finish(body ^ sms.validity().toMillis());
        body = finish(body ^ sms.schedule().toEpochMilli());
        body = finish(body ^ sms.coding().dataCoding() << 1 ^ (sms.coding().udhi() ? 1 : 0));
        body = mix(body, sms.callback());
        if (!sms.tlvs().isEmpty()) {
            for (String name : new TreeSet<>(sms.tlvs().keySet())) {
                body = mix(mix(body, name), sms.tlvs().get(name));
            }
        }
        if (sms.form() != Form.PLAIN) {
            body = form(body, sms.form());
        }
        return new RefKey(high == 0 ? 1 : high, low, body);
    }

    static RefKey get(ByteBuffer in) {
        long high = in.getLong();
        long low = in.getLong();
        long body = in.getLong();
        return high == 0 ? NONE : new RefKey(high, low, body);
    }

    private static long form(long seed, Form form) {
        long body = finish(seed ^ form.messageClass() * 31L);
        for (byte b : form.udh()) {
            body = finish(body ^ b & 0xFF);
        }
        return form.smart().isPresent() ? finish(body ^ (form.smart().get() ? 1 : 2)) : body;
    }

    /** 64 bits that name two strings. */
    public static long hash(long seed, String one, String other) {
        return mix(mix(seed * 0x9E3779B97F4A7C15L, one), other);
    }

    /** Whether the message has no clientRef. */
    public boolean isNone() {
        return high == 0;
    }

    private static long mix(long seed, String s) {
        long h = seed ^ s.length() * 0x9FB21C651E98DF25L;
        for (int i = 0; i < s.length(); i++) {
            h = Long.rotateLeft(h ^ s.charAt(i) * 0xD6E8FEB86659FD93L, 29) * 0x9E3779B185EBCA87L;
        }
        return finish(h);
    }

    private static long finish(long h) {
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
        return h ^ h >>> 32;
    }
}
