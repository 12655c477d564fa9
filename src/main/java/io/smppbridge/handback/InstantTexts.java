package io.smppbridge.handback;

import io.smppbridge.threads.OwnedBy;
import java.time.Instant;

/** Instants as {@link Instant#toString} writes them; of the last few seconds that were asked for, date and time are made once. */
@OwnedBy("whoever made it")
final class InstantTexts {
    private static final int KEPT = 8;
    private static final int NANOS_OF_MILLI = 1_000_000;

    private final long[] seconds = new long[KEPT];
    private final String[] texts = new String[KEPT];

    String of(Instant instant) {
        int nanos = instant.getNano();
        if (nanos % NANOS_OF_MILLI != 0) {
            return instant.toString();
        }
        int millis = nanos / NANOS_OF_MILLI;
        String second = second(instant.getEpochSecond());
        return millis == 0 ? second + "Z" : second + (millis < 10 ? ".00" : millis < 100 ? ".0" : ".") + millis + "Z";
    }

    /** Without what stands for the zone. */
    private String second(long second) {
        int place = (int) (second & KEPT - 1);
        if (texts[place] == null || seconds[place] != second) {
            String whole = Instant.ofEpochSecond(second).toString();
            texts[place] = whole.substring(0, whole.length() - 1);
            seconds[place] = second;
        }
        return texts[place];
    }
}
