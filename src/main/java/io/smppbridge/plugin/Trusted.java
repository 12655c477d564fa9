package io.smppbridge.plugin;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Optional;

/** Whether only who may change the bridge may change a file: what is loaded from it runs as the bridge does. */
final class Trusted {
    private Trusted() {}

    /** Why not; empty when it may be loaded, also where files have no owners. */
    static Optional<String> fault(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return Optional.empty();
        }
        PosixFileAttributes attributes = view.readAttributes();
        String owner = attributes.owner().getName();
        if (attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
            return Optional.of(file + " can be written by everybody; expected chmod o-w");
        }
        if (!owner.equals("root") && !owner.equals(System.getProperty("user.name"))) {
            return Optional.of(file + " belongs to " + owner + "; expected root, or the user that the bridge runs as");
        }
        return Optional.empty();
    }
}
