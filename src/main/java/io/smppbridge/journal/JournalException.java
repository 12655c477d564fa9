package io.smppbridge.journal;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

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
        /** The disk has failed: a journal in use refuses everything from now on, and the process must end; a start is worth another try. */
        FAILED,
        /** It has been closed: whoever still writes comes too late, and nothing of that is in it. */
        CLOSED
    }

    private static final String DIRECTORY = "Is a directory";

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
        return unusable(disk.describe(), e);
    }

    static JournalException unusable(String what, IOException e) {
        Kind kind = kind(e);
        String remedy =
                switch (kind) {
                    case NO_SPACE -> "make space on this disk";
                    case NOT_WRITABLE -> inTheWay(e);
                    default ->
                        e instanceof ClosedByInterruptException
                                ? "the thread that starts was interrupted: start again on one that is not"
                                : "check the disk, then start again";
                };
        return new JournalException(kind, what + ": " + e + "; " + remedy, e);
    }

    private static String inTheWay(IOException e) {
        if (e instanceof NotDirectoryException) {
            return "a directory belongs there: move the file away";
        }
        boolean directory = String.valueOf(e.getMessage()).contains(DIRECTORY);
        return directory ? "a file belongs there: move the directory away" : "check owner and mode";
    }

    /** What a refused call means: only what lasts until somebody sets it right is NOT_WRITABLE, a disk that fails may be well at the next start. */
    static Kind kind(IOException e) {
        String said = String.valueOf(e.getMessage());
        boolean set = e instanceof AccessDeniedException
                || e instanceof NoSuchFileException
                || e instanceof NotDirectoryException
                || said.contains("Operation not permitted")
                || said.contains("File name too long")
                || said.contains(DIRECTORY)
                || said.contains("Read-only file system");
        return said.contains("No space left") ? Kind.NO_SPACE : set ? Kind.NOT_WRITABLE : Kind.FAILED;
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
