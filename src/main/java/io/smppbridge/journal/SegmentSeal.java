package io.smppbridge.journal;

import io.smppbridge.threads.ThreadSafe;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/**
 * What seals one segment's contents: an AES-256 key that no other segment has, derived by HKDF-SHA256 (RFC 5869) from one of the configured keys, the
 * 32 random octets that the segment's header bears, and the rest of that header.
 *
 * <p>Each batch is sealed by one AES-GCM call over all its frames, with the place of the batch in the file as nonce. Then what must be readable without
 * the key is laid over it in clear again: the headers of the frames, and our own frames whole. The tag stands in a TAG frame before the COMMIT. A record
 * alone is read by the counter mode within GCM, since its header says how far it lies behind its batch's start; then only its checksum vouches for it,
 * not the tag.
 *
 * <p>A place is written once: a segment has one writer, from its making until it is full or the process ends; a start never appends to an old segment; a
 * failed write ends the journal. So no key meets a nonce twice.
 */
@ThreadSafe
final class SegmentSeal {
    static final int SALT = 32;
    static final int CHECK = 8;
    static final int TAG = 16;
    private static final int KEY = 32;
    private static final byte[] LABEL = "smpp-bridge journal segment 1".getBytes(StandardCharsets.US_ASCII);

    private final SecretKey key;
    private final byte[] check;

    private SegmentSeal(SecretKey key, byte[] check) {
        this.key = key;
        this.check = check;
    }

    /** The seal of the segment with this header, made of this configured key. */
    static SegmentSeal of(byte[] configured, SegmentHeader header) {
        ByteBuffer info = ByteBuffer.allocate(LABEL.length + SegmentHeader.SIZE);
        info.put(LABEL).put(header.encode().limit(SegmentHeader.SIZE));
        byte[] octets = derive(configured, header.mark().salt(), info.array(), KEY + CHECK);
        SecretKey key = new SecretKeySpec(octets, 0, KEY, "AES");
        return new SegmentSeal(key, Arrays.copyOfRange(octets, KEY, KEY + CHECK));
    }

    /** HKDF: extract, then expand. */
    static byte[] derive(byte[] secret, byte[] salt, byte[] info, int length) {
        try {
            Mac hmac = Mac.getInstance("HmacSHA256");
            hmac.init(new SecretKeySpec(salt, "HmacSHA256"));
            hmac.init(new SecretKeySpec(hmac.doFinal(secret), "HmacSHA256"));
            byte[] out = new byte[length];
            byte[] block = new byte[0];
            for (int at = 0, count = 1; at < length; at += block.length, count++) {
                hmac.update(block);
                hmac.update(info);
                block = hmac.doFinal(new byte[] {(byte) count});
                System.arraycopy(block, 0, out, at, Math.min(block.length, length - at));
            }
            return out;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    SecretKey key() {
        return key;
    }

    /** Tells the right key from another one, and says nothing else of it: stands in the header. */
    byte[] check() {
        return check.clone();
    }
}
