package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the files of all segments are where a start would look for them; says so when that changes. A file that has been carried to another disk
 * and back, or put there from a copy, bears the name of the one that is written to without being it.
 */
@OwnedBy("journal-spare")
final class KeptFiles {
    private static final Logger log = LoggerFactory.getLogger(KeptFiles.class);

    private enum State {
        THERE,
        GONE,
        OTHER
    }

    /** So many are asked for by their names: of a directory that is listed, each file is looked at. */
    private static final int FEW = 8;

    private final Disk disk;
    private final SegmentList segments;
    /** What is written to, by its segment's number: until it is full and has been seen in its place after that. */
    private final Map<Long, Object> written = new ConcurrentHashMap<>();

    private volatile State state = State.THERE;

    KeptFiles(Disk disk, SegmentList segments) {
        this.disk = disk;
        this.segments = segments;
    }

    /** As last looked at. Any thread. */
    boolean areThere() {
        return state == State.THERE;
    }

    /** Journal thread: from now on this segment is written to. False when its file is gone, with which nothing is lost yet. */
    boolean begin(int number) {
        try {
            disk.identity(name(number)).ifPresent(file -> written.put((long) number, file));
        } catch (NoSuchFileException e) {
            log.warn("{}: somebody has deleted {} before anything was in it", disk.describe(), name(number));
            return false;
        } catch (IOException e) { // who opens it will hear of that
            log.debug("{}: {} cannot be told from others", disk.describe(), name(number), e);
        }
        return true;
    }

    /** A disk that cannot be looked at tells nothing. Files that are no longer needed are taken away by this thread alone, once nothing lists them. */
    void look() {
        long[] numbers = segments.numbers();
        List<String> needed = Arrays.stream(numbers).mapToObj(KeptFiles::name).toList();
        List<String> gone;
        List<String> others = List.of();
        try {
            gone = missing(needed);
            others = others(numbers);
        } catch (NoSuchFileException e) {
            gone = needed; // the directory itself
        } catch (IOException | UncheckedIOException e) { // the latter in the middle of the list
            return;
        }
        State now = !others.isEmpty() ? State.OTHER : gone.isEmpty() ? State.THERE : State.GONE;
        if (state != now) {
            state = now;
            tell(now == State.OTHER ? others : gone);
        }
    }

    private void tell(List<String> files) {
        if (state == State.THERE) {
            log.info("{}: the files of the journal are all there again", disk.describe());
            return;
        }
        boolean gone = state == State.GONE;
        log.error(
                "{}: somebody has {} {}{}: what it holds goes with this process, so nothing more is accepted. {} let what waits be sent, end the"
                        + " bridge with TERM, and start it on an empty directory",
                disk.describe(),
                gone ? "deleted or moved" : "put another file in the place of",
                files.size() == 1 ? files.get(0) : files.get(0) + " and " + (files.size() - 1) + " more",
                gone
                        ? ", which the journal needs"
                        : ", to which the journal writes (a copy, or what has come back from another disk, is not it)",
                gone
                        ? "If it was moved, move it back. Else"
                        : "If the first one is still on this disk, move it back. Else");
    }

    private static String name(long number) {
        return SegmentHeader.fileName((int) number);
    }

    /** Of a full one a copy is as good; before that it lacks what is written after it was made. */
    private List<String> others(long[] numbers) throws IOException {
        List<String> others = new ArrayList<>();
        for (long number : numbers) {
            Object file = written.get(number);
            Optional<Object> found = file == null ? Optional.empty() : identity(number);
            if (found.isPresent() && !found.get().equals(file)) {
                others.add(name(number));
            } else if (found.isPresent() && number < numbers[numbers.length - 1]) {
                written.remove(number);
            }
        }
        written.keySet().removeIf(number -> numbers.length > 0 && number < numbers[0]);
        return others;
    }

    /** Empty where the file is gone, too. */
    private Optional<Object> identity(long number) throws IOException {
        try {
            return disk.identity(name(number));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private List<String> missing(List<String> needed) throws IOException {
        Set<String> found = needed.size() <= FEW ? Set.of() : new HashSet<>(disk.list());
        List<String> missing = new ArrayList<>();
        for (String name : needed) {
            if (!found.contains(name) && isGone(name)) {
                missing.add(name);
            }
        }
        return missing;
    }

    /** Asks for one by its name: a disk over a network may leave files out of a list that is read while its directory changes. */
    private boolean isGone(String name) throws IOException {
        try {
            if (disk.identity(name).isEmpty()) { // where the disk does not say
                disk.openToRead(name).close();
            }
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }
}
