package io.smppbridge.simulation;

import io.smppbridge.journal.Disk;
import io.smppbridge.journal.DiskFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A directory in memory with a cache above a platter. What is written is in the cache, which survives the end of the process; what was forced is on
 * the platter, which survives the end of the power. What a failed force could not store looks well in the cache, and no later force stores it.
 */
final class SimulatedDisk implements Disk {
    private static final int PAGE = 4096;
    private static final int SECTOR = 512;

    /** Runs before every call that changes something: may throw {@link Killed} or an {@link IOException}. */
    interface Watch {
        void before(String call, String name) throws IOException;
    }

    /** A file: its octets as the process sees them, and as they are stored. */
    private static final class Content {
        byte[] cached = {};
        byte[] stored = {};
        final BitSet dirty = new BitSet();
    }

    private final Map<String, Content> names = new TreeMap<>();
    private Map<String, Content> storedNames = new TreeMap<>();
    /** Names as they were after each change since the directory was forced. */
    private final List<Map<String, Content>> doubtful = new ArrayList<>();

    private Watch watch = (call, name) -> {};
    /** Ends the process in the middle of the next write, after so many octets; -1 for never. */
    private SplittableRandom torn;

    private SplittableRandom shortWrites;
    private SplittableRandom failingForce;
    boolean forcesWork = true;
    boolean full;
    long writes;
    long forces;

    void watch(Watch next) {
        watch = next;
    }

    /** The write under way ends the process, and only its beginning reaches the cache. */
    void tearWrite(SplittableRandom luck) {
        torn = luck;
    }

    /** Writes are short from now on; null for no more. */
    void shortWrites(SplittableRandom luck) {
        shortWrites = luck;
    }

    /** The force under way stores some of its pages, and fails. */
    void failForce(SplittableRandom luck) {
        failingForce = luck;
    }

    /** Everything that is not stored goes, but for what luck leaves: whole pages, or some of their sectors, and some of the last names. */
    void powerLoss(SplittableRandom luck) {
        int mood = luck.nextInt(4);
        if (!doubtful.isEmpty()) {
            int done = luck.nextInt(doubtful.size() + 1);
            storedNames = done == 0 ? storedNames : doubtful.get(done - 1);
            doubtful.clear();
        }
        names.clear();
        names.putAll(storedNames);
        for (Content file : storedNames.values()) {
            boolean longer = file.cached.length > file.stored.length && luck.nextBoolean();
            byte[] left = longer ? Arrays.copyOf(file.stored, file.cached.length) : file.stored;
            for (int page = file.dirty.nextSetBit(0); page >= 0; page = file.dirty.nextSetBit(page + 1)) {
                leave(file, left, page, mood, luck);
            }
            file.dirty.clear();
            file.stored = left;
            file.cached = left.clone();
        }
        torn = null;
        failingForce = null;
    }

    private static void leave(Content file, byte[] left, int page, int mood, SplittableRandom luck) {
        boolean whole = mood == 1 || mood > 1 && luck.nextBoolean();
        boolean sectors = mood == 3 && luck.nextBoolean();
        int end = Math.min((page + 1) * PAGE, Math.min(left.length, file.cached.length));
        for (int at = page * PAGE; at < end; at += SECTOR) {
            if (sectors ? luck.nextBoolean() : whole) {
                System.arraycopy(file.cached, at, left, at, Math.min(SECTOR, end - at));
            }
        }
    }

    @Override
    public String describe() {
        return "simulated";
    }

    @Override
    public DiskFile openToRead(String name) throws IOException {
        Content file = names.get(name);
        if (file == null) {
            throw new FileNotFoundException(name);
        }
        return new Handle(name, file);
    }

    @Override
    public DiskFile openToWrite(String name) throws IOException {
        return openToRead(name);
    }

    @Override
    public DiskFile create(String name) throws IOException {
        watch.before("create", name);
        if (full) {
            throw new IOException("No space left on device");
        }
        Content file = new Content();
        names.put(name, file);
        named();
        return new Handle(name, file);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        watch.before("rename", from);
        Content file = names.remove(from);
        if (file == null) {
            throw new FileNotFoundException(from);
        }
        names.put(to, file);
        named();
    }

    @Override
    public void delete(String name) throws IOException {
        watch.before("delete", name);
        if (names.remove(name) != null) {
            named();
        }
    }

    private void named() {
        doubtful.add(new TreeMap<>(names));
    }

    @Override
    public List<String> list() {
        return new ArrayList<>(names.keySet());
    }

    @Override
    public void syncDirectory() throws IOException {
        watch.before("sync", "directory");
        if (forcesWork) {
            storedNames = new TreeMap<>(names);
            doubtful.clear();
        }
    }

    @Override
    public long usableSpace() {
        return full ? 0 : Long.MAX_VALUE;
    }

    @Override
    public long totalSpace() {
        return Long.MAX_VALUE;
    }

    @Override
    public Optional<AutoCloseable> lock(String name) {
        return Optional.of(() -> {});
    }

    /** An open file. */
    private final class Handle implements DiskFile {
        private final String name;
        private final Content file;

        Handle(String name, Content file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            watch.before("write", name);
            writes++;
            int count = source.remaining();
            if (full && offset + count > file.cached.length) {
                throw new IOException("No space left on device");
            }
            if (torn != null) {
                put(source, (int) offset, torn.nextInt(count + 1));
                torn = null;
                throw new Killed("in the middle of a write");
            }
            if (shortWrites != null && count > 1 && shortWrites.nextBoolean()) {
                count = 1 + shortWrites.nextInt(count - 1);
            }
            put(source, (int) offset, count);
            return count;
        }

        private void put(ByteBuffer source, int offset, int count) {
            if (offset + count > file.cached.length) {
                file.cached = Arrays.copyOf(file.cached, offset + count);
            }
            source.get(file.cached, offset, count);
            if (count > 0) {
                file.dirty.set(offset / PAGE, (offset + count - 1) / PAGE + 1);
            }
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            int count = (int) Math.min(target.remaining(), file.cached.length - offset);
            if (count <= 0) {
                return -1;
            }
            target.put(file.cached, (int) offset, count);
            return count;
        }

        @Override
        public void force() throws IOException {
            watch.before("force", name);
            forces++;
            if (!forcesWork) {
                return;
            }
            if (file.stored.length != file.cached.length) {
                file.stored = Arrays.copyOf(file.stored, file.cached.length);
            }
            SplittableRandom fails = failingForce;
            failingForce = null;
            for (int page = file.dirty.nextSetBit(0); page >= 0; page = file.dirty.nextSetBit(page + 1)) {
                if (fails == null || fails.nextBoolean()) {
                    int from = page * PAGE;
                    System.arraycopy(file.cached, from, file.stored, from, Math.min(PAGE, file.cached.length - from));
                }
            }
            file.dirty.clear();
            if (fails != null) {
                throw new IOException("Input/output error");
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            watch.before("truncate", name);
            file.cached = Arrays.copyOf(file.cached, (int) size);
            file.dirty.clear(((int) size + PAGE - 1) / PAGE, Integer.MAX_VALUE);
        }

        @Override
        public long size() {
            return file.cached.length;
        }

        @Override
        public void close() {}
    }
}
