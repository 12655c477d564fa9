package io.smppbridge.journal;

import io.smppbridge.settings.JournalKeys;
import io.smppbridge.threads.ThreadSafe;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which keys are needed still: those of all segments that are kept, and of the one that is made ready. */
@ThreadSafe
final class KeyRotation {
    private static final Logger log = LoggerFactory.getLogger(KeyRotation.class);

    private final Disk disk;
    private final Keyring keyring;
    private final SegmentSupply supply;
    private final SegmentList segments;
    private final Set<String> told = new HashSet<>();

    KeyRotation(Disk disk, Keyring keyring, SegmentSupply supply, SegmentList segments) {
        this.disk = disk;
        this.keyring = keyring;
        this.supply = supply;
        this.segments = segments;
    }

    /** Takes other keys unless one that is needed is missing; says which. */
    Optional<String> change(JournalKeys others) {
        synchronized (keyring) {
            JournalKeys now = keyring.keys();
            Optional<String> missing = needed().stream()
                    .filter(id -> !Objects.equals(now.find(id), others.find(id)))
                    .findFirst();
            if (missing.isPresent()) {
                return Optional.of(
                        "journal.key: key " + missing.get()
                                + " still opens what the journal holds; leave its line as it was until the bridge says that it is needed no more");
            }
            keyring.change(others);
        }
        tellUnneeded();
        return Optional.empty();
    }

    private Set<String> needed() {
        Set<String> ids = supply.keys();
        ids.addAll(segments.keys().keySet());
        ids.remove("");
        return ids;
    }

    Map<String, Integer> sealedBy() {
        Map<String, Integer> counts = new TreeMap<>();
        keyring.keys().all().forEach(key -> counts.put(key.id(), 0));
        counts.putAll(segments.keys());
        return counts;
    }

    /** Says once of each key that nothing needs it any more. */
    synchronized void tellUnneeded() {
        JournalKeys keys = keyring.keys();
        if (keys.all().size() < 2) {
            return;
        }
        Set<String> needed = needed();
        keys.all().stream().skip(1).map(JournalKeys.JournalKey::id).forEach(id -> {
            if (needed.contains(id)) {
                told.remove(id);
            } else if (told.add(id)) {
                log.info(
                        "{}: key {} is needed no more; its line may go from the file of journal.key",
                        disk.describe(),
                        id);
            }
        });
    }
}
