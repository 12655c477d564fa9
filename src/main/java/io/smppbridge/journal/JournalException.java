package io.smppbridge.journal;

import java.io.IOException;

/** Something the journal cannot or will not do. The text names the file, the offset where it is known, and what to do. */
public final class JournalException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What kind of trouble, for exit codes and answers to callers. */
    public enum Kind {
        /** Another process has the directory. */
        LOCKED,
        /** The files are not what was written. Nothing has been changed. */
        DAMAGED,
        /** Written by a version this one does not know. Nothing has been changed. */
        FOREIGN_VERSION,
        /** A key that opens a segment is missing, or another one has its name. Nothing has been changed. */
        KEY,
        /** No segment can be had; the record was not taken, what was appended before it stands. */
        NO_SPACE,
        /** Looked at from outside, while its bridge dropped of it what was being read: another time it can be. */
        IN_MOTION,
        /** The directory cannot be used. */
        NOT_WRITABLE,
        /** A write or a force has failed: the journal refuses everything from now on, and the process must end. */
        FAILED,
        /** It has been closed: whoever still writes comes too late, and nothing of that is in it. */
        CLOSED
    }

    private final Kind kind;

    JournalException(Kind kind, String message) {
        this(kind, message, null);
    }

    JournalException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** What kind of trouble. */
    public Kind kind() {
        return kind;
    }

    static JournalException unusable(Disk disk, IOException e) {
        boolean full = String.valueOf(e.getMessage()).contains("No space left");
        return new JournalException(
                full ? Kind.NO_SPACE : Kind.NOT_WRITABLE,
                disk.describe() + ": " + e + (full ? "; make space on this disk" : "; check owner, mode and disk"),
                e);
    }

    static JournalException damaged(String file, long offset, String what) {
        return new JournalException(
                Kind.DAMAGED,
                file + ", offset " + offset + ": " + what
                        + "; nothing was changed. Copy the directory aside, then look with: bridge journal verify");
    }

    /** A record that is as it was written, and that whoever it was shown to cannot make out. */
    static JournalException foreign(String file, long offset, int type, RuntimeException why) {
        return new JournalException(
                Kind.FOREIGN_VERSION,
                file + ", offset " + offset + ": this version cannot read the record, which is of type " + type
                        + " and as it was written (" + why
                        + "); nothing was changed. Start the version that wrote it, or a newer one",
                why);
    }
}
