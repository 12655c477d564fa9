package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
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
            Set<String> found = new HashSet<>(disk.list());
            gone = needed.stream().filter(name -> !found.contains(name)).toList();
        } catch (NoSuchFileException e) {
            gone = needed; // the directory itself
        } catch (IOException e) {
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
}
