package io.smppbridge.journal;

import io.smppbridge.settings.JournalKeys;
import io.smppbridge.threads.ThreadSafe;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicReference;

/** The configured keys, as segments need them: the newest for new ones, and for each old one its own. */
@ThreadSafe
final class Keyring {
    /** One that is not in use: most reading comes from few threads. */
    private final AtomicReference<SealCipher> spare = new AtomicReference<>();

    private volatile JournalKeys keys;

    Keyring(JournalKeys keys) {
        this.keys = keys;
    }

    JournalKeys keys() {
        return keys;
    }

    void change(JournalKeys others) {
        keys = others;
    }

    /** Whether this segment can be opened as far as the keys' names go. */
    boolean names(SegmentHeader header) {
        return !header.mark().isSealed() || keys.find(header.mark().keyId()).isPresent();
    }

    /**
     * What opens this segment; null inside this package when its contents lie in clear.
     *
     * @throws JournalException KEY when its key is missing, or another one has its name
     */
    SegmentSeal open(SegmentHeader header) {
        if (!header.mark().isSealed()) {
            return null;
        }
        String id = header.mark().keyId();
        JournalKeys.JournalKey key =
                keys.find(id).orElseThrow(() -> wrong(header, "was sealed with key " + id + ", which is missing"));
        SegmentSeal seal = SegmentSeal.of(key.octets(), header);
        if (!MessageDigest.isEqual(seal.check(), header.mark().check())) {
            throw wrong(header, "was sealed with another key than the one that is called " + id + " now");
        }
        return seal;
    }

    private static JournalException wrong(SegmentHeader header, String what) {
        return new JournalException(
                JournalException.Kind.KEY,
                SegmentHeader.fileName(header.number()) + " " + what
                        + "; nothing was changed. Put that key's line into the file that journal.key-file names");
    }

    SealCipher borrow() {
        SealCipher there = spare.getAndSet(null);
        return there != null ? there : new SealCipher();
    }

    void giveBack(SealCipher cipher) {
        spare.set(cipher);
    }
}
