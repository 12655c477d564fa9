package io.smppbridge.intake;

import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.http.Problem;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * How a datagram is written; little-endian. A request: {@code S B}, version, 0, id (8), length of the key, length of the client's name,
 * key, name, and the message as JSON. An answer: {@code S B}, version, what it is, id (8), and what belongs to it; it is never longer than
 * the request was.
 */
final class DatagramFrame {
    static final int VERSION = 1;
    static final int HEAD = 14;
    static final int ACCEPTED = 1;
    static final int REPEATED = 2;
    static final int REFUSED = 3;
    static final int NOT_NOW = 4;

    /** Milliseconds that a client should wait where nothing else is known. */
    static final int PAUSE = 100;

    private static final byte FIRST = 'S';
    private static final byte SECOND = 'B';
    private static final int ID_AT = 4;
    private static final int LONGEST_CLIENT = 32;

    private DatagramFrame() {}

    /** Reads where everything is. The octets are those that came; false if it is no request. */
    static boolean read(DatagramSlot slot) {
        ByteBuffer octets = slot.octets();
        if (slot.length < HEAD
                || octets.get(0) != FIRST
                || octets.get(1) != SECOND
                || octets.get(2) != VERSION
                || octets.get(3) != 0) {
            return false;
        }
        slot.id = octets.order(ByteOrder.LITTLE_ENDIAN).getLong(ID_AT);
        int client = octets.get(HEAD - 1) & 0xff;
        slot.clientAt = HEAD + (octets.get(HEAD - 2) & 0xff);
        slot.contentAt = slot.clientAt + client;
        return client <= LONGEST_CLIENT && slot.clientAt > HEAD && slot.contentAt < slot.length;
    }

    /** The account's key. */
    static String key(DatagramSlot slot) {
        return new String(octets(slot, HEAD, slot.clientAt), StandardCharsets.ISO_8859_1);
    }

    /**
     * The reference under which a message is known that comes again; empty when the client has no name.
     *
     * @throws BodyReader.Refused if the name is not UTF-8: all such octets would read as the same character, and two names as one
     */
    static String reference(DatagramSlot slot) throws BodyReader.Refused {
        if (slot.contentAt == slot.clientAt) {
            return "";
        }
        byte[] name = octets(slot, slot.clientAt, slot.contentAt);
        if (!Utf8.isValid(name, 0, name.length)) {
            throw new BodyReader.Refused(400, "not-utf-8", "the client's name is not UTF-8");
        }
        return new String(name, StandardCharsets.UTF_8) + '#' + Long.toUnsignedString(slot.id);
    }

    private static byte[] octets(DatagramSlot slot, int from, int to) {
        byte[] octets = new byte[to - from];
        slot.octets().get(from, octets);
        return octets;
    }

    /** Writes the answer over what came, ready to be sent. */
    static ByteBuffer answer(DatagramSlot slot) {
        ByteBuffer octets = slot.octets();
        octets.clear().order(ByteOrder.LITTLE_ENDIAN);
        octets.put(FIRST).put(SECOND).put((byte) VERSION).put((byte) kind(slot)).putLong(slot.id);
        if (slot.outcome instanceof Acceptance accepted) {
            octets.putLong(accepted.id().value());
        } else if (slot.outcome instanceof NoCredit full) {
            notNow(octets, slot, pause(full.retryAfter()), said(full));
        } else if (slot.outcome instanceof NotAccepting closed) {
            notNow(octets, slot, pause(closed.retryAfter()), said(closed));
        } else if (slot.outcome instanceof Refusal refusal) {
            words(octets, slot, said(refusal));
        } else if (slot.tryAgain) {
            notNow(octets, slot, PAUSE, slot.refusal);
        } else {
            words(octets, slot, slot.refusal);
        }
        return octets.flip();
    }

    private static String said(Refusal refusal) {
        Problem problem = Answers.problem(refusal, "");
        return problem.code() + ": " + problem.detail();
    }

    private static int kind(DatagramSlot slot) {
        if (slot.outcome instanceof Acceptance accepted) {
            return accepted.repeated() ? REPEATED : ACCEPTED;
        }
        boolean later = slot.outcome instanceof NoCredit
                || slot.outcome instanceof NotAccepting
                || slot.outcome == null && slot.tryAgain;
        return later ? NOT_NOW : REFUSED;
    }

    private static void notNow(ByteBuffer octets, DatagramSlot slot, int pauseMs, String why) {
        words(octets.putInt(pauseMs), slot, why);
    }

    /** As many of them as the length of the request allows, cut between characters. */
    private static void words(ByteBuffer octets, DatagramSlot slot, String words) {
        byte[] utf8 = words.getBytes(StandardCharsets.UTF_8);
        int length = Math.max(0, Math.min(utf8.length, Math.min(slot.length, octets.capacity()) - octets.position()));
        while (length < utf8.length && length > 0 && (utf8[length] & 0xc0) == 0x80) {
            length--;
        }
        octets.put(utf8, 0, length);
    }

    private static int pause(Duration retryAfter) {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, retryAfter.toMillis()));
    }
}
