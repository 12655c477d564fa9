package io.smppbridge.simulator;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A text as one deliver_sm, or as parts with an 8-bit concatenation header (3GPP TS 23.040, 9.2.3.24.1). */
record MoText(int dataCoding, boolean udh, List<byte[]> parts) {
    private static final int HEADER = 6;

    private static final int LATIN_1 = 3;
    private static final int UCS_2 = 8;

    /** In GSM characters if it has no others, else in UCS-2. */
    static MoText of(String text, int reference) {
        return of(text, 0, reference);
    }

    /** @param asked data_coding: 3, 8, or 0 for whichever of 0 and 8 holds it */
    static MoText of(String text, int asked, int reference) {
        byte[] gsm = GsmText.encode(text);
        boolean fits = asked == 0 && (gsm.length > 0 || text.isEmpty());
        int dataCoding = fits || asked == LATIN_1 ? asked : UCS_2;
        if (asked == LATIN_1 && !StandardCharsets.ISO_8859_1.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException(
                    "text: expected characters of Latin-1, as data_coding = 3 says; 8 holds all");
        }
        byte[] all =
                fits ? gsm : text.getBytes(asked == LATIN_1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16BE);
        if (all.length <= (fits ? 160 : 140)) {
            return new MoText(dataCoding, false, List.of(all));
        }
        List<byte[]> chunks = split(all, dataCoding);
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
        return new MoText(dataCoding, true, parts);
    }

    /** Neither an escape pair nor a surrogate pair is torn. */
    private static List<byte[]> split(byte[] all, int dataCoding) {
        boolean gsm = dataCoding == 0;
        List<byte[]> chunks = new ArrayList<>();
        int at = 0;
        while (at < all.length) {
            int end = Math.min(all.length, at + (gsm ? 153 : 134));
            if (end < all.length) {
                if (gsm && GsmText.isEscape(all[end - 1])) {
                    end--;
                } else if (dataCoding == UCS_2 && (all[end - 2] & 0xFC) == 0xD8) {
                    end -= 2;
                }
            }
            chunks.add(Arrays.copyOfRange(all, at, end));
            at = end;
        }
        return chunks;
    }
}
