package io.smppbridge.pipeline;

import io.smppbridge.settings.OwnerOnly;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file beside the journal that says how far the journal has come. A journal that ends before it is an old copy put back: what it holds
 * may have been sent long ago.
 */
@OwnedBy("journal thread")
final class Heartbeat {
    private static final Logger LOG = LoggerFactory.getLogger(Heartbeat.class);
    /** A position and its checksum. */
    private static final int LENGTH = Long.BYTES + Integer.BYTES;

    private static final long EVERY_NANOS = Duration.ofSeconds(10).toNanos();

    private final Path file;
    private long told;
    private long next;
    private boolean complained;

    Heartbeat(Path directory) {
        this.file = directory.resolve("heartbeat");
    }

    /** Position of the last record that had been forced when the file was last written; empty when there is none, or it cannot be made out. */
    OptionalLong read() {
        try {
            if (!Files.exists(file)) {
                return OptionalLong.empty();
            }
            byte[] content = Files.readAllBytes(file);
            if (content.length == 0) { // as after a power cut
                return OptionalLong.empty();
            }
            if (content.length != Long.BYTES && !isChecked(content)) {
                LOG.warn(
                        "{} is not as this version leaves it, so nothing tells whether this journal is an old copy; it is written anew",
                        file);
                return OptionalLong.empty();
            }
            return OptionalLong.of(ByteBuffer.wrap(content).getLong());
        } catch (IOException e) {
            LOG.warn("{} cannot be read: {}", file, e.toString());
            return OptionalLong.empty();
        }
    }

    /** What earlier versions wrote has no checksum, and nothing behind the position. */
    private static boolean isChecked(byte[] content) {
        return content.length >= LENGTH && ByteBuffer.wrap(content).getInt(Long.BYTES) == check(content);
    }

    private static int check(byte[] content) {
        CRC32C crc = new CRC32C();
        crc.update(content, 0, Long.BYTES);
        return (int) crc.getValue();
    }

    /** Notes a forced position now and then. Not forced itself: an older note only warns less. */
    void beat(long forcedPosition, long nowNanos) {
        if (forcedPosition == told || nowNanos - next < 0 && told != 0) {
            return;
        }
        next = nowNanos + EVERY_NANOS;
        told = forcedPosition;
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(
                file, EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OwnerOnly.file(file))) {
            ByteBuffer content = ByteBuffer.allocate(LENGTH).putLong(forcedPosition);
            channel.write(content.putInt(check(content.array())).flip(), 0);
        } catch (ClosedByInterruptException e) {
            interrupted = true; // the next one will tell
        } catch (IOException e) {
            if (!complained) {
                complained = true;
                LOG.warn(
                        "{} cannot be written: {}; an old copy of this journal would not be noticed",
                        file,
                        e.toString());
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
