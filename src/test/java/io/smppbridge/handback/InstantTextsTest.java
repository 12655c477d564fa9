package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.http.JsonOut;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InstantTextsTest {
    private static final long SEED = 20_261_123;
    private static final long YEARS_50 = 50L * 365 * 86_400;

    private final InstantTexts texts = new InstantTexts();
    private final JsonOut json = new JsonOut();

    @Test
    void an_instant_is_written_as_the_library_writes_it_whatever_was_asked_for_before() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            long second = random.nextBoolean() ? 1_795_000_000L + random.nextInt(20) : random.nextLong() % YEARS_50;
            int nanos =
                    switch (random.nextInt(4)) {
                        case 0 -> 0;
                        case 1 -> random.nextInt(1_000) * 1_000_000;
                        case 2 -> random.nextInt(100) * 1_000_000;
                        default -> random.nextInt(1_000_000_000);
                    };
            Instant instant = Instant.ofEpochSecond(second, nanos);

            assertThat(written(instant)).as("seed %d", SEED).isEqualTo(instant.toString());
        }
    }

    @Test
    void also_before_1970_and_at_its_first_second() {
        assertThat(written(Instant.EPOCH)).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(written(Instant.ofEpochMilli(-1))).isEqualTo("1969-12-31T23:59:59.999Z");
    }

    private String written(Instant instant) {
        json.clear();
        texts.write(json, instant);
        String quoted = json.toString();
        return quoted.substring(1, quoted.length() - 1);
    }
}
