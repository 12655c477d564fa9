import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** A thread a bind; submit_sm copied from a template, the window always full. Octets by hand, so that it measures no codec. */
final class SmppSource implements Load.Source {
    private static final int BIND_TRANSCEIVER = 0x09;
    private static final int SUBMIT_SM = 0x04;
    private static final int ENQUIRE_LINK = 0x15;
    private static final int RESPONSE = 0x80000000;
    private static final int HEADER = 16;
    private static final int BUFFER = 1 << 20;
    private static final int TIMES = 1 << 14;

    private Course course;
    private int port;
    private int window;

    @Override
    public void start(Load load) throws IOException {
        course = load.course;
        port = load.number("port");
        window = load.number("window");
        for (int i = 0; i < load.number("connections"); i++) {
            Bind bind = new Bind();
            Load.daemon(bind::turns);
        }
    }

    private static ByteBuffer pdu(int command, Object... fields) {
        ByteBuffer pdu =
                ByteBuffer.allocate(512).putInt(0).putInt(command).putInt(0).putInt(1);
        for (Object field : fields) {
            if (field instanceof String text) {
                pdu.put(text.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
            } else {
                pdu.put(((Integer) field).byteValue());
            }
        }
        return pdu.putInt(0, pdu.position()).flip();
    }

    private static byte[] template() {
        ByteBuffer fields =
                pdu(SUBMIT_SM, "", 5, 0, "Acme", 1, 1, "46700000000", 0, 0, 0, "", "", 0, 0, 0, 0, Load.TEXT.length());
        ByteBuffer whole = ByteBuffer.allocate(fields.remaining() + Load.TEXT.length());
        whole.put(fields).put(Load.TEXT.getBytes(StandardCharsets.US_ASCII)).putInt(0, whole.capacity());
        return whole.array();
    }

    private final class Bind {
        private final SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
        private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER);
        private final long[] times = new long[TIMES];
        private final byte[] template = template();
        private int sequence = 1;

        Bind() throws IOException {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        void turns() {
            try {
                out.put(pdu(BIND_TRANSCEIVER, "bench", "bench", "", 0x34, 0, 0, ""));
                flush();
                while (channel.read(in) >= 0) {
                    in.flip();
                    int room = 0;
                    while (in.remaining() >= HEADER && in.remaining() >= in.getInt(in.position())) {
                        room += read(in.position());
                        in.position(in.position() + in.getInt(in.position()));
                    }
                    in.compact();
                    if (course.goesOn()) {
                        submit(room);
                    }
                    flush();
                }
                course.broke("the other side has closed a connection");
            } catch (IOException e) {
                course.broke(e.toString());
            }
        }

        /** How many more may be sent after it. */
        private int read(int at) throws IOException {
            int command = in.getInt(at + 4);
            int status = in.getInt(at + 8);
            if (command == (BIND_TRANSCEIVER | RESPONSE)) {
                if (status != 0) {
                    throw new IOException("the bind was refused with status " + status);
                }
                return window;
            }
            if (command == (SUBMIT_SM | RESPONSE)) {
                course.answered(times[in.getInt(at + 12) & TIMES - 1], status == 0);
                return 1;
            }
            if (command == ENQUIRE_LINK) {
                out.putInt(HEADER).putInt(command | RESPONSE).putInt(0).putInt(in.getInt(at + 12));
            }
            return 0;
        }

        private void submit(int messages) {
            long now = System.nanoTime();
            course.sent(messages);
            for (int i = 0; i < messages; i++) {
                int at = out.position();
                sequence = sequence + 1 & Integer.MAX_VALUE;
                times[sequence & TIMES - 1] = now;
                out.put(template).putInt(at + 12, sequence);
            }
        }

        private void flush() throws IOException {
            out.flip();
            while (out.hasRemaining()) {
                channel.write(out);
            }
            out.clear();
        }
    }
}
