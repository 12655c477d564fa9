package io.smppbridge.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.JavaCommand;
import io.smppbridge.Tried;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.JournalKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** A disk that misbehaves, and directories that cannot be used. */
class JournalFaultTest {
    private static final JournalConfig CONFIG =
            new JournalConfig(Path.of("memory"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));

    @TempDir
    Path temp;

    private static Journal open(Disk disk) {
        return Journal.open(CONFIG, disk, InstantSource.system(), new Random(3), false);
    }

    private static void append(Journal journal, long number) {
        journal.append((byte) 1, ByteBuffer.allocate(300).putLong(0, number));
    }

    private static List<Long> replay(Disk disk) {
        List<Long> seen = new ArrayList<>();
        Journal journal = open(disk);
        journal.replay((position, type, payload) -> seen.add(payload.getLong()));
        journal.abandon();
        return seen;
    }

    private static List<Long> numbers(long count) {
        List<Long> numbers = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            numbers.add(i);
        }
        return numbers;
    }

    /** Appends, writes and forces one by one until something throws; the number of records that were promised. */
    private static long run(Journal journal, int records) {
        for (long i = 0; i < records; i++) {
            try {
                append(journal, i);
                journal.write();
                journal.force();
            } catch (JournalException e) {
                return i;
            }
        }
        return records;
    }

    /** The system-call form, with strace, is another test's; this one counts the calls themselves. */
    @Test
    @Tag("B-01")
    void a_failed_force_is_final_and_never_repeated(TestReporter reporter) {
        long promises = 0;
        long kept = 0;
        for (int k = 1; k <= 50; k++) {
            MemoryDisk disk = new MemoryDisk();
            Journal journal = open(disk);
            journal.replay((position, type, payload) -> {});
            int failAt = disk.forces + k;
            List<String> forcedAfter = new ArrayList<>();
            disk.fault = new MemoryDisk.Fault() {
                @Override
                public int write(String name, int octets) {
                    return octets;
                }

                @Override
                public void force(String name) throws IOException {
                    if (disk.forces == failAt) {
                        throw new IOException("Input/output error");
                    }
                    if (disk.forces > failAt) {
                        forcedAfter.add(name);
                    }
                }
            };
            long promised = run(journal, 60);
            assertThat(promised).isEqualTo(k - 1L);
            for (Runnable attempt : List.<Runnable>of(
                    journal::force, journal::write, journal::mark, () -> append(journal, 99), () -> journal.force())) {
                assertThatThrownBy(attempt::run)
                        .isInstanceOfSatisfying(
                                JournalException.class,
                                e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FAILED));
            }
            assertThat(journal.acceptingSpace()).isFalse();
            assertThat(journal.failure()).isPresent();
            journal.close();
            assertThat(forcedAfter).as("no force after the failed one").isEmpty();
            disk.fault = (name, octets) -> octets;
            List<Long> left = replay(disk);
            assertThat(left.subList(0, (int) promised)).isEqualTo(numbers(promised));
            promises += promised;
            kept += numbers(promised).stream().filter(left::contains).count();
        }
        Tried.times(promises)
                .faults(50)
                .lost(promises - kept)
                .note("records promised before one of 50 forces failed; none was forced again")
                .tell(reporter);
    }

    @Test
    @Tag("B-03")
    void a_disk_that_is_full_at_any_write_loses_nothing_promised() {
        for (int n = 0; n < 260; n++) {
            MemoryDisk disk = new MemoryDisk();
            int[] left = {n};
            disk.fault = new MemoryDisk.Fault() {
                @Override
                public int write(String name, int octets) throws IOException {
                    if (left[0]-- <= 0) {
                        throw new IOException("No space left on device");
                    }
                    return left[0] == 0 ? Math.max(1, octets / 2) : octets; // the last one comes half, then the error
                }
            };
            long promised = 0;
            Journal journal = open(disk);
            try {
                journal.replay((position, type, payload) -> {});
                promised = run(journal, 300);
            } catch (JournalException e) {
                assertThat(e.kind()).isEqualTo(JournalException.Kind.NO_SPACE);
            }
            journal.abandon();
            disk.fault = (name, octets) -> octets;
            List<Long> seen = replay(disk);
            assertThat(seen).isEqualTo(numbers(seen.size()));
            assertThat((long) seen.size()).as("write %d", n).isBetween(promised, promised + 1);
        }
    }

    @Test
    @Tag("B-03")
    void without_a_further_segment_the_record_is_refused_and_those_before_it_stand() {
        MemoryDisk disk = new MemoryDisk();
        Journal journal = open(disk);
        journal.replay((position, type, payload) -> {});
        long[] taken = {0};
        while (journal.currentSegment() < 2) {
            append(journal, taken[0]++);
        }
        disk.fault = new MemoryDisk.Fault() {
            @Override
            public int write(String name, int octets) throws IOException {
                return octets;
            }

            @Override
            public void create(String name) throws IOException {
                throw new IOException("No space left on device");
            }
        };
        assertThatThrownBy(() -> {
                    while (true) {
                        append(journal, taken[0]);
                        taken[0]++;
                    }
                })
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.NO_SPACE))
                .hasMessageContaining("make space");
        assertThat(journal.acceptingSpace()).isFalse();
        journal.write();
        journal.force();
        // even now a segment can be dropped, and is used again
        journal.dropOldest();
        journal.write();
        journal.force();
        append(journal, taken[0]);
        journal.write();
        journal.force();
        assertThat(journal.currentSegment()).isGreaterThan(2);
        journal.abandon();
        disk.fault = (name, octets) -> octets;
        assertThat(replay(disk)).last().isEqualTo(taken[0]);
    }

    @Test
    void accepting_ends_below_the_reserve_and_comes_back() {
        MemoryDisk disk = new MemoryDisk();
        JournalConfig config = new JournalConfig(Path.of("memory"), 64 << 10, 1, 1 << 20, 0, 0, Duration.ofMillis(10));
        SegmentSupply supply = new SegmentSupply(
                disk, config, InstantSource.system(), new Random(1), new Keyring(JournalKeys.NONE), new SegmentList());
        supply.step();
        assertThat(supply.accepting()).isTrue();
        disk.usable = (1 << 20) - 1;
        supply.step();
        assertThat(supply.accepting()).isFalse();
        disk.usable = 1 << 20;
        supply.step();
        assertThat(supply.accepting()).isTrue();
    }

    @Test
    @Tag("B-05")
    void short_writes_make_the_same_files(TestReporter reporter) {
        int[] cut = {0};
        MemoryDisk whole = new MemoryDisk();
        MemoryDisk pieces = new MemoryDisk();
        Random random = new Random(5);
        pieces.fault = (name, octets) -> {
            int written = 1 + random.nextInt(octets);
            cut[0] += written < octets ? 1 : 0;
            return written;
        };
        for (MemoryDisk disk : List.of(whole, pieces)) {
            Journal journal = Journal.open(CONFIG, disk, () -> java.time.Instant.EPOCH, new Random(9), false);
            journal.replay((position, type, payload) -> {});
            assertThat(run(journal, 500)).isEqualTo(500);
            journal.close();
        }
        assertThat(pieces.names.keySet()).isEqualTo(whole.names.keySet());
        whole.names.keySet().forEach(name -> assertThat(pieces.octets(name)).isEqualTo(whole.octets(name)));
        assertThat(replay(pieces)).isEqualTo(numbers(500));
        Tried.times(500)
                .faults(cut[0])
                .note(pieces.names.size() + " files, each octet as without short writes")
                .tell(reporter);
    }

    @Test
    @Tag("A-08")
    void after_a_restart_dropped_segments_are_used_again_and_nothing_unnamed_is_left() {
        MemoryDisk disk = new MemoryDisk();
        for (int start = 0; start < 12; start++) {
            Journal journal = Journal.open(CONFIG, disk, InstantSource.system(), new Random(start), true);
            journal.replay((position, type, payload) -> {});
            run(journal, 250);
            while (journal.segments().length > 2) {
                journal.dropOldest();
            }
            journal.write();
            journal.force();
            if (start % 3 == 0) {
                journal.abandon(); // may be in the middle of a recycling
                continue;
            }
            // two live ones, the one made ready, and at most two spare ones
            Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                assertThat(disk.list())
                        .filteredOn(name -> name.startsWith("segment-"))
                        .hasSizeLessThanOrEqualTo(3);
                assertThat(disk.list()).hasSizeLessThanOrEqualTo(5).noneMatch(name -> name.endsWith(".tmp"));
            });
            journal.abandon();
        }
    }

    @Test
    @Tag("A-08")
    void a_start_clears_its_own_unfinished_files_away_and_not_one_that_another_is_making() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        List<String> own = List.of("spare-1.tmp", "recycled-2.tmp", "rewrite-segment-3.tmp");
        for (String name : own) {
            disk.create(name).close();
        }
        disk.create("admin.key.tmp").close();
        Journal journal = Journal.open(CONFIG, disk, InstantSource.system(), new Random(7), false);
        journal.replay((position, type, payload) -> {});

        assertThat(disk.list()).doesNotContainAnyElementsOf(own).contains("admin.key.tmp");
        journal.abandon();
    }

    @Test
    @Tag("B-13")
    void a_directory_that_cannot_be_used_is_refused_with_its_name() throws IOException {
        refused(temp.resolve("missing/deeper"));
        Path file = Files.createFile(temp.resolve("file"));
        refused(file);
        Path readOnly = Files.createDirectory(
                temp.resolve("read-only"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("r-x------")));
        Path kernels = Path.of("/proc/self");
        boolean root = Files.isWritable(readOnly); // who may write everywhere but there
        Assumptions.assumeTrue(!root || Files.isDirectory(kernels), "root, without a directory of the kernel's");
        refused(root ? kernels : readOnly);
    }

    private static void refused(Path directory) {
        assertThatThrownBy(() -> FileDisk.in(directory))
                .isInstanceOfSatisfying(
                        JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.NOT_WRITABLE))
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("expected");
    }

    @Test
    void a_directory_that_cannot_be_forced_for_once_keeps_no_dropped_segment_from_being_cleared() {
        for (int n = 1; n <= 4; n++) {
            AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
            MemoryDisk disk = new MemoryDisk() {
                @Override
                public synchronized void syncDirectory() throws IOException {
                    if (left.decrementAndGet() == 0) {
                        throw new IOException("Input/output error");
                    }
                    super.syncDirectory();
                }
            };
            Journal journal = open(disk);
            journal.replay((position, type, payload) -> {});
            for (long i = 0; journal.currentSegment() < 4; i++) {
                append(journal, i);
            }
            journal.write();
            journal.dropOldest();
            journal.dropOldest();
            append(journal, 0);
            journal.write();
            journal.force();
            left.set(n);
            for (int step = 0; step < 10; step++) {
                journal.supply.step();
            }
            assertThat(journal.acceptingSpace()).as("accepts after %s", n).isTrue();
            assertThat(journal.isClearing()).isFalse();
            assertThat(disk.list()).noneMatch(name -> name.endsWith(".tmp"));
            journal.close();
        }
    }

    /** The service manager starts again what ended for the disk, and leaves alone what ended for its settings. */
    @Test
    void a_disk_that_fails_at_a_start_is_no_matter_of_settings() {
        Path lock = temp.resolve(DirectoryLock.FILE);
        for (String failure : List.of("Input/output error", "Too many open files", "Stale file handle")) {
            assertThat(opened(new FileSystemException(lock.toString(), null, failure)))
                    .as(failure)
                    .isEqualTo(JournalException.Kind.FAILED);
        }
        assertThat(opened(new AccessDeniedException(lock.toString()))).isEqualTo(JournalException.Kind.NOT_WRITABLE);
        assertThat(opened(new FileSystemException(lock.toString(), null, "Read-only file system")))
                .isEqualTo(JournalException.Kind.NOT_WRITABLE);
        assertThat(opened(new FileSystemException(lock.toString(), null, "No space left on device")))
                .isEqualTo(JournalException.Kind.NO_SPACE);
    }

    private JournalException.Kind opened(IOException failure) {
        Disk failing = new MemoryDisk() {
            @Override
            public Optional<AutoCloseable> lock(String name) throws IOException {
                throw failure;
            }
        };
        JournalConfig config = new JournalConfig(temp, 64 << 10, 2, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, failing, InstantSource.system())) {
            throw new AssertionError(journal);
        } catch (JournalException e) {
            return e.kind();
        }
    }

    /** What the next segment is made of must hold nothing of an earlier start's copy: whoever finds octets there takes them for a log that goes on. */
    @Test
    @Tag("A-08")
    void two_starts_that_the_disk_ends_one_after_the_other_leave_what_the_next_one_reads() {
        for (int first = 1; first <= 8; first++) {
            for (int second = 1; second <= 8; second++) {
                MemoryDisk disk = killedWithTwoSpares();
                startWhoseForceFails(disk, first);
                startWhoseForceFails(disk, second);
                assertThat(replay(disk)).as("after %s and %s", first, second).isEqualTo(numbers(20));
            }
        }
    }

    @Test
    @Tag("A-08")
    void what_is_called_a_spare_holds_nothing_wherever_a_start_ends() {
        for (int n = 1; n <= 8; n++) {
            MemoryDisk disk = killedWithTwoSpares();
            startWhoseForceFails(disk, n);
            assertThat(disk.names.keySet())
                    .filteredOn(name -> name.startsWith("spare-") && name.endsWith(".seg"))
                    .as("after %s", n)
                    .allMatch(name -> Arrays.equals(disk.octets(name), new byte[CONFIG.segmentSize()]));
        }
    }

    @Test
    @Tag("A-08")
    void a_spare_into_which_a_killed_start_of_an_earlier_version_has_copied_is_deleted() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        Journal journal = open(disk);
        journal.replay((position, type, payload) -> {});
        run(journal, 20);
        journal.abandon();
        byte[] segment = disk.octets("segment-0000000001.log");
        disk.create("spare-1.seg").writeFully(ByteBuffer.wrap(segment), 0);
        disk.create("spare-2.seg").writeFully(ByteBuffer.allocate(segment.length), 0);

        assertThat(replay(disk)).isEqualTo(numbers(20));

        assertThat(disk.names).doesNotContainKey("spare-1.seg");
        assertThat(disk.octets("segment-0000000002.log")).endsWith(new byte[segment.length - SegmentHeader.SIZE]);
    }

    private static MemoryDisk killedWithTwoSpares() {
        MemoryDisk disk = new MemoryDisk();
        JournalConfig config = new JournalConfig(Path.of("memory"), 64 << 10, 2, 0, 0, 0, Duration.ofMillis(10));
        Journal killed = Journal.open(config, disk, InstantSource.system(), new Random(3), false);
        killed.replay((position, type, payload) -> {});
        assertThat(run(killed, 20)).isEqualTo(20);
        boolean more = true;
        while (more) {
            more = SteppedJournal.makeReady(killed);
        }
        killed.abandon();
        assertThat(killed.spareSegments()).isEqualTo(2);
        return disk;
    }

    private static void startWhoseForceFails(MemoryDisk disk, int number) {
        int failAt = disk.forces + number;
        disk.fault = new MemoryDisk.Fault() {
            @Override
            public int write(String name, int octets) {
                return octets;
            }

            @Override
            public void force(String name) throws IOException {
                if (disk.forces == failAt) {
                    throw new IOException("Input/output error");
                }
            }
        };
        try {
            replay(disk);
        } catch (JournalException e) {
            assertThat(e.kind()).isIn(JournalException.Kind.FAILED, JournalException.Kind.NO_SPACE);
        } finally {
            disk.fault = (name, octets) -> octets;
        }
    }

    @Test
    @Tag("B-11")
    void interrupting_the_journal_thread_does_no_harm() throws InterruptedException {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 2, 0, 0, 0, Duration.ofMillis(10));
        Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system());
        journal.replay((position, type, payload) -> {});
        AtomicBoolean done = new AtomicBoolean();
        long[] promised = {0};
        Thread writer = new Thread(() -> {
            promised[0] = run(journal, 300);
            journal.write();
            done.set(true);
        });
        writer.start();
        while (!done.get() && writer.isAlive()) {
            writer.interrupt();
            Thread.onSpinWait();
        }
        writer.join(20_000);
        journal.close();
        assertThat(promised[0]).isEqualTo(300);
        assertThat(replay(FileDisk.in(config.directory()))).isEqualTo(numbers(300));
    }

    @Test
    void an_interrupted_thread_that_opens_one_hears_of_that_and_not_of_a_disk_to_be_checked() {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 2, 0, 0, 0, Duration.ofMillis(10));
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())
                            .close())
                    .isInstanceOf(JournalException.class)
                    .hasMessageContaining("the thread that starts was interrupted");
        } finally {
            assertThat(Thread.interrupted()).as("its caller can still see it").isTrue();
        }
    }

    /** Another process: takes the directory given, or says why not. */
    static final class Other {
        private Other() {}

        public static void main(String[] arguments) {
            JournalConfig config =
                    new JournalConfig(Path.of(arguments[0]), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
            try {
                Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())
                        .close();
            } catch (JournalException e) {
                System.out.println(e.kind() + " " + e.getMessage());
                return;
            }
            System.out.println("TAKEN");
        }
    }

    private static Process start(Class<?> main, Path directory) throws IOException {
        return new ProcessBuilder(JavaCommand.of(
                        List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1"), main.getName(), directory.toString()))
                .redirectErrorStream(true)
                .start();
    }

    private static String other(Path directory) throws Exception {
        Process process = start(Other.class, directory);
        try {
            String said = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    @Tag("B-15")
    void a_second_process_is_refused_and_the_first_is_unaffected() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            assertThatThrownBy(() -> Journal.open(config, FileDisk.in(config.directory()), InstantSource.system()))
                    .isInstanceOf(JournalException.class);
            assertThat(other(config.directory())).contains("LOCKED").contains("journal.lock");
            assertThat(run(journal, 10)).isEqualTo(10);
        }
        assertThat(other(config.directory())).contains("TAKEN");
    }

    /** Takes the directory's lock and has it until it is killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws Exception {
            System.out.println(
                    FileDisk.in(Path.of(args[0])).lock(DirectoryLock.FILE).isPresent());
            System.in.read();
        }
    }

    @Test
    void nothing_is_accepted_while_a_file_of_the_journal_is_not_where_a_start_would_look() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        Path aside = temp.resolve("aside");
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            assertThat(run(journal, 500)).isEqualTo(500);
            Awaitility.await().until(journal::acceptingSpace);
            for (long segment : List.of(journal.oldestSegment(), journal.currentSegment())) {
                Path file = config.directory().resolve(SegmentHeader.fileName((int) segment));
                Files.move(file, aside);
                Awaitility.await().until(() -> !journal.acceptingSpace());
                assertThat(journal.isWhole()).isFalse();
                Files.move(aside, file);
                Awaitility.await().until(journal::acceptingSpace);
            }
            Files.move(config.directory(), aside);
            Awaitility.await().until(() -> !journal.isWhole());
            Files.move(aside, config.directory());
            Awaitility.await().until(journal::acceptingSpace);
            journal.dropOldest();
            assertThat(run(journal, 500)).isEqualTo(500);
            assertThat(journal.isWhole()).isTrue();
        }
    }

    /** What lasts until somebody sets it right: a start is not worth trying again before. */
    @Test
    void a_name_that_is_too_long_and_a_directory_in_the_place_of_the_lock_want_somebody_to_act() throws Exception {
        assertThatThrownBy(() -> FileDisk.in(temp.resolve("j".repeat(300))))
                .hasMessageContaining("too long")
                .extracting(e -> ((JournalException) e).kind())
                .isEqualTo(JournalException.Kind.NOT_WRITABLE);
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        Files.createDirectories(config.directory().resolve(DirectoryLock.FILE));
        assertThatThrownBy(() -> Journal.open(config, FileDisk.in(config.directory()), InstantSource.system()))
                .hasMessageContaining("journal.lock: Is a directory; a file belongs there: move the directory away")
                .extracting(e -> ((JournalException) e).kind())
                .isEqualTo(JournalException.Kind.NOT_WRITABLE);
    }

    @Test
    void a_segment_that_is_deleted_before_its_turn_is_made_anew() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            String next = SegmentHeader.fileName((int) journal.currentSegment() + 1);
            Awaitility.await()
                    .until(() -> Files.deleteIfExists(config.directory().resolve(next)));
            assertThat(run(journal, 500)).isEqualTo(500);
            assertThat(config.directory().resolve(next)).exists();
            assertThat(journal.currentSegment()).isGreaterThan(1);
        }
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            AtomicInteger found = new AtomicInteger();
            journal.replay((position, type, payload) -> found.incrementAndGet());
            assertThat(found).hasValue(500);
        }
    }

    /** A disk over a network may leave a file out of a list that is read while the directory changes, or end in the middle of it. */
    @Test
    void a_list_that_leaves_files_out_or_breaks_off_is_no_reason_to_accept_nothing() throws Exception {
        AtomicBoolean breaks = new AtomicBoolean();
        Semaphore lists = new Semaphore(0);
        MemoryDisk disk = new MemoryDisk() {
            @Override
            public List<String> list() {
                if (!Thread.currentThread().getName().equals("journal-spare")) {
                    return super.list();
                }
                lists.release();
                if (breaks.get()) {
                    throw new UncheckedIOException(new IOException("input/output error"));
                }
                return List.of();
            }
        };
        JournalConfig config = new JournalConfig(Path.of("memory"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, disk, InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            while (journal.segments().length < 10) { // fewer are asked for one by one
                run(journal, 100);
            }
            lists.drainPermits();
            assertThat(lists.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
            assertThat(journal.isWhole()).isTrue();
            breaks.set(true);
            lists.drainPermits();
            assertThat(lists.tryAcquire(3, 20, TimeUnit.SECONDS))
                    .as("its thread goes on")
                    .isTrue();
            assertThat(journal.acceptingSpace()).isTrue();
        }
    }

    @Test
    void a_lock_file_that_is_deleted_is_made_anew_and_a_second_process_is_still_refused() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            assertThat(run(journal, 10)).isEqualTo(10);
            for (int i = 0; i < 2; i++) {
                Files.delete(config.directory().resolve(DirectoryLock.FILE));
                FutureTask<String> said = new FutureTask<>(() -> other(config.directory()));
                new Thread(said).start();
                while (!said.isDone()) {
                    journal.mark();
                    Thread.onSpinWait();
                }
                assertThat(said.get()).contains("LOCKED").contains("journal.lock");
            }
            assertThat(run(journal, 10)).isEqualTo(10);
        }
        assertThat(other(config.directory())).contains("TAKEN");
    }

    @Test
    void a_lock_file_that_is_replaced_is_left_to_its_holder() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            Path lock = config.directory().resolve(DirectoryLock.FILE);
            Files.move(lock, temp.resolve("aside"));
            Files.createFile(lock);
            Process other = start(Other.class, config.directory());
            try {
                assertThat(other.inputReader().readLine())
                        .contains("WARN")
                        .contains("journal.lock was not there, or not");
                journal.mark();
                assertThat(other.inputReader().lines()).anyMatch(line -> line.contains("LOCKED"));
                assertThat(run(journal, 10)).isEqualTo(10);
            } finally {
                other.destroyForcibly();
            }
        }
    }

    /** What it has made must not look like the file of a bridge that holds it. */
    @Test
    void who_ends_while_it_waits_for_the_holder_of_a_deleted_lock_file_lets_the_next_one_wait_too() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            Files.delete(config.directory().resolve(DirectoryLock.FILE));
            Process first = start(Other.class, config.directory());
            try {
                assertThat(first.inputReader().readLine()).contains("journal.lock was not there");
            } finally {
                assertThat(first.destroyForcibly().waitFor(20, TimeUnit.SECONDS))
                        .isTrue();
            }
            Process second = start(Other.class, config.directory());
            try {
                assertThat(second.inputReader().readLine()).contains("journal.lock was not there, or not");
                journal.mark();
                assertThat(second.inputReader().lines()).anyMatch(line -> line.contains("LOCKED"));
            } finally {
                second.destroyForcibly();
            }
        }
    }

    @Test
    void who_finds_another_process_at_a_deleted_lock_file_writes_no_more() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system());
        journal.replay((position, type, payload) -> {});
        assertThat(run(journal, 10)).isEqualTo(10);
        Files.delete(config.directory().resolve(DirectoryLock.FILE));
        Process holder = start(Holder.class, config.directory());
        try {
            assertThat(holder.inputReader().readLine()).contains("WARN").contains("journal.lock was not there");
            assertThat(holder.inputReader().readLine()).isEqualTo("true");
            byte[] before = Files.readAllBytes(config.directory().resolve("segment-0000000001.log"));
            assertThatThrownBy(journal::mark)
                    .isInstanceOfSatisfying(
                            JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.FAILED))
                    .hasMessageContaining("journal.lock was deleted")
                    .hasMessageContaining("another process has the directory now");
            assertThat(journal.failure()).isPresent();
            journal.close();
            assertThat(Files.readAllBytes(config.directory().resolve("segment-0000000001.log")))
                    .isEqualTo(before);
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void a_start_that_finds_another_process_there_while_it_reads_changes_nothing() throws Exception {
        JournalConfig config = new JournalConfig(temp.resolve("j"), 64 << 10, 1, 0, 0, 0, Duration.ofMillis(10));
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            journal.replay((position, type, payload) -> {});
            assertThat(run(journal, 10)).isEqualTo(10);
        }
        List<String> before = FileDisk.in(config.directory()).list();
        AtomicReference<Process> holder = new AtomicReference<>();
        try (Journal journal = Journal.open(config, FileDisk.in(config.directory()), InstantSource.system())) {
            assertThatThrownBy(() -> journal.replay((position, type, payload) -> {
                        if (holder.get() == null) {
                            holder.set(deleteAndHold(config.directory()));
                        }
                    }))
                    .isInstanceOfSatisfying(
                            JournalException.class, e -> assertThat(e.kind()).isEqualTo(JournalException.Kind.LOCKED));
            assertThat(FileDisk.in(config.directory()).list()).containsExactlyInAnyOrderElementsOf(before);
        } finally {
            holder.get().destroyForcibly();
        }
    }

    private static Process deleteAndHold(Path directory) {
        try {
            Files.delete(directory.resolve(DirectoryLock.FILE));
            Process holder = start(Holder.class, directory);
            holder.inputReader().lines().takeWhile(line -> !line.equals("true")).count();
            return holder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
