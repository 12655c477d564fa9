package io.smppbridge.bench.classic;

import io.smppbridge.pdulog.RingFile;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.ShortMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The full PDU log: a line for each PDU with its fields, put together by the connection's own thread, then written behind a lock into files
 * like the bridge's own, as large and as many as those are by default. It leaves nothing out.
 */
@ThreadSafe
final class LineLog implements AutoCloseable {
    private static final long FILE = 16L << 20;
    private static final int FILES = 8;

    private final CountedLock lock = new CountedLock();
    private final RingFile file = new RingFile("classic", ".log", new byte[0]);
    private final PduLogConfig limits;
    private long lines;

    LineLog(Path directory) {
        limits = new PduLogConfig(directory, FILE, FILES, Map.of());
    }

    /** A PDU that carries a message. Numbers are shortened and texts only counted, as in the bridge's own log. */
    void submit(StringBuilder line, String connection, boolean out, int sequence, ShortMessage m) throws IOException {
        begin(line, connection, out, "submit_sm", sequence, 0);
        line.append(" service_type=\"").append(m.serviceType()).append('"');
        party(line, "source_addr", m.from());
        party(line, "destination_addr", m.to(0));
        line.append(" esm_class=0x")
                .append(Integer.toHexString(m.esmClass()))
                .append(" protocol_id=")
                .append(m.protocolId())
                .append(" priority_flag=")
                .append(m.priority())
                .append(" schedule_delivery_time=\"")
                .append(m.schedule())
                .append("\" validity_period=\"")
                .append(m.validity())
                .append("\" registered_delivery=0x")
                .append(Integer.toHexString(m.registeredDelivery()))
                .append(" data_coding=")
                .append(m.dataCoding())
                .append(" sm_length=")
                .append(m.octets().length)
                .append(" short_message=\"")
                .append(m.octets().length)
                .append(" octets\"");
        write(line);
    }

    /** A submit_sm_resp. */
    void answer(StringBuilder line, String connection, boolean out, int sequence, int status, String messageId)
            throws IOException {
        begin(line, connection, out, "submit_sm_resp", sequence, status);
        line.append(" message_id=\"").append(messageId).append('"');
        write(line);
    }

    private static void begin(
            StringBuilder line, String connection, boolean out, String command, int sequence, int status) {
        line.setLength(0);
        line.append(Instant.now())
                .append(' ')
                .append(connection)
                .append(out ? " > " : " < ")
                .append(command)
                .append(" sequence=")
                .append(sequence)
                .append(" status=0x")
                .append(Integer.toHexString(status));
    }

    private static void party(StringBuilder line, String name, Party party) {
        String number = party.number();
        line.append(' ').append(name).append("_ton=").append(party.ton());
        line.append(' ').append(name).append("_npi=").append(party.npi());
        line.append(' ').append(name).append("=\"").append(number, 0, Math.min(3, number.length()));
        line.append("xxx\"");
    }

    private void write(StringBuilder line) throws IOException {
        byte[] octets = line.append('\n').toString().getBytes(StandardCharsets.ISO_8859_1);
        lock.take();
        try {
            file.write(octets, limits, TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
            lines++;
        } finally {
            lock.release();
        }
    }

    /** What has been noted reaches the file. */
    void flush() throws IOException {
        lock.take();
        try {
            file.flush();
        } finally {
            lock.release();
        }
    }

    long locksTaken() {
        return lock.taken();
    }

    long lines() {
        lock.take();
        try {
            return lines;
        } finally {
            lock.release();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
