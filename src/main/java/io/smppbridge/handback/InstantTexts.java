package io.smppbridge.handback;

import io.smppbridge.http.JsonOut;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Instants as {@link Instant#toString} writes them; of the last few seconds that were asked for, date and time are made once. */
@OwnedBy("whoever made it")
final class InstantTexts {
    private static final int KEPT = 8;
    private static final int NANOS_OF_MILLI = 1_000_000;
    /** Of a point, three digits and the zone. */
    private static final int REST = 5;

    private final long[] seconds = new long[KEPT];
    private final byte[][] texts = new byte[KEPT][];
    private byte[] whole = new byte[32];

    void write(JsonOut json, Instant instant) {
        int nanos = instant.getNano();
        if (nanos % NANOS_OF_MILLI != 0) {
            json.value(instant.toString());
            return;
        }
        byte[] second = second(instant.getEpochSecond());
        int size = second.length;
        if (whole.length < size + REST) {
            whole = new byte[size + REST];
        }
        System.arraycopy(second, 0, whole, 0, size);
        int millis = nanos / NANOS_OF_MILLI;
        if (millis > 0) {
            whole[size++] = '.';
            whole[size++] = (byte) ('0' + millis / 100);
            whole[size++] = (byte) ('0' + millis / 10 % 10);
            whole[size++] = (byte) ('0' + millis % 10);
        }
        whole[size++] = 'Z';
        json.plain(whole, size);
    }

    /** Without what stands for the zone. */
    private byte[] second(long second) {
        int place = (int) (second & KEPT - 1);
        if (texts[place] == null || seconds[place] != second) {
            String text = Instant.ofEpochSecond(second).toString();
            texts[place] = text.substring(0, text.length() - 1).getBytes(StandardCharsets.US_ASCII);
            seconds[place] = second;
        }
        return texts[place];
    }
}
