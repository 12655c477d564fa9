package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AddressTest {
    private static final String LETTERS = "+0123456789  Ac٣é-";

    @Test
    void characters_in_place_are_read_as_the_same_string_is() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 50_000; i++) {
            String written = written(random);
            char[] around = ("7" + written + "7").toCharArray();

            String expected = read(() -> Address.of(written));

            assertThat(read(() -> Address.of(around, 1, written.length())))
                    .as(written)
                    .isEqualTo(expected);
        }
    }

    private static String written(Random random) {
        StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "+" : "");
        int kinds = random.nextBoolean() ? 10 : LETTERS.length();
        for (int n = random.nextInt(23); n > 0; n--) {
            text.append(LETTERS.charAt(kinds == 10 ? 1 + random.nextInt(10) : random.nextInt(kinds)));
        }
        return text.toString();
    }

    private static String read(Supplier<Address> of) {
        try {
            Address address = of.get();
            return address.number() + "/" + address.ton() + "/" + address.npi();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
