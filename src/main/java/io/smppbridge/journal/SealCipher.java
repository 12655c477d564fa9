package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/** Seals and opens batches, and opens single records; see {@link SegmentSeal}. Keeps room for two batches once it has seen one. */
@OwnedBy("whoever made it")
final class SealCipher {
    private static final int NONCE = 12;
    /** GCM's counter of the first block; the one before it masks the tag. */
    private static final int FIRST_BLOCK = 2;

    private static final int BLOCK = 16;
    private final Cipher gcm;
    private final Cipher counter;
    private byte[] in = new byte[0];
    private byte[] out = in;

    SealCipher() {
        try {
            gcm = Cipher.getInstance("AES/GCM/NoPadding");
            counter = Cipher.getInstance("AES/CTR/NoPadding");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES", e);
        }
    }

    /**
     * Seals the frames from the buffer's start on and gives each its checksum.
     *
     * @param length octets of frames, the checksum's place of the caller's holding the salt
     * @param place of the batch in its file
     * @return an array whose octets from {@code length} on are the tag, valid until the next call
     */
    byte[] seal(SegmentSeal seal, ByteBuffer batch, int length, long place) {
        room(length + SegmentSeal.TAG);
        batch.get(0, in, 0, length);
        try {
            gcm.init(Cipher.ENCRYPT_MODE, seal.key(), nonce(place));
            gcm.doFinal(in, 0, length, out, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a batch could not be sealed", e);
        }
        ByteBuffer frames = ByteBuffer.wrap(in);
        for (int at = 0; at < length; at += Frame.padded(frames.getInt(at))) {
            int clear = clear(frames, at);
            batch.put(at + clear, out, at + clear, Frame.padded(frames.getInt(at)) - clear);
        }
        return out;
    }

    /**
     * Opens the frames of a batch in place, whose checksums are found good.
     *
     * @param at where the batch starts in the window, a heap buffer
     * @param tagAt where its TAG frame does
     * @param place of the batch in its file
     * @return false when the tag does not fit; nothing is changed then
     */
    boolean open(SegmentSeal seal, int salt, ByteBuffer window, int at, int tagAt, long place) {
        int length = tagAt - at;
        room(length + SegmentSeal.TAG);
        window.get(at, in, 0, length);
        window.get(tagAt + Frame.HEADER, in, length, SegmentSeal.TAG);
        ByteBuffer frames = ByteBuffer.wrap(in);
        for (int frame = 0; frame < length; frame += Frame.padded(window.getInt(at + frame))) {
            if (Frame.type(frames, frame) >= 0) {
                frames.putInt(frame + 4, salt); // as it was when the batch was sealed
            }
        }
        try {
            count(seal, in, 0, length, place, 0, out);
            for (int frame = 0; frame < length; frame += Frame.padded(window.getInt(at + frame))) {
                // what lies in clear is enciphered again: so it looked to GCM
                System.arraycopy(out, frame, in, frame, clear(window, at + frame));
            }
            gcm.init(Cipher.DECRYPT_MODE, seal.key(), nonce(place));
            gcm.doFinal(in, 0, length + SegmentSeal.TAG, out, 0);
            window.put(at, out, 0, length);
            return true;
        } catch (AEADBadTagException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a batch could not be opened", e);
        }
    }

    /** Opens the payload of one record in place: a frame from the array's start on, {@code length} octets, at this offset of its file. */
    void open(SegmentSeal seal, byte[] frame, int length, long offset) {
        int back = ByteBuffer.wrap(frame).getInt(16) & Frame.BACK;
        byte[] payload = new byte[length - Frame.HEADER];
        try {
            count(seal, frame, Frame.HEADER, payload.length, offset - 8L * back, 8L * back + Frame.HEADER, payload);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a record could not be opened", e);
        }
        System.arraycopy(payload, 0, frame, Frame.HEADER, payload.length);
    }

    /** Counter mode as GCM does it, from some octet of the batch on. */
    private void count(SegmentSeal seal, byte[] from, int at, int length, long place, long skip, byte[] into)
            throws GeneralSecurityException {
        ByteBuffer start = ByteBuffer.allocate(BLOCK).putInt(0).putLong(place);
        start.putInt((int) (FIRST_BLOCK + skip / BLOCK));
        counter.init(Cipher.DECRYPT_MODE, seal.key(), new IvParameterSpec(start.array()));
        int lead = (int) (skip % BLOCK);
        if (lead > 0) {
            counter.update(new byte[lead], 0, lead, new byte[lead], 0);
        }
        counter.doFinal(from, at, length, into, 0);
    }

    private static GCMParameterSpec nonce(long place) {
        ByteBuffer nonce = ByteBuffer.allocate(NONCE).putInt(0).putLong(place);
        return new GCMParameterSpec(8 * SegmentSeal.TAG, nonce.array());
    }

    /** Octets of a frame that can be read without the key. */
    private static int clear(ByteBuffer frames, int at) {
        return Frame.type(frames, at) >= 0 ? Frame.HEADER : Frame.padded(frames.getInt(at));
    }

    private void room(int octets) {
        if (in.length < octets) {
            in = new byte[Math.max(octets, 2 * in.length)];
            out = new byte[in.length];
        }
    }
}
