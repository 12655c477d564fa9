package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.OwnedBy;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a port remembers for tests: the last submits and the last PDUs, each up to its bound, oldest forgotten first. */
@OwnedBy("smsc-sim")
final class Memory {
    private final String port;
    private final int mostSubmits;
    private final int mostPdus;
    private final Optional<CaptureFile> file;
    private final Optional<MessageLog> log;
    private final ArrayDeque<ReceivedSubmit> submits = new ArrayDeque<>();
    private final ArrayDeque<CapturedPdu> pdus = new ArrayDeque<>();
    /** Forgotten submits. */
    long forgotten;

    Memory(String port, SimulatorConfig config, Optional<CaptureFile> file, Optional<MessageLog> log) {
        this.port = port;
        this.mostSubmits = config.record();
        this.mostPdus = config.capture().ring();
        this.file = file;
        this.log = log;
    }

    boolean keepsSubmits() {
        return mostSubmits > 0 || log.isPresent();
    }

    boolean keepsReceipts() {
        return log.isPresent();
    }

    boolean keepsPdus() {
        return mostPdus > 0 || file.isPresent();
    }

    void submit(ReceivedSubmit submit, Instant at) {
        log.ifPresent(l -> l.submit(port, submit, at));
        if (mostSubmits == 0) {
            return;
        }
        if (submits.size() == mostSubmits) {
            submits.poll();
            forgotten++;
        }
        submits.add(submit);
    }

    /** The ESME has taken a receipt. */
    void receiptTaken(Delivery receipt, Instant at) {
        log.ifPresent(l -> l.receipt(port, receipt, at));
    }

    void pdu(boolean received, long nanos, int bind, ByteBuf buffer, int at, int length) {
        if (mostPdus > 0) {
            byte[] bytes = new byte[length];
            buffer.getBytes(at, bytes);
            if (pdus.size() == mostPdus) {
                pdus.poll();
            }
            pdus.add(new CapturedPdu(received, nanos, port, bind, bytes));
        }
        file.ifPresent(f -> f.add(received, nanos, port, bind, buffer, at, length));
    }

    List<ReceivedSubmit> submits() {
        log.ifPresent(MessageLog::write);
        return new ArrayList<>(submits);
    }

    List<CapturedPdu> pdus() {
        file.ifPresent(CaptureFile::write);
        return new ArrayList<>(pdus);
    }

    void clear() {
        submits.clear();
        pdus.clear();
    }
}
