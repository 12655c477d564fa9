package io.smppbridge.http;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.smppbridge.http.Router.Access;
import io.smppbridge.http.Router.Match;
import io.smppbridge.http.Router.Route;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** Everything that can be said of a request before its body is read: a body nobody may send is never collected. */
final class HeadCheck {
    /** Stands for a request that could not be read. */
    static final HttpRequest UNREADABLE = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/");

    private static final String[] NO_EXTRAS = {};

    private HeadCheck() {}

    /**
     * @param problem what to answer; its status is 0 when the request passes
     * @param close whether the connection cannot be trusted any more
     */
    record Verdict(Problem problem, boolean close, String[] extras) {
        static final Verdict PASS = new Verdict(Problem.of(0, "", ""), false, NO_EXTRAS);

        static Verdict refuse(int status, String code, String detail, String... extras) {
            return new Verdict(Problem.of(status, code, detail), false, extras);
        }

        static Verdict broken(int status, String code, String detail) {
            return new Verdict(Problem.of(status, code, detail), true, NO_EXTRAS);
        }

        boolean passes() {
            return problem.status() == 0;
        }
    }

    static Verdict of(HttpRequest request, Exchange exchange, HttpServer server, Channel channel) {
        Verdict framing = framing(request, server.options());
        if (!framing.passes()) {
            return framing;
        }
        Match match = server.router().find(exchange.path());
        if (match == null) {
            boolean described = server.router().find("/openapi.yaml") != null;
            return Verdict.refuse(
                    404, "no-such-path", described ? "no such path; /openapi.yaml lists them" : "no such path");
        }
        exchange.match = match;
        String method = exchange.isHead() ? "GET" : exchange.method();
        Route route = match.resource().routes().get(method);
        boolean open = route == null ? match.resource().isOpen() : route.access() == Access.OPEN;
        if (!open) {
            Verdict keyed = key(exchange, server, channel);
            if (!keyed.passes()) {
                return keyed;
            }
        }
        if (route == null) {
            String allow = match.resource().allow();
            return Verdict.refuse(405, "method-not-allowed", "this path takes " + allow, "allow", allow);
        }
        exchange.route = route;
        return body(request, route, server.options().most().body());
    }

    private static Verdict framing(HttpRequest request, HttpOptions options) {
        if (request.decoderResult().isFailure()) {
            Throwable cause = request.decoderResult().cause();
            if (cause instanceof TooLongHttpLineException) {
                return Verdict.broken(
                        414,
                        "uri-too-long",
                        "the request line is longer than " + options.most().line() + " octets");
            }
            if (cause instanceof TooLongHttpHeaderException) {
                return Verdict.broken(
                        431,
                        "header-too-large",
                        "the header lines are longer than " + options.most().header() + " octets");
            }
            return Verdict.broken(400, "malformed-request", "the request's head is not as RFC 9112 wants it");
        }
        HttpHeaders headers = request.headers();
        HttpVersion version = request.protocolVersion();
        boolean http11 = version.equals(HttpVersion.HTTP_1_1);
        if (!http11 && !version.equals(HttpVersion.HTTP_1_0)) {
            return Verdict.broken(505, "http-version", "this listener speaks HTTP/1.1 and 1.0");
        }
        List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
        if (hosts.size() > 1 || http11 && hosts.isEmpty()) {
            return Verdict.broken(400, "host-header", "expected exactly one Host header");
        }
        if (!hosts.isEmpty() && !HostField.isSound(hosts.get(0))) {
            return Verdict.broken(
                    400, "host-header", "expected a Host header with a name or address, and perhaps a port");
        }
        List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
        if (!codings.isEmpty()
                && (!http11 || codings.size() > 1 || !codings.get(0).equalsIgnoreCase("chunked"))) {
            return Verdict.broken(400, "transfer-encoding", "expected no Transfer-Encoding but chunked");
        }
        if (headers.getAll(HttpHeaderNames.CONTENT_LENGTH).size() > 1) {
            return Verdict.broken(400, "content-length", "expected one Content-Length at most");
        }
        if (headers.getAll(HttpHeaderNames.AUTHORIZATION).size() > 1) {
            return Verdict.broken(400, "authorization", "expected one Authorization at most");
        }
        return Verdict.PASS;
    }

    private static Verdict key(Exchange exchange, HttpServer server, Channel channel) {
        InetSocketAddress peer = (InetSocketAddress) channel.remoteAddress();
        Gate.Verdict verdict = server.gate().check(exchange.authorization(), peer.getAddress());
        if (verdict instanceof Gate.Verdict.Open open) {
            exchange.principal = open.principal();
            return Verdict.PASS;
        }
        if (verdict instanceof Gate.Verdict.Paused paused) {
            int seconds = (int) Math.max(1, paused.retryAfter().toSeconds());
            Problem problem = Problem.of(
                            429,
                            "too-many-wrong-keys",
                            "too many requests with a wrong key from this address; try again in " + seconds + " s")
                    .retryAfter(seconds);
            return new Verdict(problem, false, NO_EXTRAS);
        }
        return Verdict.refuse(
                401,
                "unauthenticated",
                "expected a valid API key: Authorization: Bearer <key>, or Basic with account and key",
                "www-authenticate",
                "Bearer realm=\"smpp-bridge\"",
                "www-authenticate",
                "Basic realm=\"smpp-bridge\", charset=\"UTF-8\"");
    }

    private static Verdict body(HttpRequest request, Route route, int maxBody) {
        if (!route.body() && hasBody(request)) {
            return Verdict.refuse(400, "unexpected-body", "this request takes no body");
        }
        if (HttpUtil.getContentLength(request, 0L) > maxBody) {
            return new Verdict(tooLarge(maxBody), true, NO_EXTRAS);
        }
        String expect = request.headers().get(HttpHeaderNames.EXPECT);
        if (expect != null && !expect.equalsIgnoreCase("100-continue")) {
            return Verdict.refuse(417, "expectation", "no expectation is met here but 100-continue");
        }
        String coding = request.headers().get(HttpHeaderNames.CONTENT_ENCODING);
        if (coding != null && !coding.equalsIgnoreCase("identity")) {
            return Verdict.refuse(415, "content-encoding", "the body must not be compressed");
        }
        return Verdict.PASS;
    }

    static Problem tooLarge(int maxBody) {
        return Problem.of(413, "too-large", "the body is larger than " + maxBody + " octets; send several requests");
    }

    /** Says of a request that has come whole that its answer has not. */
    static Problem unanswered(Duration within) {
        return late(
                504,
                "answer-late",
                "what was asked may be done all the same, ask again, a message with the same clientRef: no answer came",
                within);
    }

    static Problem late(int status, String code, String what, Duration within) {
        return Problem.of(status, code, what + " within " + within.toMillis() + " ms");
    }

    /** Also of a request whose framing is broken, where any sign of a body counts. */
    static boolean hasBody(HttpRequest request) {
        String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH);
        return request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING) || length != null && !length.equals("0");
    }

    static boolean wantsContinue(HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.EXPECT)
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1);
    }

    static boolean keepAlive(HttpRequest request) {
        return request.decoderResult().isSuccess() && HttpUtil.isKeepAlive(request);
    }
}
