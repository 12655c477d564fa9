package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.esme.EsmeFuzz;
import io.smppbridge.intake.JsonFuzz;
import io.smppbridge.receipts.ReceiptFuzz;
import io.smppbridge.settings.PropertiesFuzz;
import io.smppbridge.smpp.PduFuzz;
import io.smppbridge.text.UdhFuzz;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fuzzer's targets take their seeds and mutants of them. With coverage to guide it, for as long as wanted: {@code mvn -B -Pfuzz process-test-classes}. */
class FuzzTargetsTest {
    private static final Path SEEDS = Path.of("src", "test", "resources", "fuzz");
    private static final int LONGEST = 4096;

    static Stream<Arguments> targets() {
        return Stream.of(
                Arguments.of("pdu", 20_000, (Consumer<byte[]>) PduFuzz::fuzzerTestOneInput),
                Arguments.of("esme", 20_000, (Consumer<byte[]>) EsmeFuzz::fuzzerTestOneInput),
                Arguments.of("receipt", 50_000, (Consumer<byte[]>) ReceiptFuzz::fuzzerTestOneInput),
                Arguments.of("udh", 50_000, (Consumer<byte[]>) UdhFuzz::fuzzerTestOneInput),
                Arguments.of("json", 20_000, (Consumer<byte[]>) JsonFuzz::fuzzerTestOneInput),
                Arguments.of("properties", 5_000, (Consumer<byte[]>) PropertiesFuzz::fuzzerTestOneInput),
                Arguments.of("properties", 300, (Consumer<byte[]>) PropertiesFuzz::load));
    }

    @ParameterizedTest(name = "{0}, {1} mutants")
    @MethodSource("targets")
    @Tag("C11")
    void seeds_and_mutants_of_them_are_taken(String name, int mutants, Consumer<byte[]> target) throws IOException {
        List<byte[]> seeds = seeds(name);
        assertThat(seeds).hasSizeGreaterThan(1);
        seeds.forEach(target);
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println(name + " seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < mutants; i++) {
            byte[] mutant = mutate(seeds.get(random.nextInt(seeds.size())), random);
            try {
                target.accept(mutant);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("mutant " + HexFormat.of().formatHex(mutant), e);
            }
        }
    }

    private static List<byte[]> seeds(String name) throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.list(SEEDS.resolve(name))) {
            for (Path file : files.sorted().toList()) {
                seeds.add(Files.readAllBytes(file));
            }
        }
        return seeds;
    }

    /** Some octets changed, taken out or said twice. */
    private static byte[] mutate(byte[] seed, Random random) {
        byte[] mutant = seed.clone();
        for (int n = random.nextInt(4); n >= 0 && mutant.length > 0; n--) {
            int at = random.nextInt(mutant.length);
            int length = Math.min(1 + random.nextInt(8), mutant.length - at);
            switch (random.nextInt(4)) {
                case 0:
                    mutant = without(mutant, at, length);
                    break;
                case 1:
                    mutant = mutant.length > LONGEST ? mutant : twice(mutant, at, length);
                    break;
                default:
                    mutant[at] = (byte) random.nextInt(256);
            }
        }
        return mutant;
    }

    private static byte[] without(byte[] from, int at, int length) {
        byte[] out = Arrays.copyOf(from, from.length - length);
        System.arraycopy(from, at + length, out, at, from.length - at - length);
        return out;
    }

    private static byte[] twice(byte[] from, int at, int length) {
        byte[] out = Arrays.copyOf(from, from.length + length);
        System.arraycopy(from, at, out, at + length, from.length - at);
        return out;
    }
}
