package io.smppbridge.http;

import io.smppbridge.http.Gate.Verdict;
import io.smppbridge.http.HttpOptions.Deadlines;
import io.smppbridge.http.HttpOptions.Sizes;
import io.smppbridge.http.Router.Access;
import io.smppbridge.loops.MiddleOfTurn;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** A server with a few routes on a free port, and raw sockets to it. */
final class Listener implements AutoCloseable {
    static final HttpOptions OPTIONS =
            with(5_000, Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(10));

    /** Octets of an answer that no socket's buffers hold. */
    static final int BIG = 16 << 20;

    /** Octets of an answer of which a socket's buffers hold some. */
    static final int LARGE = 64 << 10;

    /** How many of these were asked for. */
    final AtomicInteger large = new AtomicInteger();

    /** The event loop that has been asked for {@code /held} stands until it is let go. */
    final CountDownLatch held = new CountDownLatch(1);

    final CountDownLatch free = new CountDownLatch(1);
    final List<String> bodies = new CopyOnWriteArrayList<>();
    final List<String> refused = new CopyOnWriteArrayList<>();
    final Map<String, Exchange> waiting = new ConcurrentHashMap<>();
    final Busy busy = new Busy();
    final HttpServer server;

    /** Refuses everything when told to. */
    static final class Busy implements Overload {
        volatile Optional<Problem> no = Optional.empty();
        final AtomicInteger unread = new AtomicInteger();
        final AtomicInteger waiting = new AtomicInteger();

        @Override
        public Optional<Problem> refusesAll() {
            return no;
        }

        @Override
        public void unread() {
            unread.incrementAndGet();
        }

        @Override
        public void waiting(int more) {
            waiting.addAndGet(more);
        }
    }

    Listener() throws IOException {
        this(OPTIONS);
    }

    Listener(HttpOptions options) throws IOException {
        this(options, Ticker.SYSTEM);
    }

    Listener(HttpOptions options, Ticker ticker) throws IOException {
        this(options, ticker, 64 << 20);
    }

    /** @param untaken octets of answers that the clients of each of two event loops need not have taken */
    Listener(HttpOptions options, Ticker ticker, long untaken) throws IOException {
        Router.Builder routes = Router.builder()
                .post("/echo", Access.KEY, exchange -> {
                    byte[] body = new byte[exchange.body().readableBytes()];
                    exchange.body().readBytes(body);
                    bodies.add(new String(body, StandardCharsets.UTF_8));
                    exchange.answer(200, "text/plain", body);
                })
                .post("/busy", Access.OPEN, busy, exchange -> {
                    bodies.add(new String(exchange.bodyOctets(), StandardCharsets.UTF_8));
                    exchange.answer(200, "text/plain", exchange.bodyOctets());
                })
                .get("/wait/{name}", Access.KEY, exchange -> waiting.put(exchange.parameter(), exchange))
                .get("/patient/{name}", Access.KEY, exchange -> {
                    exchange.mayTake(Duration.ofMinutes(1));
                    waiting.put(exchange.parameter(), exchange);
                })
                .get("/hello", Access.OPEN, exchange -> exchange.answer(200, "text/plain", "hello".getBytes()))
                .getWithBody(
                        "/told", Access.OPEN, exchange -> exchange.answer(200, "text/plain", exchange.bodyOctets()))
                .get("/big", Access.OPEN, exchange -> exchange.answer(200, "text/plain", new byte[BIG]))
                .get("/large", Access.OPEN, exchange -> {
                    large.incrementAndGet();
                    exchange.answer(200, "text/plain", new byte[LARGE]);
                })
                .get("/held", Access.OPEN, exchange -> {
                    held.countDown();
                    free.await();
                })
                .get("/ends", Access.OPEN, exchange -> MiddleOfTurn.end())
                .get("/fails", Access.OPEN, exchange -> {
                    throw new IllegalStateException("secret detail /etc/passwd");
                });
        Gate gate = (authorization, peer) ->
                authorization.equals("Bearer right") ? new Verdict.Open("tester") : new Verdict.Closed();
        server = HttpServer.start(
                options,
                Health.addTo(routes, List::of).build(),
                gate,
                refused::add,
                InstantSource.system(),
                ticker,
                untaken);
    }

    static HttpOptions with(int connections, Duration header, Duration request, Duration idle) {
        return new HttpOptions(
                "http-test",
                "127.0.0.1",
                0,
                2,
                connections,
                new Sizes(100_000, 8192),
                new Deadlines(header, request, idle));
    }

    /** Answers a request to {@code /wait/name} from a thread of its own. */
    void release(String name) {
        Exchange exchange = waiting.remove(name);
        exchange.run(() -> exchange.answer(200, "text/plain", name.getBytes(StandardCharsets.UTF_8)));
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(8_000);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Everything the server says to these octets until it closes. */
    String talk(String octets) throws IOException {
        try (Socket socket = connect()) {
            write(socket, octets);
            return readAll(socket);
        }
    }

    static void write(Socket socket, String octets) throws IOException {
        socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    static String readAll(Socket socket) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        socket.getInputStream().transferTo(all);
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /** Reads until what was read ends so. */
    static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder read = new StringBuilder();
        InputStream in = socket.getInputStream();
        while (read.indexOf(end) < 0) {
            int octet = in.read();
            if (octet < 0) {
                throw new IOException("closed after: " + read);
            }
            read.append((char) octet);
        }
        return read.toString();
    }

    static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Override
    public void close() {
        server.stop(Duration.ofMillis(100));
    }
}
