package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Appends PDUs to a file in the form that {@link CapturedPdu#read} reads. A file that cannot be written ends the capture, not the run. */
@OwnedBy("smsc-sim")
final class CaptureFile implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CaptureFile.class);

    private final FileChannel file;
    private final Path path;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4 * Smpp.LONGEST);
    private boolean broken;

    CaptureFile(Path path) throws IOException {
        this.path = path;
        file = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    void add(boolean received, long nanos, String port, int bind, ByteBuf pdu, int at, int length) {
        if (broken) {
            return;
        }
        byte[] name = port.getBytes(StandardCharsets.US_ASCII);
        int rest = 14 + name.length + length;
        if (buffer.remaining() < rest + 4) {
            write();
        }
        if (rest + 4 > buffer.capacity()) {
            return;
        }
        buffer.putInt(rest).put((byte) (received ? 'R' : 'S')).putLong(nanos).putInt(bind);
        buffer.put((byte) name.length).put(name);
        int limit = buffer.limit();
        buffer.limit(buffer.position() + length);
        pdu.getBytes(at, buffer);
        buffer.limit(limit);
    }

    void write() {
        try {
            buffer.flip();
            while (!broken && buffer.hasRemaining()) {
                file.write(buffer);
            }
        } catch (IOException e) {
            broken = true;
            LOG.warn(
                    "capture ends: {} cannot be written ({}); free space or choose another capture-file",
                    path,
                    e.toString());
        }
        buffer.clear();
    }

    @Override
    public void close() {
        write();
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("capture file {} not closed: {}", path, e.toString());
        }
    }
}
