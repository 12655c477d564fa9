package io.smppbridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.threads.OwnedBy;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * PDUs in which something has been changed, in streams as a connection brings them. Behind each stands one that is sound and must be found
 * there, so the reader may neither stop nor reach past a frame. All streams are made in the same octets: the harness costs less than what
 * it tries.
 */
@OwnedBy("the test")
public final class Mutants {
    /** Mutants in one stream. */
    public static final int TOGETHER = 200;

    private static final int HEADER = 16;
    /** For one stream, on a machine that others keep busy. */
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final byte[][] sound;
    private final byte[] next;
    private final byte[] stream;
    private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);

    /** Reads a stream and throws when it is not read as it should be. */
    @FunctionalInterface
    public interface Reader {
        /** @param length octets of the stream; what follows in the array is left from others */
        void read(byte[] stream, int length);
    }

    /**
     * @param name of what reads, for people
     * @param sound PDUs to be changed
     * @param next what stands behind each
     */
    public Mutants(String name, List<byte[]> sound, byte[] next) {
        this.name = name;
        this.sound = sound.toArray(byte[][]::new);
        this.next = next.clone();
        int longest = sound.stream().mapToInt(pdu -> pdu.length).max().orElseThrow();
        this.stream = new byte[TOGETHER * (longest + next.length)];
    }

    /** Has so many read; fails when one stream takes too long, or memory grows with their number. */
    public void readBy(Reader reader, int mutants) {
        System.out.println(name + " seed " + seed);
        long used = Memory.used();
        long allocated = Memory.allocatedHere();
        long begun = System.nanoTime();
        long slowest = 0;
        for (int done = 0; done < mutants; done += TOGETHER) {
            int length = fill();
            long from = System.nanoTime();
            try {
                reader.read(stream, length);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(name + ", seed " + seed + ", behind " + done + " mutants", e);
            }
            slowest = Math.max(slowest, System.nanoTime() - from);
        }
        long each = (Memory.allocatedHere() - allocated) / mutants;
        long took = System.nanoTime() - begun;
        long kept = Memory.used() - used;
        System.out.printf(
                "C11: %s: %d mutants in %d ms, at most %d us for %d of them, %d octets for each, %d KiB kept%n",
                name, mutants, took / 1_000_000, slowest / 1_000, TOGETHER, each, kept / 1_024);
        assertThat(slowest).as("nanoseconds of one stream").isLessThan(BOUND_NANOS);
        assertThat(each).as("octets allocated for one mutant").isLessThan(4_096);
        assertThat(kept).as("octets that stayed").isLessThan(16 << 20);
    }

    /** @return octets of the stream */
    private int fill() {
        int at = 0;
        for (int i = 0; i < TOGETHER; i++) {
            at = append(next, next.length, change(at));
        }
        return at;
    }

    /** One to six octets anywhere behind the length are changed; one in four ends too early, and says so. @return where it ends */
    private int change(int at) {
        byte[] whole = sound[random.nextInt(sound.length)];
        int length = whole.length;
        long dice = random.nextLong();
        if ((dice & 3) == 0) {
            length = HEADER + random.nextInt(whole.length - HEADER + 1);
        }
        int end = append(whole, length, at);
        stream[at + 2] = (byte) (length >> 8);
        stream[at + 3] = (byte) length;
        for (int n = (int) (dice >>> 8 & 0xFF) % 6; n >= 0; n--) {
            long one = random.nextLong();
            stream[at + 4 + (int) ((one >>> 32) % (length - 4))] = (byte) one;
        }
        return end;
    }

    private int append(byte[] octets, int length, int at) {
        System.arraycopy(octets, 0, stream, at, length);
        return at + length;
    }
}
