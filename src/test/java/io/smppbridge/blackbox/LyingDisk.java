package io.smppbridge.blackbox;

import io.smppbridge.journal.Disk;
import io.smppbridge.journal.DiskFile;
import io.smppbridge.journal.FileDisk;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A directory whose pages are in the memory of this process until they are forced, so that a kill leaves what a loss of power would; and that
 * lies about it, as soon as the bridge accepts messages. Only a JVM that a test has started with {@link #options} has one. Names are durable at once.
 */
final class LyingDisk implements Disk {
    private static final String SWITCH = "test.disk";
    private static final int PAGE = 4_096;
    /** Octets by which a file is known as a segment. */
    private static final int HEAD = 64;

    private static final long LATER_MS = 3_000;

    /** Of the process. */
    private static volatile boolean begun;

    private final Disk real;
    private final Lie lie;
    private final Map<String, Pages> files = new ConcurrentHashMap<>();
    private final ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "test-lying-disk");
        thread.setDaemon(true);
        return thread;
    });

    /** What it says and does not do. */
    enum Lie {
        /** Nothing: what is forced is stored. */
        NONE,
        FORCE_DOES_NOTHING,
        /** "Forced" is said three seconds before it is, so whoever is answered then is answered before the commit. */
        FORCED_LATER,
        /** A write or a force that fails is said to be done; what it was to store is lost. */
        ERROR_KEPT_BACK;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Changed pages of one file, by their place. */
    private static final class Pages {
        private final TreeMap<Long, byte[]> changed = new TreeMap<>();
        private volatile String name;
        private long size = -1;

        Pages(String name) {
            this.name = name;
        }
    }

    private LyingDisk(Disk real, Lie lie) {
        this.real = real;
        this.lie = lie;
    }

    /** The options of a JVM whose bridge has such a disk. */
    static String[] options(Lie lie) {
        return new String[] {"-D" + SWITCH + "=" + lie};
    }

    /** The disk of this JVM's bridge: an honest one, unless the JVM was started with {@link #options}. */
    static Disk of(Path directory) {
        String lie = System.getProperty(SWITCH);
        Disk real = FileDisk.in(directory);
        return lie == null ? real : new LyingDisk(real, Lie.valueOf(lie));
    }

    /** It lies from now on. */
    static void begin() {
        begun = true;
    }

    private Lie lie() {
        return begun ? lie : Lie.NONE;
    }

    @Override
    public DiskFile openToRead(String name) throws IOException {
        return new Cached(real.openToRead(name), pages(name));
    }

    @Override
    public DiskFile openToWrite(String name) throws IOException {
        return new Cached(real.openToWrite(name), pages(name));
    }

    @Override
    public DiskFile create(String name) throws IOException {
        files.remove(name);
        return new Cached(real.create(name), pages(name));
    }

    private Pages pages(String name) {
        return files.computeIfAbsent(name, Pages::new);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        real.rename(from, to);
        Pages moved = pages(from);
        moved.name = to;
        files.put(to, moved);
        files.remove(from);
    }

    @Override
    public void delete(String name) throws IOException {
        real.delete(name);
        files.remove(name);
    }

    @Override
    public String describe() {
        return real.describe();
    }

    @Override
    public List<String> list() throws IOException {
        return real.list();
    }

    @Override
    public void syncDirectory() throws IOException {
        real.syncDirectory();
    }

    @Override
    public long usableSpace() throws IOException {
        return lie() == Lie.ERROR_KEPT_BACK ? Long.MAX_VALUE / 2 : real.usableSpace();
    }

    @Override
    public long totalSpace() throws IOException {
        return real.totalSpace();
    }

    @Override
    public Optional<AutoCloseable> lock(String name) throws IOException {
        return real.lock(name);
    }

    /** An open file. */
    private final class Cached implements DiskFile {
        private final DiskFile file;
        private final Pages pages;

        Cached(DiskFile file, Pages pages) throws IOException {
            this.file = file;
            this.pages = pages;
            synchronized (pages) {
                pages.size = Math.max(pages.size, file.size());
            }
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            int count = source.remaining();
            synchronized (pages) {
                pages.size = Math.max(pages.size, offset + count);
                boolean zeros = isZero(source);
                if (zeros) {
                    store(source, offset); // what a file is filled with needs no memory: it has it at once
                }
                for (long at = offset; source.hasRemaining(); at = offset + count - source.remaining()) {
                    int in = (int) (at % PAGE);
                    int length = Math.min(PAGE - in, source.remaining());
                    byte[] page = zeros ? pages.changed.get(at / PAGE) : changed(at / PAGE);
                    if (page == null) {
                        source.position(source.position() + length);
                    } else {
                        source.get(page, in, length);
                    }
                }
            }
            return count;
        }

        private static boolean isZero(ByteBuffer octets) {
            boolean zero = true;
            for (int at = octets.position(); zero && at < octets.limit(); at++) {
                zero = octets.get(at) == 0;
            }
            return zero;
        }

        private byte[] changed(long number) throws IOException {
            byte[] page = pages.changed.get(number);
            if (page == null) {
                page = new byte[PAGE];
                try (DiskFile reader = real.openToRead(pages.name)) {
                    reader.readFully(ByteBuffer.wrap(page), number * PAGE);
                }
                pages.changed.put(number, page);
            }
            return page;
        }

        private void store(ByteBuffer octets, long offset) throws IOException {
            try {
                file.writeFully(octets.duplicate(), offset);
            } catch (IOException failure) {
                unlessKeptBack(failure);
            }
        }

        private void unlessKeptBack(IOException failure) throws IOException {
            if (lie() != Lie.ERROR_KEPT_BACK) {
                throw failure;
            }
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            synchronized (pages) {
                byte[] page = pages.changed.get(offset / PAGE);
                int in = (int) (offset % PAGE);
                int most = (int) Math.min(Math.min(target.remaining(), PAGE - in), pages.size - offset);
                if (most <= 0) {
                    return target.hasRemaining() ? -1 : 0;
                }
                if (page != null) {
                    target.put(page, in, most);
                    return most;
                }
                ByteBuffer part = target.duplicate().limit(target.position() + most);
                int count = file.read(part, offset);
                target.position(part.position());
                return count;
            }
        }

        @Override
        public void force() throws IOException {
            switch (lie()) {
                case FORCE_DOES_NOTHING -> {}
                case FORCED_LATER -> {
                    storeHead();
                    later.schedule(this::storeLater, LATER_MS, TimeUnit.MILLISECONDS);
                }
                default -> {
                    try {
                        file.force();
                        storeAll(); // behind it: no kill takes what the machine has
                    } catch (IOException failure) {
                        synchronized (pages) {
                            pages.changed.clear();
                        }
                        unlessKeptBack(failure);
                    }
                }
            }
        }

        /** No lie about what says that it is a segment: without it the next start is refused, and finds nothing lost. */
        private void storeHead() throws IOException {
            synchronized (pages) {
                byte[] head = pages.changed.get(0L);
                if (head != null) {
                    store(ByteBuffer.wrap(head, 0, (int) Math.min(HEAD, pages.size)), 0);
                }
            }
        }

        private void storeAll() throws IOException {
            synchronized (pages) {
                for (Map.Entry<Long, byte[]> page : pages.changed.entrySet()) {
                    long offset = page.getKey() * PAGE;
                    int length = (int) Math.min(PAGE, pages.size - offset);
                    store(ByteBuffer.wrap(page.getValue(), 0, length), offset);
                }
                pages.changed.clear();
            }
        }

        private void storeLater() {
            try {
                storeAll();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (pages) {
                file.truncate(size);
                pages.size = size;
                pages.changed.tailMap((size + PAGE - 1) / PAGE).clear();
            }
        }

        @Override
        public long size() {
            synchronized (pages) {
                return pages.size;
            }
        }

        @Override
        public void close() throws IOException {
            if (lie() == Lie.FORCED_LATER) {
                later.schedule(this::closeLater, 2 * LATER_MS, TimeUnit.MILLISECONDS);
            } else {
                file.close();
            }
        }

        private void closeLater() {
            try {
                file.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
