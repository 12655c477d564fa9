package io.smppbridge.bench.classic;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.PduWriter;
import io.smppbridge.wire.ShortMessage;
import io.smppbridge.wire.Status;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A client's connection and the thread that belongs to it: reads what has come, stores it, hands it on, answers it, and all of that with
 * one force, one lock and one write for what one read has brought.
 */
@OwnedBy("its thread")
final class Incoming implements Runnable {
    private final Socket socket;
    private final String name;
    private final Shared shared;
    private final ByteBuf answers = Unpooled.buffer(4096);
    private final ByteBuf records = Unpooled.buffer(4096);
    private final List<Submission> messages = new ArrayList<>();
    private final List<Integer> sequences = new ArrayList<>();
    private final StringBuilder line = new StringBuilder(500);

    Incoming(Socket socket, String name, Shared shared) {
        this.socket = socket;
        this.name = name;
        this.shared = shared;
    }

    @Override
    public void run() {
        try (socket) {
            BlockingFrames frames = new BlockingFrames(socket.getInputStream(), shared.calls());
            OutputStream out = socket.getOutputStream();
            boolean bound = true;
            while (bound) {
                frames.fill();
                while (frames.next()) {
                    bound &= take(frames);
                }
                settle();
                if (answers.isReadable()) {
                    shared.calls().increment();
                    out.write(answers.array(), 0, answers.readableBytes());
                    answers.clear();
                }
            }
        } catch (IOException e) {
            // The client has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean take(BlockingFrames frames) throws IOException {
        int command = frames.command();
        int sequence = frames.sequence();
        try {
            switch (command) {
                case Command.SUBMIT_SM -> submit(frames);
                case Command.BIND_TRANSMITTER, Command.BIND_RECEIVER, Command.BIND_TRANSCEIVER -> {
                    BindRequest bind = BindRequest.read(frames.body());
                    PduWriter.bound(answers, command, sequence, "classic", bind.version());
                }
                case Command.ENQUIRE_LINK, Command.UNBIND ->
                    PduWriter.bare(answers, Command.responseTo(command), Status.ROK, sequence);
                default -> PduWriter.bare(answers, Command.GENERIC_NACK, Status.RINVCMDID, sequence);
            }
        } catch (MalformedBody e) {
            PduWriter.bare(answers, Command.responseTo(command), e.status(), sequence);
        } catch (Refused e) {
            PduWriter.bare(answers, Command.responseTo(command), e.status(), sequence);
        }
        return command != Command.UNBIND;
    }

    private void submit(BlockingFrames frames) throws MalformedBody, Refused, IOException {
        ShortMessage message = ShortMessage.submit(frames.body());
        if (shared.log().isPresent()) {
            shared.log().get().submit(line, name, false, frames.sequence(), message);
        }
        Submission submission = shared.duties().read(message);
        messages.add(submission);
        sequences.add(frames.sequence());
        Records.accepted(records, submission);
    }

    /** Stores, hands on and answers what has been read. */
    private void settle() throws IOException, InterruptedException {
        if (messages.isEmpty()) {
            return;
        }
        shared.journal().accepted(records);
        records.clear();
        shared.duties().opened(messages);
        shared.queue().put(messages);
        for (int i = 0; i < messages.size(); i++) {
            String id = Long.toHexString(messages.get(i).id());
            PduWriter.named(answers, Command.responseTo(Command.SUBMIT_SM), sequences.get(i), id);
            if (shared.log().isPresent()) {
                shared.log().get().answer(line, name, true, sequences.get(i), Status.ROK, id);
            }
        }
        messages.clear();
        sequences.clear();
    }
}
