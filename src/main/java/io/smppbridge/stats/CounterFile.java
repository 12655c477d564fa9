package io.smppbridge.stats;

import io.smppbridge.settings.OwnerOnly;
import io.smppbridge.threads.OwnedBy;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Figures in a memory-mapped file, so that another process can read them while this one works and after it has ended. One writer puts a
 * whole picture at a time; any number of readers look, and neither waits for the other: a number is odd while a picture is being put, and a
 * reader looks again until it has seen the same even number before and after.
 *
 * <p>Layout, little-endian: at 0 the word {@code SBCOUNT1}, 8 process id, 16 start of the process and 24 time of the picture (both
 * milliseconds since 1970), 32 number of the picture, 40 octets of the picture, 44 figures that found no room; from 64 the figures: two
 * octets of length, so many octets of UTF-8, eight octets of a double. A figure that finds no room is left out and counted. The file is for
 * its owner's eyes only.
 */
@OwnedBy("the thread that writes")
public final class CounterFile implements Closeable {
    /** Octets of the file: zeros, not a hole, for a store into a hole of a full disk ends the process. */
    public static final int SIZE = 1 << 20;

    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MAGIC = ByteBuffer.wrap("SBCOUNT1".getBytes(StandardCharsets.US_ASCII))
            .order(ByteOrder.LITTLE_ENDIAN)
            .getLong();
    private static final int PROCESS = 8;
    private static final int STARTED = 16;
    private static final int WRITTEN = 24;
    private static final int NUMBER = 32;
    private static final int LENGTH = 40;
    private static final int LEFT_OUT = 44;
    private static final int BODY = 64;
    private static final long LATEST = Instant.parse("9999-12-31T23:59:59Z").toEpochMilli();
    private static final int LOOKS = 20_000;
    private static final long PAUSE_NANOS = 20_000L;

    private final MappedByteBuffer map;
    private final ByteBuffer picture = ByteBuffer.allocate(SIZE - BODY).order(ByteOrder.LITTLE_ENDIAN);
    private int leftOut;
    private boolean closed;

    /**
     * One picture, as a reader sees it.
     *
     * @param process id of the process that wrote it
     * @param figures by name, in the writer's order
     * @param leftOut figures for which there was no room
     */
    public record Picture(long process, Instant started, Instant written, Map<String, Double> figures, int leftOut) {}

    private CounterFile(MappedByteBuffer map) {
        this.map = map;
    }

    /**
     * Makes the file, in place of one that is there.
     *
     * @throws IOException if it cannot be made or mapped; nothing is left of it then
     */
    public static CounterFile create(Path file, long process, Instant started) throws IOException {
        Files.deleteIfExists(file); // who reads the old one keeps it
        try (FileChannel channel = FileChannel.open(
                file,
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                OwnerOnly.file(file))) {
            ByteBuffer zeros = ByteBuffer.allocate(SIZE);
            while (zeros.hasRemaining()) {
                channel.write(zeros);
            }
            MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
            map.order(ByteOrder.LITTLE_ENDIAN);
            map.putLong(PROCESS, process);
            map.putLong(STARTED, started.toEpochMilli());
            LONGS.setRelease(map, 0, MAGIC);
            return new CounterFile(map);
        } catch (IOException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /** Adds a figure to the next picture. */
    public void put(byte[] name, double value) {
        if (picture.remaining() < Short.BYTES + name.length + Double.BYTES) {
            leftOut++;
            return;
        }
        picture.putShort((short) name.length).put(name).putDouble(value);
    }

    /** Shows the picture to readers, and begins the next one. */
    public void show(Instant now) {
        if (closed) {
            return;
        }
        picture.flip();
        long number = (long) LONGS.get(map, NUMBER);
        LONGS.setVolatile(map, NUMBER, number + 1);
        VarHandle.fullFence();
        map.putLong(WRITTEN, now.toEpochMilli());
        map.putInt(LENGTH, picture.limit());
        map.putInt(LEFT_OUT, leftOut);
        map.put(BODY, picture.array(), 0, picture.limit());
        LONGS.setRelease(map, NUMBER, number + 2);
        picture.clear();
        leftOut = 0;
    }

    /** The last picture stays in the file. */
    @Override
    public void close() {
        closed = true;
    }

    /**
     * Reads the picture of now. Any thread, any process.
     *
     * @return nothing if no picture has been shown yet
     * @throws IOException if there is no such file, or it is none of these
     */
    public static Optional<Picture> read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() < SIZE) {
                throw new IOException(
                        file + " is not a file of counters: it has " + channel.size() + " octets, not " + SIZE);
            }
            MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_ONLY, 0, SIZE);
            map.order(ByteOrder.LITTLE_ENDIAN);
            if ((long) LONGS.getAcquire(map, 0) != MAGIC) {
                throw new IOException(file + " is not a file of counters: it does not begin with SBCOUNT1");
            }
            for (int look = 0; look < LOOKS; look++) { // a second and more, were the writer stopped in the middle
                long before = (long) LONGS.getAcquire(map, NUMBER);
                if (before == 0) {
                    return Optional.empty();
                }
                Optional<Picture> picture = before % 2 == 0 ? look(file, map, before) : Optional.empty();
                if (picture.isPresent()) {
                    return picture;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            throw new IOException(
                    file + " has been left half written: the bridge ended while it wrote; start it again");
        }
    }

    /** Nothing if the writer came between. */
    private static Optional<Picture> look(Path file, MappedByteBuffer map, long number) throws IOException {
        long started = map.getLong(STARTED);
        long written = map.getLong(WRITTEN);
        int leftOut = map.getInt(LEFT_OUT);
        int length = map.getInt(LENGTH);
        byte[] body = new byte[Math.max(0, Math.min(length, SIZE - BODY))];
        map.get(BODY, body);
        VarHandle.acquireFence();
        if ((long) LONGS.getVolatile(map, NUMBER) != number) {
            return Optional.empty();
        }
        if (length != body.length || !isTime(started) || !isTime(written)) {
            throw damaged(file);
        }
        return Optional.of(new Picture(
                map.getLong(PROCESS),
                Instant.ofEpochMilli(started),
                Instant.ofEpochMilli(written),
                figures(file, body),
                leftOut));
    }

    private static Map<String, Double> figures(Path file, byte[] body) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        ByteBuffer rest = ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN);
        try {
            while (rest.hasRemaining()) {
                byte[] name = new byte[Short.toUnsignedInt(rest.getShort())];
                rest.get(name);
                figures.put(new String(name, StandardCharsets.UTF_8), rest.getDouble());
            }
        } catch (BufferUnderflowException e) {
            throw damaged(file);
        }
        return figures;
    }

    private static boolean isTime(long millis) {
        return millis >= 0 && millis <= LATEST;
    }

    private static IOException damaged(Path file) {
        return new IOException(file + " is damaged: what stands in it is no picture of counters; a start of the bridge"
                + " makes it anew");
    }
}
