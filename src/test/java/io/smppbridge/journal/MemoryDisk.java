package io.smppbridge.journal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * A directory in memory that notes every change, so that all the disks a crash may leave can be built: names and octets are certain only after the
 * directory or the file was forced; what was written since may be there, be missing or be torn, block by block, in any order.
 */
class MemoryDisk implements Disk {
    static final int BLOCK = 4096;
    static final int SECTOR = 512;

    /** One change. Files are known by number, since names move. */
    sealed interface Change {}

    record Written(int file, long offset, byte[] octets) implements Change {}

    record Truncated(int file, long size) implements Change {}

    record Forced(int file) implements Change {}

    record Linked(String name, int file) implements Change {}

    record Unlinked(String name) implements Change {}

    record Renamed(String from, String to) implements Change {}

    record DirectoryForced() implements Change {}

    /** What a test wants to go wrong: called before each write, create and force. */
    interface Fault {
        /** Octets to let through of so many; may throw. */
        int write(String name, int octets) throws IOException;

        default void force(String name) throws IOException {}

        default void create(String name) throws IOException {}
    }

    final List<Change> trace = new ArrayList<>();
    final Map<Integer, byte[]> contents = new HashMap<>();
    final Map<String, Integer> names = new TreeMap<>();
    int forces;
    int reads;
    long usable = Long.MAX_VALUE;
    boolean tracing = true;
    Fault fault = (name, octets) -> octets;
    /** What happens when somebody has just been told the names. */
    Runnable listed = () -> {};

    private int files;

    @Override
    public String describe() {
        return "memory";
    }

    @Override
    public synchronized DiskFile openToRead(String name) throws IOException {
        Integer file = names.get(name);
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
    public synchronized DiskFile create(String name) throws IOException {
        fault.create(name);
        int file = ++files;
        contents.put(file, new byte[0]);
        names.put(name, file);
        note(new Linked(name, file));
        return new Handle(name, file);
    }

    @Override
    public synchronized void rename(String from, String to) throws IOException {
        Integer file = names.remove(from);
        if (file == null) {
            throw new FileNotFoundException(from);
        }
        names.put(to, file);
        note(new Renamed(from, to));
    }

    @Override
    public synchronized void delete(String name) {
        if (names.remove(name) != null) {
            note(new Unlinked(name));
        }
    }

    @Override
    public synchronized List<String> list() {
        List<String> all = new ArrayList<>(names.keySet());
        listed.run();
        return all;
    }

    @Override
    public synchronized void syncDirectory() throws IOException {
        note(new DirectoryForced());
    }

    @Override
    public long usableSpace() {
        return usable;
    }

    @Override
    public long totalSpace() {
        return usable;
    }

    @Override
    public Optional<AutoCloseable> lock(String name) throws IOException {
        return Optional.of(() -> {});
    }

    private void note(Change change) {
        if (tracing) {
            trace.add(change);
        }
    }

    synchronized byte[] octets(String name) {
        return contents.get(names.get(name));
    }

    synchronized void put(String name, byte[] octets) {
        int file = names.computeIfAbsent(name, n -> ++files);
        contents.put(file, octets);
    }

    /** The same files, sharing nothing, without trace or faults. */
    synchronized MemoryDisk copy() {
        MemoryDisk copy = new MemoryDisk();
        names.forEach((name, file) -> copy.put(name, contents.get(file).clone()));
        return copy;
    }

    private final class Handle implements DiskFile {
        private final String name;
        private final int file;

        Handle(String name, int file) {
            this.name = name;
            this.file = file;
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            synchronized (MemoryDisk.this) {
                int count = fault.write(name, source.remaining());
                byte[] octets = new byte[count];
                source.get(octets);
                apply(contents, file, offset, octets);
                note(new Written(file, offset, octets));
                return count;
            }
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            reads++;
            synchronized (MemoryDisk.this) {
                byte[] from = contents.get(file);
                int count = (int) Math.min(target.remaining(), from.length - offset);
                if (count <= 0) {
                    return -1;
                }
                target.put(from, (int) offset, count);
                return count;
            }
        }

        @Override
        public void force() throws IOException {
            synchronized (MemoryDisk.this) {
                forces++;
                fault.force(name);
                note(new Forced(file));
            }
        }

        @Override
        public void truncate(long size) {
            synchronized (MemoryDisk.this) {
                contents.put(file, Arrays.copyOf(contents.get(file), (int) size));
                note(new Truncated(file, size));
            }
        }

        @Override
        public long size() {
            synchronized (MemoryDisk.this) {
                return contents.get(file).length;
            }
        }

        @Override
        public void close() {}
    }

    private static void apply(Map<Integer, byte[]> contents, int file, long offset, byte[] octets) {
        byte[] old = contents.getOrDefault(file, new byte[0]);
        int end = (int) offset + octets.length;
        byte[] to = end > old.length ? Arrays.copyOf(old, end) : old;
        System.arraycopy(octets, 0, to, (int) offset, octets.length);
        contents.put(file, to);
    }

    /** What is certain after the first changes of a trace, and what is not; advances change by change. */
    static final class Crash {
        private final Map<Integer, byte[]> stored = new HashMap<>();
        private final Map<Integer, List<Written>> pending = new HashMap<>();
        private final Map<String, Integer> storedNames = new TreeMap<>();
        private final List<Change> pendingNames = new ArrayList<>();

        void advance(Change change, boolean forcesWork, boolean directoryForcesWork) {
            if (change instanceof Written written) {
                pending.computeIfAbsent(written.file(), f -> new ArrayList<>()).add(written);
            } else if (change instanceof Forced forced && forcesWork) {
                for (Written written : pending.getOrDefault(forced.file(), List.of())) {
                    apply(stored, written.file(), written.offset(), written.octets());
                }
                pending.remove(forced.file());
            } else if (change instanceof DirectoryForced && directoryForcesWork) {
                pendingNames.forEach(name -> link(storedNames, name));
                pendingNames.clear();
            } else if (!(change instanceof Forced || change instanceof DirectoryForced)) {
                pendingNames.add(change);
            }
        }

        boolean hasDoubt() {
            return !pending.isEmpty() || !pendingNames.isEmpty();
        }

        private static void link(Map<String, Integer> names, Change change) {
            if (change instanceof Linked linked) {
                names.put(linked.name(), linked.file());
            } else if (change instanceof Unlinked unlinked) {
                names.remove(unlinked.name());
            } else if (change instanceof Renamed renamed) {
                Integer file = names.remove(renamed.from());
                if (file != null) {
                    names.put(renamed.to(), file);
                }
            }
        }

        /** One of the disks that may be found: each doubtful block whole, missing or torn; the names as a file system with an ordered log has them. */
        MemoryDisk state(Random random) {
            MemoryDisk disk = new MemoryDisk();
            disk.tracing = false;
            Map<String, Integer> found = new TreeMap<>(storedNames);
            int namesDone = random.nextInt(pendingNames.size() + 1);
            pendingNames.subList(0, namesDone).forEach(name -> link(found, name));
            int mood = random.nextInt(4);
            found.forEach((name, file) -> {
                byte[] octets = stored.getOrDefault(file, new byte[0]).clone();
                for (Written written : pending.getOrDefault(file, List.of())) {
                    // the size may be stored without the octets: zeros
                    int end = (int) written.offset() + written.octets().length;
                    octets = end > octets.length ? Arrays.copyOf(octets, end) : octets;
                    tear(octets, written, random, mood);
                }
                disk.put(name, octets);
            });
            return disk;
        }

        private static void tear(byte[] octets, Written written, Random random, int mood) {
            int start = (int) written.offset();
            int end = start + written.octets().length;
            int block = mood < 2 ? written.octets().length + BLOCK : BLOCK;
            for (int at = start; at < end; ) {
                int blockEnd = Math.min(end, (at / block + 1) * block);
                int fate = mood < 2 ? mood : random.nextInt(3);
                int part = fate == 2 ? SECTOR : block; // torn: some sectors of the block
                while (at < blockEnd) {
                    int partEnd = Math.min(blockEnd, (at / part + 1) * part);
                    if (fate == 0 || fate == 2 && random.nextBoolean()) {
                        System.arraycopy(written.octets(), at - start, octets, at, partEnd - at);
                    }
                    at = partEnd;
                }
            }
        }
    }
}
