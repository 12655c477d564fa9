package io.smppbridge.simulator;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A text as one deliver_sm, or as parts with an 8-bit concatenation header (3GPP TS 23.040, 9.2.3.24.1). */
record MoText(int dataCoding, boolean udh, List<byte[]> parts) {
    private static final int HEADER = 6;

    static MoText of(String text, int reference) {
        byte[] gsm = GsmText.encode(text);
        boolean fits = gsm.length > 0 || text.isEmpty();
        byte[] all = fits ? gsm : text.getBytes(StandardCharsets.UTF_16BE);
        if (all.length <= (fits ? 160 : 140)) {
            return new MoText(fits ? 0 : 8, false, List.of(all));
        }
        List<byte[]> chunks = split(all, fits);
        if (chunks.size() > 255) {
            throw new IllegalArgumentException("text of " + text.length() + " characters, expected at most 255 parts");
        }
        List<byte[]> parts = new ArrayList<>();
        for (byte[] chunk : chunks) {
            byte[] part = new byte[HEADER + chunk.length];
            part[0] = 5;
            part[2] = 3;
            part[3] = (byte) reference;
            part[4] = (byte) chunks.size();
            part[5] = (byte) (parts.size() + 1);
            System.arraycopy(chunk, 0, part, HEADER, chunk.length);
            parts.add(part);
        }
        return new MoText(fits ? 0 : 8, true, parts);
    }

    /** Neither an escape pair nor a surrogate pair is torn. */
    private static List<byte[]> split(byte[] all, boolean gsm) {
        List<byte[]> chunks = new ArrayList<>();
        int at = 0;
        while (at < all.length) {
            int end = Math.min(all.length, at + (gsm ? 153 : 134));
            if (end < all.length) {
                if (gsm && GsmText.isEscape(all[end - 1])) {
                    end--;
                } else if (!gsm && (all[end - 2] & 0xFC) == 0xD8) {
                    end -= 2;
                }
            }
            chunks.add(Arrays.copyOfRange(all, at, end));
            at = end;
        }
        return chunks;
    }
}
