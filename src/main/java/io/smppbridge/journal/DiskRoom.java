package io.smppbridge.journal;

import io.smppbridge.settings.JournalConfig;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether the disk has more room than its reserve; says so when that changes. */
@OwnedBy("journal-spare")
final class DiskRoom {
    private static final Logger log = LoggerFactory.getLogger(DiskRoom.class);

    private final Disk disk;
    private final JournalConfig config;
    private boolean refusedForSpace;
    private volatile boolean accepting;

    DiskRoom(Disk disk, JournalConfig config) {
        this.disk = disk;
        this.config = config;
    }

    /** As last looked at. Any thread. */
    boolean accepting() {
        return accepting;
    }

    /** @param trouble why no segment can be made, or null when one can */
    void look(IOException trouble) {
        boolean enough;
        long free = -1;
        long least = -1;
        try {
            long share = disk.totalSpace() / 100 * config.reserveShare();
            least = Math.max(Math.max(2L * config.segmentSize(), config.reserve()), share);
            free = disk.usableSpace();
            enough = trouble == null && free >= least;
        } catch (IOException e) {
            enough = false;
        }
        if (refusedForSpace == enough) {
            refusedForSpace = !enough;
            log.warn("{}: {}", disk.describe(), enough ? "room to accept again" : whyNot(free, least, trouble));
        }
        accepting = enough;
    }

    private static String whyNot(long free, long least, IOException trouble) {
        if (free < 0) {
            return "the free space on the journal's disk cannot be read, nothing is accepted; look at the disk";
        }
        if (free < least) {
            return "the disk of the journal is nearly full, nothing is accepted; make space: " + mib(free) + " free, "
                    + mib(least) + " needed";
        }
        return "no segment can be made on the journal's disk, nothing is accepted until one can; look at the disk: "
                + trouble;
    }

    private static String mib(long octets) {
        return (octets >> 20) + " MiB";
    }
}
