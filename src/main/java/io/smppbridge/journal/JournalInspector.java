package io.smppbridge.journal;

import io.smppbridge.settings.JournalKeys;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Looks at a journal's directory from outside, without its lock and without changing anything: also while the bridge is running, when the last
 * segment may be seen in the middle of a batch. A bridge that runs drops its oldest segments and uses their files again: where it has done so
 * before they were read through, all is read anew, or whoever is shown the records is told to.
 */
@OwnedBy("whoever made it")
public final class JournalInspector {
    /** So often all is read again before it is given up. */
    static final int AGAIN = 20;

    private final Disk disk;
    private final Keyring keyring;
    private final IntFunction<String> typeNames;

    private JournalInspector(Disk disk, JournalKeys keys, IntFunction<String> typeNames) {
        this.disk = disk;
        this.keyring = new Keyring(keys);
        this.typeNames = typeNames;
    }

    /**
     * An inspector of this directory.
     *
     * @param keys may be none: then what is sealed is checked but for its contents
     * @param typeNames what a record type is called
     * @throws JournalException NOT_WRITABLE when there is no such directory
     */
    public static JournalInspector of(Path directory, JournalKeys keys, IntFunction<String> typeNames) {
        if (!Files.isDirectory(directory)) {
            throw new JournalException(
                    JournalException.Kind.NOT_WRITABLE,
                    directory + " is not a directory, expected a journal's; name another one");
        }
        return new JournalInspector(FileDisk.readOnly(directory), keys, typeNames);
    }

    /** Whether there is a segment in that directory, of whatever journal. */
    public static boolean isIn(Path directory) throws IOException {
        return Files.isDirectory(directory)
                && FileDisk.readOnly(directory).list().stream().anyMatch(name -> SegmentHeader.numberOf(name) > 0);
    }

    static JournalInspector of(Disk disk, JournalKeys keys, IntFunction<String> typeNames) {
        return new JournalInspector(disk, keys, typeNames);
    }

    /** Prints a line for each segment, batch and record. Contents are not shown: they may be messages. */
    public void inspect(PrintStream out) {
        try {
            for (Found file : undisturbed(() -> look(false)).found()) {
                header(file, out);
                if (file.segment() != null) {
                    records(file, out);
                }
                if (!disk.list().contains(file.name())) {
                    out.println("  dropped by the bridge meanwhile: of these lines the last ones may be missing");
                }
            }
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private void header(Found file, PrintStream out) {
        if (file.segment() == null) {
            out.printf(Locale.ROOT, "%s  %d octets, too short for a header%n", file.name(), file.size());
            return;
        }
        SegmentHeader header = file.segment().header();
        out.printf(
                Locale.ROOT,
                "%s  version %d  %d octets  incarnation %d  oldest kept %d  made %s%s%n",
                file.name(),
                header.version(),
                file.size(),
                header.incarnation(),
                header.oldest(),
                java.time.Instant.ofEpochMilli(header.madeAt()),
                header.mark().isSealed() ? "  sealed with key " + header.mark().keyId() : "");
    }

    private void records(Found file, PrintStream out) throws IOException {
        try (DiskFile octets = file.segment().open()) {
            records(file, octets, out);
        } catch (IOException e) {
            if (disk.list().contains(file.name())) {
                throw e;
            }
        }
    }

    private void records(Found file, DiskFile octets, PrintStream out) throws IOException {
        SegmentScanner scanner = new SegmentScanner(octets, file.segment().header(), -1, null);
        while (scanner.nextBatch()) {
            int end = scanner.end();
            while (scanner.nextRecord()) {
                String name = scanner.type() < 0 ? "drop" : typeNames.apply(scanner.type());
                out.printf(
                        Locale.ROOT,
                        "  %10d  seq %d  %s  %d octets%n",
                        scanner.recordOffset(),
                        scanner.seq(),
                        name,
                        scanner.payload().remaining());
            }
            out.printf(Locale.ROOT, "  %10d  end of batch, stored up to seq %d%n", end, scanner.durable());
        }
        out.printf(
                Locale.ROOT,
                "  %10d  %s%n",
                scanner.end(),
                scanner.closedInOrder()
                        ? "sealed: closed in order"
                        : scanner.sealed()
                                ? "sealed: goes on in segment " + scanner.sealedNext()
                                : "no seal: ends here");
    }

    /** As {@link #verify(PrintStream, BiConsumer)}, whatever the records are. */
    public boolean verify(PrintStream out) {
        return verify(out, (type, payload) -> {});
    }

    /**
     * Does what a start would do, without changing anything, and says what it would find.
     *
     * @param reading is shown each record that lies in clear or has its key, and throws where a start could not read it
     * @return true when a start would succeed
     */
    public boolean verify(PrintStream out, BiConsumer<Byte, ByteBuffer> reading) {
        try {
            Recovery recovery = undisturbed(() -> {
                Recovery looked = look(false);
                looked.walk(looked.oldestKept(), (position, type, payload) -> {
                    if (looked.isOpen(position >>> 32)) {
                        reading.accept(type, payload);
                    }
                });
                return looked;
            });
            RecoveryReport report = recovery.report(recovery.nextIncarnation());
            out.printf(
                    Locale.ROOT,
                    "%s: %d segments, %d records, %d octets, %s%n",
                    disk.describe(),
                    report.segments(),
                    report.records(),
                    report.bytes(),
                    report.clean() ? "closed in order" : "not closed in order, or in use");
            if (report.cutBytes() > 0) {
                out.printf(
                        Locale.ROOT,
                        "torn tail in %s, offset %d: %d octets with at least %d records, never forced; a start cuts them%n",
                        SegmentHeader.fileName((int) (report.cutAt() >>> 32)),
                        report.cutAt() & 0xFFFFFFFFL,
                        report.cutBytes(),
                        report.cutRecords());
            }
            recovery.refuseShortened();
            if (recovery.sawSealed()) {
                out.println("contents are sealed with keys that are not given: checksums were checked, tags were not");
            }
            return true;
        } catch (JournalException e) {
            if (e.kind() == JournalException.Kind.IN_MOTION) {
                throw e;
            }
            out.println(e.getMessage());
            return false;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private Recovery look(boolean needsKeys) throws IOException {
        return Recovery.look(disk, keyring, needsKeys);
    }

    private interface Reading {
        Recovery read() throws IOException;
    }

    /** Reads anew while the bridge drops what is being read. */
    private Recovery undisturbed(Reading reading) throws IOException {
        for (int more = AGAIN; ; more--) {
            try {
                return once(reading);
            } catch (JournalException e) {
                if (e.kind() != JournalException.Kind.IN_MOTION || more == 0) {
                    throw e;
                }
            }
        }
    }

    /** @throws JournalException IN_MOTION when the bridge has dropped what was being read */
    private Recovery once(Reading reading) throws IOException {
        Optional<String> before = oldest();
        Recovery read;
        try {
            read = reading.read();
        } catch (IOException | JournalException e) {
            if (oldest().equals(before)) {
                throw e;
            }
            throw inMotion(e);
        }
        // Each segment is read through its seal but the last one: if that is still there, what was dropped had been
        // read.
        Optional<String> now = oldest();
        int last = read.tail().segment();
        if (now.equals(before)
                || now.filter(name -> SegmentHeader.numberOf(name) <= last).isPresent()) {
            return read;
        }
        throw inMotion(null);
    }

    private JournalException inMotion(Exception cause) {
        return new JournalException(
                JournalException.Kind.IN_MOTION,
                disk.describe()
                        + " could not be read: the bridge that runs on it has dropped segments that were being read; try again when it"
                        + " has less to do, or stop it" + (cause == null ? "" : " (" + cause.getMessage() + ")"),
                cause);
    }

    private Optional<String> oldest() throws IOException {
        return disk.list().stream()
                .filter(name -> SegmentHeader.numberOf(name) > 0)
                .min(Comparator.naturalOrder());
    }

    /**
     * Shows all records, in order; throws on damage, once what stands before it has been shown, and when a key is missing.
     *
     * @param begun is told, before the first record, whether the journal still holds all that was ever written into it
     * @throws JournalException IN_MOTION when what was shown is worth nothing, for a bridge at work has dropped what was to come: begin anew
     */
    public void walk(Consumer<Boolean> begun, RecordVisitor visitor) {
        try {
            once(() -> {
                Recovery recovery = Recovery.lookBeforeDamage(disk, keyring, true);
                if (recovery.found().isEmpty()) {
                    recovery.refuseUnread();
                }
                int kept = recovery.oldestKept();
                begun.accept(kept == 1);
                recovery.walk(kept, visitor);
                recovery.refuseUnread();
                return recovery;
            });
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Prints how many records and octets there are of each type. */
    public void stats(PrintStream out) {
        Map<Byte, long[]> types = new TreeMap<>();
        try {
            Recovery recovery = undisturbed(() -> {
                types.clear();
                Recovery looked = look(false);
                looked.walk(looked.oldestKept(), (position, type, payload) -> {
                    long[] sums = types.computeIfAbsent(type, t -> new long[2]);
                    sums[0]++;
                    sums[1] += payload.remaining();
                });
                return looked;
            });
            types.forEach((type, sums) -> out.printf(
                    Locale.ROOT, "%-24s %12d records %15d octets%n", typeNames.apply(type), sums[0], sums[1]));
            RecoveryReport report = recovery.report(recovery.nextIncarnation());
            out.printf(
                    Locale.ROOT,
                    "%-24s %12d records %15d octets in %d segments%n",
                    "all",
                    report.records(),
                    report.bytes(),
                    report.segments());
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private JournalException unreadable(IOException e) {
        return new JournalException(
                JournalException.Kind.NOT_WRITABLE,
                disk.describe() + " cannot be read: " + e + "; check owner and mode",
                e);
    }
}
