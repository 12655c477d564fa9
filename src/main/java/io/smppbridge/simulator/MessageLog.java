package io.smppbridge.simulator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.smppbridge.threads.OwnedBy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes each submit, and each receipt that an ESME has taken, as a line of JSON in the form that {@code ./bridge audit} reads. Lines go to the
 * file whole, many at once, after those that it holds. A file that cannot be written ends the log, not the run.
 */
@OwnedBy("smsc-sim")
final class MessageLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MessageLog.class);
    private static final JsonFactory JSON = new JsonFactory();
    private static final int BUFFER = 1 << 16;
    private static final int REFERENCE_OF_8 = 0x00;
    private static final int REFERENCE_OF_16 = 0x08;
    private static final int SAR_REFERENCE = 0x020C;
    private static final int SAR_TOTAL = 0x020E;
    private static final int SAR_NUMBER = 0x020F;

    private Path path;
    private OutputStream file;
    /** Whole lines that are not in the file yet. */
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream(BUFFER);

    private JsonGenerator json;
    private boolean broken;

    MessageLog(Path path) throws IOException {
        open(path, StandardOpenOption.APPEND);
        if (endsInsideALine(path)) {
            lines.write('\n');
        }
    }

    private void open(Path newPath, StandardOpenOption how) throws IOException {
        path = newPath;
        file = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how);
        json = JSON.createGenerator(lines).setRootValueSeparator(null);
        json.disable(JsonGenerator.Feature.FLUSH_PASSED_TO_STREAM);
    }

    /** As the file of a run does that was killed, or whose disk was full. */
    private static boolean endsInsideALine(Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (RandomAccessFile end = new RandomAccessFile(path.toFile(), "r")) {
            end.seek(Math.max(0, end.length() - 1));
            int last = end.read();
            return last >= 0 && last != '\n';
        }
    }

    /** From here on the lines go to another file, which is made anew. */
    void turn(Path newPath) throws IOException {
        close();
        open(newPath, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** What a line holds between type and end. */
    private interface Fields {
        void write() throws IOException;
    }

    void submit(String port, ReceivedSubmit submit, Instant at) {
        line("submit", port, at, () -> {
            json.writeNumberField("bind", submit.bind());
            json.writeStringField("from", submit.source().address());
            json.writeStringField("to", submit.destination().address());
            part(submit);
            if (submit.isBinary()) {
                byte[] octets = submit.payload();
                int from = headerOf(submit, octets);
                json.writeFieldName("binary");
                json.writeBinary(octets, from, octets.length - from);
            } else {
                json.writeStringField("text", submit.text());
            }
            json.writeNumberField("status", submit.status());
            json.writeStringField("messageId", submit.messageId());
        });
    }

    void receipt(String port, Delivery receipt, Instant at) {
        line("receipt", port, at, () -> {
            json.writeStringField("to", receipt.number());
            json.writeStringField("messageId", receipt.about);
            json.writeStringField("state", receipt.says.name());
        });
    }

    private static int headerOf(ReceivedSubmit submit, byte[] octets) {
        boolean has = (submit.esmClass() & Smpp.ESM_UDHI) != 0 && octets.length > 0;
        return has ? Math.min(octets.length, 1 + (octets[0] & 0xFF)) : 0;
    }

    /** Reference, number of parts and place, from the header or the three sar_ TLVs. */
    private void part(ReceivedSubmit submit) throws IOException {
        byte[] octets = submit.payload();
        int end = headerOf(submit, octets);
        for (int at = 1; at + 1 < end; at += 2 + (octets[at + 1] & 0xFF)) {
            int length = octets[at + 1] & 0xFF;
            boolean wide = octets[at] == REFERENCE_OF_16 && length == 4;
            if (at + 2 + length <= end && (wide || octets[at] == REFERENCE_OF_8 && length == 3)) {
                int last = at + 2 + length;
                int reference = wide ? (octets[at + 2] & 0xFF) << 8 | octets[at + 3] & 0xFF : octets[at + 2] & 0xFF;
                part(reference, octets[last - 2] & 0xFF, octets[last - 1] & 0xFF);
                return;
            }
        }
        int total = number(submit, SAR_TOTAL);
        if (total > 1) {
            part(number(submit, SAR_REFERENCE), total, number(submit, SAR_NUMBER));
        }
    }

    private void part(int reference, int total, int number) throws IOException {
        json.writeNumberField("ref", reference);
        json.writeNumberField("parts", total);
        json.writeNumberField("part", number);
    }

    private static int number(ReceivedSubmit submit, int tag) {
        int value = 0;
        for (byte octet : submit.tlvs().getOrDefault(tag, new byte[0])) {
            value = value << 8 | octet & 0xFF;
        }
        return value;
    }

    private void line(String type, String port, Instant at, Fields fields) {
        if (broken) {
            return;
        }
        try {
            json.writeStartObject();
            json.writeStringField("type", type);
            json.writeStringField("smsc", port);
            json.writeStringField("at", at.toString());
            fields.write();
            json.writeEndObject();
            json.writeRaw('\n');
            json.flush();
        } catch (IOException e) {
            end(e);
        }
        if (lines.size() >= BUFFER) {
            write();
        }
    }

    void write() {
        try {
            if (!broken && lines.size() > 0) {
                lines.writeTo(file);
            }
            lines.reset();
        } catch (IOException e) {
            end(e);
        }
    }

    private void end(IOException why) {
        broken = true;
        LOG.warn(
                "message log ends: {} cannot be written ({}); free space or choose another message-log",
                path,
                why.toString());
    }

    @Override
    public void close() {
        write();
        try {
            file.close();
        } catch (IOException e) {
            LOG.warn("message log {} not closed: {}", path, e.toString());
        }
    }
}
