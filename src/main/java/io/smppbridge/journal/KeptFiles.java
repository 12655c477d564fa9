package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the files of all segments are where a start would look for them; says so when that changes. */
@OwnedBy("journal-spare")
final class KeptFiles {
    private static final Logger log = LoggerFactory.getLogger(KeptFiles.class);

    private final Disk disk;
    private final SegmentList segments;
    private volatile boolean there = true;

    KeptFiles(Disk disk, SegmentList segments) {
        this.disk = disk;
        this.segments = segments;
    }

    /** As last looked at. Any thread. */
    boolean areThere() {
        return there;
    }

    /** A disk that cannot be looked at tells nothing. Files that are no longer needed are taken away by this thread alone, once nothing lists them. */
    void look() {
        List<String> needed = Arrays.stream(segments.numbers())
                .mapToObj(number -> SegmentHeader.fileName((int) number))
                .toList();
        List<String> gone;
        try {
            gone = missing(needed);
        } catch (NoSuchFileException e) {
            gone = needed; // the directory itself
        } catch (IOException | UncheckedIOException e) { // the latter in the middle of the list
            return;
        }
        if (there == gone.isEmpty()) {
            return;
        }
        there = gone.isEmpty();
        if (there) {
            log.info("{}: the files of the journal are all there again", disk.describe());
        } else {
            log.error(
                    "{}: somebody has deleted or moved {}, which the journal needs: what it holds goes with this process, so nothing more is"
                            + " accepted. If it was moved, move it back. Else let what waits be sent, end the bridge with TERM, and"
                            + " start it on an empty directory",
                    disk.describe(),
                    gone.size() == 1 ? gone.get(0) : gone.get(0) + " and " + (gone.size() - 1) + " more");
        }
    }

    private List<String> missing(List<String> needed) throws IOException {
        Set<String> found = new HashSet<>(disk.list());
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
            disk.openToRead(name).close();
            return false;
        } catch (NoSuchFileException e) {
            return true;
        }
    }
}
