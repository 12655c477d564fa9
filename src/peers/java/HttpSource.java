import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One thread, many kept-alive connections, each with one request on its way. A server that closes one gets a new one. */
final class HttpSource implements Load.Source {
    private static final int VARIANTS = 64;
    private static final int LARGEST_ANSWER = 16 * 1024;
    private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final Pattern LENGTH = Pattern.compile("\r\ncontent-length: *(\\d+)");

    private final List<byte[]> requests = new ArrayList<>();
    private Course course;
    private Selector selector;
    private int port;
    private int next;

    @Override
    public void start(Load load) throws Exception {
        course = load.course;
        port = load.number("port");
        String request = new String(Load.request(load.text("request")), StandardCharsets.UTF_8);
        for (int i = 10; i < 10 + VARIANTS; i++) {
            requests.add(request.replace("##", Integer.toString(i)).getBytes(StandardCharsets.UTF_8));
        }
        selector = Selector.open();
        for (int i = 0; i < load.number("connections"); i++) {
            new Connection().open();
        }
        Load.daemon(this::turns);
    }

    private void turns() {
        try {
            while (true) {
                selector.select(key -> ((Connection) key.attachment()).readable(), 100);
            }
        } catch (IOException | RuntimeException e) {
            course.broke(e.toString());
        }
    }

    private final class Connection {
        private final ByteBuffer answer = ByteBuffer.allocate(LARGEST_ANSWER);
        private SocketChannel channel;
        private int status;
        private int end;
        private long sentAt;
        private boolean waiting;

        void open() throws IOException {
            channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
            send();
        }

        private void send() throws IOException {
            if (!course.goesOn()) {
                return;
            }
            next = (next + 1) % VARIANTS;
            answer.clear();
            end = 0;
            waiting = true;
            course.sent(1);
            sentAt = System.nanoTime();
            ByteBuffer request = ByteBuffer.wrap(requests.get(next));
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        void readable() {
            try {
                if (channel.read(answer) < 0) {
                    channel.close();
                    if (waiting) {
                        waiting = false;
                        course.answered(sentAt, false);
                    }
                    if (course.goesOn()) {
                        open();
                    }
                    return;
                }
                if (waiting && isWhole()) {
                    waiting = false;
                    course.answered(sentAt, status / 100 == 2);
                    send();
                }
            } catch (IOException e) {
                course.broke(e.toString());
            }
        }

        /** Whether head and body are there. Chunks are not taken apart: nothing follows the last one. */
        private boolean isWhole() {
            if (end == 0) {
                String text = new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1);
                int head = text.indexOf("\r\n\r\n");
                if (head < 0) {
                    return false;
                }
                status = Integer.parseInt(text.substring(9, 12));
                Matcher length = LENGTH.matcher(text.substring(0, head).toLowerCase(Locale.ROOT));
                end = length.find() ? head + 4 + Integer.parseInt(length.group(1)) : -1;
            }
            return end > 0 ? answer.position() >= end : endsWithLastChunk();
        }

        private boolean endsWithLastChunk() {
            for (int i = 1; i <= LAST_CHUNK.length; i++) {
                if (answer.position() < i || answer.get(answer.position() - i) != LAST_CHUNK[LAST_CHUNK.length - i]) {
                    return false;
                }
            }
            return true;
        }
    }
}
