package io.smppbridge.journal;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * One directory of files, as the journal sees it: small enough to be played in memory, with crashes. {@link FileDisk} is the real one.
 *
 * <p>Names are plain file names in that directory. Creating, renaming and deleting survive a power loss only after {@link #syncDirectory}.
 */
public interface Disk {
    /** Says where this is, for complaints: a path. */
    String describe();

    /** An open file to read from; the file must exist. */
    DiskFile openToRead(String name) throws IOException;

    /** An open file to write to; the file must exist. */
    DiskFile openToWrite(String name) throws IOException;

    /** Makes an empty file, emptying an existing one, readable by its owner only. */
    DiskFile create(String name) throws IOException;

    /** Gives a file another name, replacing what had it, in one step. */
    void rename(String from, String to) throws IOException;

    void delete(String name) throws IOException;

    /** All file names, in no order. */
    List<String> list() throws IOException;

    /** Makes what was created, renamed and deleted so far survive a power loss. */
    void syncDirectory() throws IOException;

    /**
     * What tells the file that has this name from any other that exists: equal as long as it is the same one, whatever it is called. Empty where
     * the disk does not say.
     *
     * @throws java.nio.file.NoSuchFileException when none has it
     */
    default Optional<Object> identity(String name) throws IOException {
        return Optional.empty();
    }

    /** Octets that may still be allocated. */
    long usableSpace() throws IOException;

    /** Octets of the whole disk. */
    long totalSpace() throws IOException;

    /** Takes the directory for this process until the answer is closed or the process ends in any way; empty when somebody else has it. */
    Optional<AutoCloseable> lock(String name) throws IOException;

    /** Whether what was taken is still this process's, also where somebody has removed what said so. For who took it. */
    default boolean keepsLock() throws IOException {
        return true;
    }
}
