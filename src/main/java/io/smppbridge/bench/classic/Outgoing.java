package io.smppbridge.bench.classic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.journal.FlightLog;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.Status;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A connection to the SMSC and the two threads that belong to it: one takes messages from the queue, as many as its window has room for, and
 * writes them at once; the other reads the answers, writes them down and makes room.
 */
@OwnedBy("its two threads: what only one of them uses says so")
final class Outgoing {
    private static final int VERSION_34 = 0x34;

    private final String name;
    private final int size;
    private final Shared shared;
    private final SendWindow window;
    private final FlightLog flights;
    private final Socket socket;
    private final BlockingFrames frames;
    private final OutputStream out;
    private final Consumer<String> broken;

    /** Connects and binds. */
    Outgoing(ClassicConfig config, String name, Shared shared, Consumer<String> broken) throws IOException {
        this.name = name;
        this.size = config.window();
        this.shared = shared;
        this.window = new SendWindow(config.window());
        this.broken = broken;
        int notes = Math.max(2, Integer.highestOneBit(2 * config.window() - 1) << 1);
        flights = FlightLog.create(config.journal().resolveSibling("classic-flights"), name, notes, 1);
        socket = new Socket("127.0.0.1", config.smscPort());
        socket.setTcpNoDelay(true);
        frames = new BlockingFrames(socket.getInputStream(), shared.calls());
        out = socket.getOutputStream();
        bind();
    }

    private void bind() throws IOException {
        ByteBuf pdu = Unpooled.buffer();
        int at = begin(pdu, Command.BIND_TRANSCEIVER, 1);
        text(pdu, "classic");
        text(pdu, "classic");
        text(pdu, "");
        pdu.writeByte(VERSION_34).writeZero(2);
        text(pdu, "");
        end(pdu, at);
        out.write(pdu.array(), 0, pdu.readableBytes());
        do {
            frames.fill();
        } while (!frames.next());
        if (frames.status() != Status.ROK) {
            throw new IOException("the SMSC refuses the bind with 0x" + Integer.toHexString(frames.status()));
        }
    }

    void start() {
        NamedThreads.single(name, () -> guarded(this::send)).start();
        NamedThreads.single(name + "-answers", () -> guarded(this::read)).start();
    }

    /** One of the two loops. */
    private interface Work {
        void run() throws IOException, InterruptedException, MalformedBody;
    }

    private void guarded(Work work) {
        try (socket) {
            work.run();
        } catch (IOException | MalformedBody e) {
            broken.accept(name + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send() throws IOException, InterruptedException {
        List<Submission> batch = new ArrayList<>();
        int[] sequences = new int[size];
        int[] notes = new int[size];
        ByteBuf pdus = Unpooled.buffer(4096);
        StringBuilder line = new StringBuilder(500);
        while (true) {
            shared.queue().take(batch, window.awaitRoom());
            long nowMs = System.currentTimeMillis();
            expire(batch, nowMs);
            for (int i = 0; i < batch.size(); i++) {
                notes[i] = flights.sent(batch.get(i).id(), 0, 1, nowMs);
            }
            window.open(batch, notes, sequences);
            shared.duties().submitting(batch.size());
            for (int i = 0; i < batch.size(); i++) {
                ShortMessage message = batch.get(i).message();
                submit(pdus, sequences[i], batch.get(i));
                if (shared.log().isPresent()) {
                    shared.log().get().submit(line, name, true, sequences[i], message);
                }
            }
            if (!batch.isEmpty()) {
                shared.calls().increment();
                out.write(pdus.array(), 0, pdus.readableBytes());
            }
            pdus.clear();
            batch.clear();
        }
    }

    /** Ends those that are worth sending no more. */
    private void expire(List<Submission> batch, long nowMs) throws IOException, InterruptedException {
        List<Submission> expired = List.of();
        for (int i = batch.size() - 1; i >= 0; i--) {
            if (batch.get(i).expiresMs() <= nowMs) {
                expired = expired.isEmpty() ? new ArrayList<>() : expired;
                expired.add(batch.remove(i));
            }
        }
        if (!expired.isEmpty()) {
            ByteBuf records = Unpooled.buffer();
            for (Submission submission : expired) {
                Records.ended(records, submission, MessageState.EXPIRED, nowMs, "");
            }
            shared.journal().outcomes(records, expired.size());
            shared.duties().ended(expired, MessageState.EXPIRED);
        }
    }

    private void read() throws IOException, InterruptedException, MalformedBody {
        int[] sequences = new int[size];
        int[] notes = new int[size];
        long[] sent = new long[size];
        List<Submission> ended = new ArrayList<>();
        ByteBuf records = Unpooled.buffer(4096);
        List<String> ids = new ArrayList<>();
        StringBuilder line = new StringBuilder(200);
        while (true) {
            frames.fill();
            while (frames.next()) {
                if (frames.command() != Command.responseTo(Command.SUBMIT_SM)) {
                    continue;
                }
                String id = frames.status() == Status.ROK ? frames.body().text() : "";
                if (shared.log().isPresent()) {
                    shared.log().get().answer(line, name, false, frames.sequence(), frames.status(), id);
                }
                sequences[ids.size()] = frames.sequence();
                ids.add(id);
            }
            if (ids.isEmpty()) {
                continue;
            }
            window.close(sequences, ids.size(), ended, notes, sent);
            long now = System.nanoTime();
            long nowMs = System.currentTimeMillis();
            for (int i = 0; i < ended.size(); i++) {
                if (ended.get(i) != null) {
                    flights.answered(notes[i], Status.ROK, ids.get(i));
                    shared.duties().taken(now - sent[i]);
                    Records.ended(records, ended.get(i), MessageState.ACCEPTED, nowMs, ids.get(i));
                }
            }
            shared.journal().outcomes(records, ended.size());
            for (int i = 0; i < ended.size(); i++) {
                if (ended.get(i) != null) {
                    flights.free(notes[i]);
                }
            }
            shared.duties().ended(ended, MessageState.ACCEPTED);
            window.free(sequences, ids.size());
            records.clear();
            ended.clear();
            ids.clear();
        }
    }

    private static void submit(ByteBuf pdus, int sequence, Submission submission) {
        ShortMessage m = submission.message();
        OutboundSms sms = submission.sms();
        byte[] octets = submission.part().octets(0);
        int at = begin(pdus, Command.SUBMIT_SM, sequence);
        text(pdus, m.serviceType());
        address(pdus, sms.from());
        address(pdus, sms.to());
        pdus.writeByte(m.esmClass()).writeByte(m.protocolId()).writeByte(m.priority());
        text(pdus, m.schedule());
        text(pdus, m.validity());
        pdus.writeByte(m.registeredDelivery()).writeByte(0).writeByte(m.dataCoding());
        pdus.writeByte(0)
                .writeByte(octets.length)
                .writeBytes(octets)
                .writeBytes(submission.part().tlvs().octets());
        end(pdus, at);
    }

    private static void address(ByteBuf pdus, Address address) {
        pdus.writeByte(address.ton()).writeByte(address.npi());
        text(pdus, address.number());
    }

    private static void text(ByteBuf pdus, String text) {
        pdus.writeCharSequence(text, StandardCharsets.ISO_8859_1);
        pdus.writeByte(0);
    }

    private static int begin(ByteBuf pdus, int command, int sequence) {
        int at = pdus.writerIndex();
        PduWriter.bare(pdus, command, Status.ROK, sequence);
        return at;
    }

    private static void end(ByteBuf pdus, int at) {
        pdus.setInt(at, pdus.writerIndex() - at);
    }

    /** Whether the SMSC owes an answer for too long. */
    boolean isOverdue() {
        return window.isOverdue(shared.duties().answerWithinNanos());
    }

    long locksTaken() {
        return window.locksTaken();
    }
}
