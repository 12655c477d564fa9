package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes spares of dropped segments, one after the other. What fails half way is gone on with when it is asked for again: the segment has
 * lost its name by then, and what it held must not stay under another.
 */
@OwnedBy("journal-spare")
final class Recycling {
    private static final Logger log = LoggerFactory.getLogger(Recycling.class);

    private final Disk disk;
    private final int size;
    private final Zeros zeros;
    /** What the segment is called while it is filled or deleted; empty when none is. */
    private String filling = "";

    Recycling(Disk disk, int size, Zeros zeros) {
        this.disk = disk;
        this.size = size;
        this.zeros = zeros;
    }

    /**
     * Does away with what a segment held. The same one until that has not thrown.
     *
     * @param word for the spare's name; empty when none is wanted
     * @return the spare that it has become; empty when it is deleted
     */
    Optional<String> next(String segment, String word, Zeros.Wanting wanting) throws IOException {
        if (filling.isEmpty() && !word.isEmpty()) {
            String name = "recycled-" + word + ".tmp";
            try {
                disk.rename(segment, name);
            } catch (NoSuchFileException gone) {
                log.warn("{}: {} was deleted by somebody else; it was no longer needed", disk.describe(), segment);
                return Optional.empty();
            }
            filling = name;
            Optional<String> spare = refilled(segment, wanting);
            if (spare.isPresent()) {
                filling = "";
                return spare;
            }
        } else if (filling.isEmpty()) {
            filling = segment;
        }
        disk.delete(filling);
        disk.syncDirectory();
        filling = "";
        return Optional.empty();
    }

    private Optional<String> refilled(String segment, Zeros.Wanting wanting) {
        try {
            disk.syncDirectory(); // before the first zero: a segment by name is a segment by content
            try (DiskFile file = disk.openToWrite(filling)) {
                if (file.size() == size) {
                    zeros.fill(file, wanting);
                    file.close();
                    return Optional.of(asSpare(disk, filling));
                }
            }
        } catch (IOException e) {
            log.warn("{}: {} cannot be used again: {}", disk.describe(), segment, e.toString());
        }
        return Optional.empty();
    }

    /** The name need not be stored yet: a power loss that takes it costs a spare. */
    static String asSpare(Disk disk, String filled) throws IOException {
        String spare = filled.substring(0, filled.length() - 4) + ".seg";
        spare = spare.startsWith("recycled-") ? "spare-" + spare.substring(9) : spare;
        disk.rename(filled, spare);
        return spare;
    }
}
