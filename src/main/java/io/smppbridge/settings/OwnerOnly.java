package io.smppbridge.settings;

import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Rights to make a file or a directory with, that only its owner may use: 0600 and 0700; none where files have no rights. */
public final class OwnerOnly {
    private OwnerOnly() {}

    public static FileAttribute<?>[] file(Path file) {
        return rights(file, "rw-------");
    }

    public static FileAttribute<?>[] directory(Path directory) {
        return rights(directory, "rwx------");
    }

    private static FileAttribute<?>[] rights(Path at, String rights) {
        return at.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))}
                : new FileAttribute<?>[0];
    }
}
