package io.smppbridge.journal;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Rounds;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes segments ready before they are needed: zero-filled (not sparse), forced, named. A full disk shows here and not in the
 * middle of a commit.
 *
 * <p>The names: {@code spare-*.tmp} being filled, {@code spare-*.seg} filled and forced, {@code recycled-*.tmp} dropped and not yet filled again.
 */
@OwnedBy("journal-spare")
final class SegmentSupply implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SegmentSupply.class);
    private static final long LOOK_AGAIN_NS = Duration.ofMillis(1).toNanos();

    /** What all segments of this opening share. */
    record Origin(long instance, long incarnation, int batchLimit) {}

    private final Disk disk;
    private final JournalConfig config;
    private final InstantSource clock;
    private final RandomGenerator random;
    private final ArrayDeque<String> spares = new ArrayDeque<>();
    private final ConcurrentLinkedQueue<String> dropped = new ConcurrentLinkedQueue<>();
    private final Zeros zeros;
    private final Recycling recycling;
    private final DiskRoom room;
    private final KeptFiles kept;
    private final Keyring keyring;
    private long names;
    private Thread thread;

    private volatile Origin origin;
    private volatile int wanted;
    private volatile boolean awaited;
    private volatile int oldest = 1;
    private volatile Segment ready;
    private volatile Segment handedOut;
    private volatile int spareCount;
    private volatile boolean closed;
    private volatile long attempts;
    private volatile IOException trouble;

    /** @param segments those whose files must be there */
    SegmentSupply(
            Disk disk,
            JournalConfig config,
            InstantSource clock,
            RandomGenerator random,
            Keyring keyring,
            SegmentList segments) {
        this.disk = disk;
        this.config = config;
        this.clock = clock;
        this.random = random;
        this.keyring = keyring;
        this.room = new DiskRoom(disk, config);
        this.kept = new KeptFiles(disk, segments);
        this.zeros = new Zeros(config.segmentSize(), System::nanoTime);
        this.recycling = new Recycling(disk, config.segmentSize(), zeros);
    }

    /** Takes over what earlier runs left: spares of the right size are kept, unfinished work is cleared away. */
    void adoptLeftovers() throws IOException {
        for (String name : disk.list()) {
            if (isUnfinished(name)) {
                disk.delete(name);
            } else if (name.startsWith("spare-") && name.endsWith(".seg")) {
                try (DiskFile file = disk.openToRead(name)) {
                    boolean fits = file.size() == config.segmentSize() && Zeros.isBegin(file);
                    if (fits && spares.size() <= config.spareSegments()) {
                        spares.add(name);
                        continue;
                    }
                }
                disk.delete(name);
            }
        }
        spareCount = spares.size();
        names = random.nextLong(1L << 48);
    }

    /** Of the journal's own files: others who keep theirs in its directory may be making them right now. */
    private static boolean isUnfinished(String name) {
        return name.endsWith(".tmp")
                && (name.startsWith("spare-") || name.startsWith("recycled-") || name.startsWith("rewrite-"));
    }

    /** Says what to make: the first segment wanted is this one. As long as there is no thread, the work is done when a segment is asked for. */
    void begin(Origin from, int first, int oldestKept) {
        origin = from;
        oldest = oldestKept;
        wanted = first;
    }

    void startThread() {
        thread = NamedThreads.single("journal-spare", this::run);
        thread.start();
    }

    private void run() {
        while (!closed) {
            if (!step()) {
                kept.look();
                LockSupport.parkNanos(this, Rounds.next(System.nanoTime(), Rounds.EVERY));
                Thread.interrupted(); // nobody's message: without this the loop would spin
            }
        }
    }

    /** Does the most urgent piece of work; false when there is none, or when it failed. */
    boolean step() {
        boolean worked = false;
        try {
            boolean haveFile = !spares.isEmpty() || dropped.isEmpty();
            if (ready == null && wanted > 0 && haveFile) {
                synchronized (keyring) { // what it is sealed with must not change before others can see it
                    ready = activate(wanted);
                }
                worked = true;
            } else if (!dropped.isEmpty()) {
                recycle(dropped.peek());
                dropped.poll();
                worked = true;
            } else if (spares.size() < config.spareSegments()) {
                spares.add(newSpare());
                worked = true;
            }
            if (worked && trouble != null) {
                log.info("{}: segments can be made again", disk.describe());
                trouble = null;
            }
        } catch (IOException e) {
            worked = false;
            if (trouble == null) {
                log.warn("{}: no further segment can be made: {}", disk.describe(), e.toString());
            }
            trouble = e;
        } finally {
            attempts++; // one writer
        }
        spareCount = spares.size();
        room.look(trouble);
        return worked;
    }

    private Segment activate(int number) throws IOException {
        String spare = takeSpare();
        Origin from = origin;
        Optional<JournalKeys.JournalKey> key = keyring.keys().newest();
        SegmentHeader header = new SegmentHeader(
                SegmentHeader.version(key.isPresent()),
                number,
                config.segmentSize(),
                from.batchLimit(),
                random.nextInt(),
                oldest,
                from.instance(),
                from.incarnation(),
                clock.millis(),
                key.map(this::mark).orElse(SegmentHeader.KeyMark.NONE));
        if (key.isPresent()) {
            header = header.marked(SegmentSeal.of(key.get().octets(), header).check());
        }
        try (DiskFile file = disk.openToWrite(spare)) {
            file.writeFully(header.encode(), 0);
            file.force();
        } catch (IOException e) {
            disk.delete(spare); // whatever state it is in, it is no spare any more
            throw e;
        }
        disk.rename(spare, SegmentHeader.fileName(number));
        disk.syncDirectory();
        return new Segment(disk, header, config.segmentSize(), keyring);
    }

    private SegmentHeader.KeyMark mark(JournalKeys.JournalKey key) {
        byte[] salt = new byte[SegmentSeal.SALT];
        random.nextBytes(salt);
        return new SegmentHeader.KeyMark(key.id(), salt, new byte[SegmentSeal.CHECK]);
    }

    /** Whether {@link #spareAs} has one at once. */
    boolean hasSpare() {
        return !spares.isEmpty();
    }

    /** A zero-filled file under another name, stored before its first octet is: what is called a spare holds nothing, wherever a start ends. */
    DiskFile spareAs(String name) throws IOException {
        disk.rename(takeSpare(), name);
        disk.syncDirectory();
        return disk.openToWrite(name);
    }

    private String takeSpare() throws IOException {
        String spare = spares.poll();
        return spare != null ? spare : newSpare();
    }

    private String newSpare() throws IOException {
        String making = "spare-" + Long.toHexString(++names) + ".tmp";
        try (DiskFile file = disk.create(making)) {
            zeros.fill(file, this::want);
        } catch (IOException e) {
            disk.delete(making);
            throw e;
        }
        return Recycling.asSpare(disk, making);
    }

    private void recycle(String segment) throws IOException {
        boolean wanted = spares.size() <= config.spareSegments();
        recycling
                .next(segment, wanted ? Long.toHexString(++names) : "", this::want)
                .ifPresent(spares::add);
    }

    private Zeros.Want want() {
        if (Thread.currentThread() != thread || awaited) {
            return Zeros.Want.NOW;
        }
        return closed || ready == null || spares.isEmpty() ? Zeros.Want.SOON : Zeros.Want.LATER;
    }

    /** Journal thread: has the next segment been made? */
    boolean isReady() {
        return ready != null;
    }

    /**
     * Journal thread: the next segment, after waiting for the disk at most so long.
     *
     * @throws JournalException NO_SPACE when it could not be made
     */
    Segment take(Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        long before = attempts;
        boolean interrupted = Thread.interrupted();
        awaited = ready == null;
        while (!hasReady()) {
            if (thread == null) {
                step();
            } else {
                LockSupport.unpark(thread);
                LockSupport.parkNanos(this, LOOK_AGAIN_NS);
                interrupted |= Thread.interrupted();
            }
            IOException why = trouble;
            boolean failed = why != null && attempts > before + 1;
            if (ready == null && (failed || System.nanoTime() - deadline > 0)) {
                awaited = false;
                restore(interrupted);
                throw new JournalException(
                        JournalException.Kind.NO_SPACE,
                        disk.describe() + ": segment " + wanted + " of " + config.segmentSize()
                                + " octets could not be made ("
                                + (why == null ? "not within " + within.toMillis() + " ms" : why)
                                + "); make space on this disk",
                        why);
            }
        }
        awaited = false;
        restore(interrupted);
        Segment taken = ready;
        taken.begin(clock.millis());
        handedOut = taken;
        wanted = taken.number() + 1;
        ready = null;
        LockSupport.unpark(thread);
        return taken;
    }

    /** One whose file somebody has deleted meanwhile is made anew. */
    private boolean hasReady() {
        if (ready != null && !kept.begin(ready.number())) {
            ready = null;
        }
        return ready != null;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Journal thread: this file's drop is on disk, it may be used again. */
    void recycleLater(String segment, int oldestKept) {
        oldest = oldestKept;
        dropped.add(segment); // bounded by the number of segments
        LockSupport.unpark(thread);
    }

    boolean accepting() {
        return room.accepting() && kept.areThere();
    }

    /** Whether a start would find all segments, as last looked at. Any thread. */
    boolean isWhole() {
        return kept.areThere();
    }

    /** Names of the keys of segments that are made and perhaps not in use yet. Any thread. */
    Set<String> keys() {
        Set<String> ids = new HashSet<>();
        Stream.of(Optional.ofNullable(ready), Optional.ofNullable(handedOut))
                .flatMap(Optional::stream)
                .forEach(segment -> ids.add(segment.header().mark().keyId()));
        return ids;
    }

    /** Whether a file that was given back still holds what it held. Any thread. */
    boolean isClearing() {
        return !dropped.isEmpty();
    }

    int spareCount() {
        return spareCount;
    }

    @Override
    public void close() {
        closed = true;
        if (thread != null) {
            LockSupport.unpark(thread);
            try {
                thread.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
