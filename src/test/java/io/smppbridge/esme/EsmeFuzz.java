package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smppbridge.Address;
import io.smppbridge.TaskId;
import io.smppbridge.pdulog.Meant;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Broadcast;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.FrameDecoder;
import io.smppbridge.wire.FrameSink;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.ShortMessage;
import java.time.Instant;

/** What an ESME sends, read as a session reads it, up to the bridge's own words. Also a target for a fuzzer. */
@OwnedBy("the test")
public final class EsmeFuzz {
    private static final EsmeFuzz TARGET = new EsmeFuzz();
    /** So odd that hardly any mutant will have it. */
    static final int NEXT = 0x5EED1234;

    private static final int LONGEST = 70_000;
    private static final int PIECE = 1_500;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(false);
    private final SubmitReader reader = new SubmitReader(() -> Instant.parse("2026-11-21T01:00:00Z"));
    private final Account account = TranslationTest.anybody();
    /** Requests read whole, and such that were refused. */
    int taken;

    int refused;
    /** enquire_link with the number {@link #NEXT}. */
    int nexts;

    private boolean badLength;

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] stream) {
        TARGET.read(stream, stream.length);
    }

    /** Reads it all, as a connection brings it. @return whether a length that cannot be ended it */
    boolean read(byte[] stream, int octets) {
        taken = 0;
        refused = 0;
        nexts = 0;
        badLength = false;
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAllocator(allocator);
        channel.pipeline().addLast(new FrameDecoder(new Sink(), LONGEST));
        for (int at = 0; at < octets; at += PIECE) {
            int length = Math.min(PIECE, octets - at);
            ByteBuf piece = allocator.heapBuffer(length);
            channel.writeInbound(piece.writeBytes(stream, at, length));
        }
        channel.finishAndReleaseAll();
        long left = allocator.metric().usedHeapMemory() + allocator.metric().usedDirectMemory();
        if (left != 0) {
            throw new AssertionError(left + " octets of buffers were not given back");
        }
        return badLength;
    }

    private void take(int command, BodyReader body) throws MalformedBody, Unfit {
        switch (command) {
            case Command.SUBMIT_SM, Command.DATA_SM, Command.SUBMIT_MULTI -> {
                ShortMessage m =
                        switch (command) {
                            case Command.DATA_SM -> ShortMessage.data(body);
                            case Command.SUBMIT_MULTI -> ShortMessage.multi(body);
                            default -> ShortMessage.submit(body);
                        };
                Meaning.submit(new Meant(), command, m);
                for (int to = 0; to < m.destinations(); to++) {
                    reader.read(m, to, Address.NONE, "", account);
                }
            }
            case Command.BIND_RECEIVER, Command.BIND_TRANSMITTER, Command.BIND_TRANSCEIVER ->
                Meaning.bind(new Meant(), BindRequest.read(body));
            case Command.BROADCAST_SM, Command.QUERY_BROADCAST_SM, Command.CANCEL_BROADCAST_SM ->
                Meaning.broadcast(new Meant(), Broadcast.read(command, body));
            case Command.QUERY_SM, Command.CANCEL_SM, Command.REPLACE_SM -> ask(command, body);
            default -> {} // Has no body, or none that is read.
        }
    }

    private void ask(int command, BodyReader body) throws MalformedBody, Unfit {
        if (command == Command.CANCEL_SM) {
            body.text();
        }
        String id = body.text();
        Meaning.about(new Meant(), id, Party.read(body));
        try {
            TaskId.parse(id);
        } catch (IllegalArgumentException none) {
            // Answered as a message that is not there; the rest is read all the same, here.
        }
        if (command == Command.REPLACE_SM) {
            reader.schedule(body.text());
            String validity = body.text();
            body.octet();
            body.octet();
            ShortMessage.text(body);
            if (!validity.isEmpty()) {
                reader.until(validity);
            }
        }
    }

    private final class Sink implements FrameSink {
        @Override
        public boolean frame(int command, int status, int sequence, BodyReader body) {
            if (command == Command.ENQUIRE_LINK && sequence == NEXT) {
                nexts++;
                return true;
            }
            try {
                body.copyPdu(0, new byte[body.pduLength()], 0, body.pduLength());
                take(command, body);
                taken++;
            } catch (MalformedBody | Unfit no) {
                refused++;
            }
            return true;
        }

        @Override
        public void badLength(long announced, int sequence) {
            badLength = true;
        }
    }
}
