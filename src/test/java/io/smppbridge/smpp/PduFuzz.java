package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A carrier connection's reader on a stream that is given to it; counts what it made of it. Also a target for a fuzzer. */
@OwnedBy("the test")
public final class PduFuzz {
    private static final PduFuzz TARGET = new PduFuzz(false);
    private static final PduFuzz NETTY_TARGET = new PduFuzz(true);

    private static final int READ = 4096;

    private final boolean overNetty;
    private final CorkedWriter writer = new CorkedWriter(Ticker.SYSTEM, PduTap.NONE.link("test"));
    /** One for all streams, so that it complains as seldom as in one long connection. */
    private final Inbound inbound =
            new Inbound(new AnyBind(), new Last(), writer, new PduTrace("fuzz"), PduTap.NONE.link("test"));
    /** Sequence number of the last response told; 0 for none. */
    int told;
    /** Responses to 99 with the message_id "next". */
    int nexts;

    int answers;
    int deliveries;

    PduFuzz(boolean overNetty) {
        this.overNetty = overNetty;
        writer.connectTo(OutputStream.nullOutputStream());
    }

    /** What Jazzer calls. */
    public static void fuzzerTestOneInput(byte[] stream) {
        judge(TARGET.read(new ByteArrayInputStream(stream)));
        judge(NETTY_TARGET.read(new ByteArrayInputStream(stream)));
    }

    private static void judge(String why) {
        if (!why.contains("the SMSC closed the connection") && !why.contains("command_length")) {
            throw new AssertionError(why);
        }
    }

    /** Reads it all. @return why the reading ended */
    String read(InputStream stream) {
        told = 0;
        nexts = 0;
        answers = 0;
        deliveries = 0;
        return overNetty ? readOverNetty(stream) : readOverJsmpp(stream);
    }

    private String readOverNetty(InputStream stream) {
        String[] why = {"the SMSC closed the connection"};
        NettyReader reader = new NettyReader(
                Ticker.SYSTEM,
                new NettyReader.Sink() {
                    @Override
                    public void connected() {}

                    @Override
                    public void pdu(byte[] buffer, int at, int length, long readNanos) {
                        inbound.pdu(buffer, at, length, readNanos);
                    }

                    @Override
                    public void badLength(int length, int sequence) {
                        why[0] = "command_length";
                    }

                    @Override
                    public void turnOver() {}

                    @Override
                    public void broken(Throwable cause) {
                        why[0] = "broken: " + cause;
                    }

                    @Override
                    public void ended() {}

                    @Override
                    public void gone() {}
                },
                false);
        EmbeddedChannel channel = new EmbeddedChannel(reader);
        try {
            byte[] piece = new byte[READ];
            for (int read = stream.read(piece); read >= 0; read = stream.read(piece)) {
                channel.writeInbound(Unpooled.copiedBuffer(piece, 0, read));
            }
            return why[0];
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    private String readOverJsmpp(InputStream stream) {
        GuardedReader reader = new GuardedReader(Ticker.SYSTEM, new GuardedReader.Sink() {
            @Override
            public void reading() {}

            @Override
            public void pdu(byte[] buffer, int at, int length, long readNanos) {
                inbound.pdu(buffer, at, length, readNanos);
            }

            @Override
            public void badLength(int length, int sequence) {}

            @Override
            public void ended(IOException why) {}
        });
        reader.connectTo(stream);
        try {
            reader.readPDUHeader(new DataInputStream(new ByteArrayInputStream(NONE)));
            return "returned";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private final class Last implements ConnectorListener {
        @Override
        public void bound(String smscSystemId, int interfaceVersion) {}

        @Override
        public void answered(int sequence, int commandStatus, String messageId, long readNanos) {
            told = sequence;
            answers++;
            if (sequence == 99 && messageId.equals("next")) {
                nexts++;
            }
            if (messageId.length() > 255) {
                throw new AssertionError("a message_id of " + messageId.length() + " octets");
            }
        }

        @Override
        public void linkAlive(long readNanos) {}

        @Override
        public void delivered(Delivery delivery) {
            deliveries++;
            if (delivery.octets().length >= 300) {
                throw new AssertionError("octets of " + delivery.octets().length);
            }
        }

        @Override
        public void unbindRequested() {}

        @Override
        public void closed(CloseCause cause, int commandStatus, String detail) {}
    }

    private static final class AnyBind implements Inbound.Bind {
        @Override
        public String name() {
            return "fuzz";
        }

        @Override
        public int announces() {
            return 0x50;
        }

        @Override
        public boolean mayReceive() {
            return true;
        }

        @Override
        public boolean bindAnswered(int sequence, int status, String systemId, int interfaceVersion) {
            return true;
        }

        @Override
        public boolean ownRequestRefused(int sequence, int status, long readNanos) {
            return false;
        }

        @Override
        public boolean operationAnswered(int sequence, OperationAnswer.Said said) {
            return false;
        }

        @Override
        public void submitAnswered(int sequence) {}

        @Override
        public void unbindAsked() {}

        @Override
        public void unbindAnswered() {}

        @Override
        public void writeFailed(IOException why) {}
    }
}
