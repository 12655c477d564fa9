package io.smppbridge.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.smppbridge.http.Router.Match;
import io.smppbridge.http.Router.Route;
import io.smppbridge.threads.OwnedBy;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * One request and its answer. A handler gets it on the connection's event loop and answers exactly once, at once or later. From another
 * thread it goes through {@link #run}. An answer to a request whose connection has gone, or whose deadline has passed, is dropped.
 */
@OwnedBy("the connection's event loop, but for run")
public final class Exchange {
    private static final String[] NO_EXTRAS = {};

    /** How long it may take since it began, or since {@link #mayTake}. */
    Duration within;

    long deadlineNanos;
    boolean keepAlive;
    boolean wantsContinue;
    Match match;
    Route route;
    String principal = "";
    final Body body;
    /** Said already, and told when the body has come. */
    Optional<Problem> refusal = Optional.empty();

    ByteBuf response;
    boolean answered;
    private final Connection connection;
    private final HttpRequest request;
    private final String uri;
    private final String path;

    Exchange(Connection connection, Body body, HttpRequest request, Duration within) {
        this.connection = connection;
        this.body = body;
        this.request = request;
        mayTake(within);
        this.uri = originForm(request.uri());
        int query = uri.indexOf('?');
        this.path = query < 0 ? uri : uri.substring(0, query);
    }

    /** A proxy's absolute form must be understood too (RFC 9112 §3.2.2). */
    private static String originForm(String uri) {
        boolean absolute = uri.regionMatches(true, 0, "http://", 0, 7) || uri.regionMatches(true, 0, "https://", 0, 8);
        if (!absolute) {
            return uri;
        }
        int at = uri.indexOf("//") + 2;
        while (at < uri.length() && uri.charAt(at) != '/' && uri.charAt(at) != '?') {
            at++;
        }
        return uri.startsWith("/", at) ? uri.substring(at) : "/" + uri.substring(at);
    }

    /** From now on it has so long until its answer, where the server's time for a request is too short for what is done. */
    public void mayTake(Duration time) {
        within = time;
        deadlineNanos = connection.loop().ticker.nanos() + time.toNanos();
    }

    public String method() {
        return request.method().name();
    }

    /** Without the query. */
    public String path() {
        return path;
    }

    /** What stands in the route's {@code {parameter}}; empty when it has none. */
    public String parameter() {
        return match == null ? "" : match.parameter();
    }

    /** A query parameter as it was written, not decoded. */
    public Optional<String> query(String name) {
        for (String pair : query().split("&")) {
            if (pair.startsWith(name + "=")) {
                return Optional.of(pair.substring(name.length() + 1));
            }
        }
        return Optional.empty();
    }

    /** The whole query as it was written; empty when there is none. */
    public String query() {
        return uri.substring(Math.min(uri.length(), path.length() + 1));
    }

    /** Whose connection it is. */
    public InetAddress peer() {
        return connection.peer();
    }

    /** A header; empty when it is not there. */
    public String header(String name) {
        String value = request.headers().get(name);
        return value == null ? "" : value;
    }

    /** Whether it is there, be it empty. */
    public boolean hasHeader(String name) {
        return request.headers().contains(name);
    }

    /** Whether it is there more than once. */
    public boolean isRepeated(String name) {
        return request.headers().getAll(name).size() > 1;
    }

    /** Who the gate says it is; empty on an open route. */
    public String principal() {
        return principal;
    }

    /** The whole body in an array-backed buffer, valid until the handler returns. */
    public ByteBuf body() {
        return body.octets();
    }

    /** A copy of the whole body. */
    public byte[] bodyOctets() {
        return ByteBufUtil.getBytes(body.octets());
    }

    /** The loop's JSON writer, emptied: fill it and answer before doing anything else. */
    public JsonOut json() {
        return connection.loop().json.clear();
    }

    /** Runs work on this exchange's event loop, from any thread; many calls cost one wake-up. */
    public void run(Runnable work) {
        connection.loop().run(work);
    }

    /** The same once other connections have had their turn. */
    public void later(Runnable work) {
        connection.loop().later(work);
    }

    /**
     * Answers with what {@link #json} holds.
     *
     * @param extras names and values of further headers, in turn
     */
    public void answer(int status, String type, JsonOut out, String... extras) {
        answer(new Response(status, type, out.length(), extras), out);
    }

    /** Answers with these octets. */
    public void answer(int status, String type, byte[] bytes) {
        if (answered) {
            return;
        }
        ByteBuf buffer = begin(new Response(status, type, bytes.length, NO_EXTRAS));
        if (!isHead()) {
            buffer.writeBytes(bytes);
        }
        finish(buffer);
    }

    /** Answers with an error. */
    public void answer(Problem problem, String... extras) {
        JsonOut out = json();
        problem.write(out);
        String[] all = extras;
        if (problem.retryAfterSeconds() > 0) {
            all = Arrays.copyOf(extras, extras.length + 2);
            all[extras.length] = "retry-after";
            all[extras.length + 1] = Integer.toString(problem.retryAfterSeconds());
        }
        answer(new Response(problem.status(), Problem.TYPE, out.length(), all), out);
    }

    private void answer(Response head, JsonOut out) {
        if (answered) {
            return;
        }
        ByteBuf buffer = begin(head);
        if (!isHead()) {
            out.writeTo(buffer);
        }
        finish(buffer);
    }

    private ByteBuf begin(Response head) {
        assert connection.loop().isHere() : "answer off the event loop: go through run";
        ByteBuf buffer = connection.outbox.allocate(Response.HEAD + (isHead() ? 0 : head.length()));
        head.write(buffer, connection.loop().date(), keepAlive && !connection.stopping());
        return buffer;
    }

    private void finish(ByteBuf buffer) {
        answered = true;
        response = buffer;
        connection.answered();
    }

    /** Ends the connection without an answer: the client learns that it does not know what became of the request. */
    public void hangUp() {
        answered = true;
        connection.close();
    }

    boolean isHead() {
        return request.method().name().equals("HEAD");
    }

    HttpHeaders headers() {
        return request.headers();
    }

    String authorization() {
        return header(HttpHeaderNames.AUTHORIZATION.toString());
    }
}
