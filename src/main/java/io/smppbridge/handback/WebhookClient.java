package io.smppbridge.handback;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.RequestNotExecutedException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.AsyncRequestProducer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * The HTTP client of webhooks ({@link WebhookClients} says of which): no redirects, no retries, no cookies, no proxy, HTTP/1.1, and no resolver of its own, so that a
 * connection can only go to an address that {@link CheckedTarget} has checked. Endpoints limit their own concurrency; the pool does not,
 * or one endpoint could take another's connections when both live at one host.
 */
@ThreadSafe
final class WebhookClient {
    /** For a connection, and again for TLS on it. */
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    private static final int IO_THREADS = 2;
    private static final int DNS_THREADS = 4;
    private static final int CONNECTIONS = 16_384;
    private static final int HEADERS = 200;
    /** In characters. Policies and cookies that frameworks add of themselves reach some ten thousand; an answer that is not read has its events repeated. */
    private static final int HEADER_LINE = 65_536;
    /** A pool may hold several connections that the other side has closed. */
    private static final int BEGINNINGS = 20;

    private final ReactorFaults faults = new ReactorFaults();
    private final CloseableHttpAsyncClient http;
    private final PoolingAsyncClientConnectionManager pool;
    private final ThreadPoolExecutor dns;
    private final AtomicInteger underWay = new AtomicInteger();

    /** Trusts whom the JDK trusts. */
    WebhookClient() {
        this(SSLContexts.createSystemDefault());
    }

    WebhookClient(SSLContext trust) {
        this(trust, "handback-io", IO_THREADS);
    }

    /** @param threads name of its I/O threads, which are numbered */
    WebhookClient(SSLContext trust, String threads, int threadCount) {
        pool = PoolingAsyncClientConnectionManagerBuilder.create()
                .setTlsStrategy(new NamedPeerTls(trust))
                .setDnsResolver(new NoResolver())
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnTotal(CONNECTIONS)
                .setMaxConnPerRoute(CONNECTIONS)
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .build())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(CONNECT_WITHIN))
                        .setSocketTimeout(Timeout.ofSeconds(60))
                        .setTimeToLive(TimeValue.ofMinutes(5))
                        .build())
                .build();
        http = HttpAsyncClients.custom()
                .setConnectionManager(pool)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(threadCount)
                        .setTcpNoDelay(true)
                        .setSelectInterval(TimeValue.ofMilliseconds(500))
                        .build())
                .setHttp1Config(Http1Config.custom()
                        .setMaxHeaderCount(HEADERS)
                        .setMaxLineLength(HEADER_LINE)
                        .build())
                .setIoReactorExceptionCallback(faults)
                .setThreadFactory(NamedThreads.numbered(threads))
                .setRoutePlanner((host, context) -> new HttpRoute(host, null, "https".equals(host.getSchemeName())))
                .setUserAgent("smpp-bridge")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        // One look-up at a time per webhook bounds the queue.
        dns = new ThreadPoolExecutor(
                DNS_THREADS,
                DNS_THREADS,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                NamedThreads.numbered("handback-dns"));
        dns.allowCoreThreadTimeOut(true);
    }

    void start() {
        http.start();
    }

    /** How many requests have not been answered, nor given up. */
    int underWay() {
        return underWay.get();
    }

    Executor dns() {
        return dns;
    }

    /** Closes connections that nobody has used for a while. */
    void tidy() {
        pool.closeIdle(TimeValue.ofSeconds(30));
        pool.closeExpired();
    }

    /** Ends all threads; requests under way are given a moment. */
    void close() {
        faults.closing();
        http.initiateShutdown();
        try {
            http.awaitShutdown(TimeValue.ofMilliseconds(500));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end();
    }

    /** Ends all threads, and what is under way. Does not wait. */
    void end() {
        dns.shutdownNow();
        faults.closing();
        http.close(CloseMode.IMMEDIATE);
    }

    /**
     * A request.
     *
     * @param target with its checked address
     * @param signature empty when there is no secret
     */
    record Post(HttpHost target, String path, String id, long epochSeconds, String signature, byte[] body) {
        AsyncRequestProducer producer() {
            AsyncRequestBuilder request = AsyncRequestBuilder.post()
                    .setHttpHost(target)
                    .setPath(path)
                    .setEntity(body, ContentType.APPLICATION_JSON)
                    .addHeader("webhook-id", id)
                    .addHeader("webhook-timestamp", Long.toString(epochSeconds));
            if (!signature.isEmpty()) {
                request.addHeader("webhook-signature", signature);
            }
            return request.build();
        }
    }

    /** Sends; {@code answered} is called once at most, on an I/O thread. */
    HandOver.Sending post(Post post, Duration within, Consumer<HandOver.Answer> answered) {
        underWay.incrementAndGet();
        Request request = new Request(post, within, answered);
        request.begin();
        return request;
    }

    /** One request, which begins anew when the kept connection it was given had just been closed by the other side. */
    private final class Request implements HandOver.Sending, FutureCallback<Integer> {
        private final Post post;
        private final Duration within;
        private final Consumer<HandOver.Answer> answered;
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile AnswerReader reader = new AnswerReader();
        private volatile HttpClientContext connected;
        private volatile Future<Integer> future;
        private int begun;

        Request(Post post, Duration within, Consumer<HandOver.Answer> answered) {
            this.post = post;
            this.within = within;
            this.answered = answered;
        }

        void begin() {
            begun++;
            AnswerReader fresh = new AnswerReader();
            reader = fresh;
            Timeout timeout = Timeout.of(within);
            HttpClientContext context = HttpClientContext.create();
            context.setRequestConfig(RequestConfig.custom()
                    .setConnectionRequestTimeout(timeout)
                    .setResponseTimeout(timeout)
                    .setRedirectsEnabled(false)
                    .setAuthenticationEnabled(false)
                    .setProtocolUpgradeEnabled(false)
                    .build());
            connected = context;
            future = http.execute(post.target(), post.producer(), fresh, null, context, this);
            if (over.get()) {
                future.cancel(true); // given up in between
            }
        }

        @Override
        public void completed(Integer status) {
            tell(verdict(status, reader.retryAfterMs()));
        }

        @Override
        public void failed(Exception cause) {
            AnswerReader last = reader;
            if (last.status() != 0) {
                // The status line is the answer, whatever becomes of the body.
                tell(verdict(last.status(), last.retryAfterMs()));
            } else if (cause instanceof RequestNotExecutedException && begun < BEGINNINGS && !over.get()) {
                begin();
            } else {
                tell(SendFault.isUnanswered(cause) ? unanswered() : SendFault.failed(cause, isBegun()));
            }
        }

        @Override
        public void cancelled() {
            tell(new HandOver.Answer.Failed("cancelled", true, 0));
        }

        @Override
        public HandOver.Answer giveUp() {
            end();
            Future<Integer> last = future;
            if (last != null) {
                last.cancel(true);
            }
            return reader.status() != 0 ? verdict(reader.status(), reader.retryAfterMs()) : unanswered();
        }

        /** Whether there was a connection, TLS and all, on which it had begun: the client tells of whose it is no sooner. */
        private boolean isBegun() {
            HttpClientContext last = connected;
            return last != null && last.getEndpointDetails() != null;
        }

        /** What has not begun has been seen by nobody: whoever is there takes no connection, or says nothing about TLS. */
        private HandOver.Answer unanswered() {
            boolean begun = isBegun();
            String what = begun ? "no answer" : "no connection";
            Duration time = begun || within.compareTo(CONNECT_WITHIN) < 0 ? within : CONNECT_WITHIN;
            return new HandOver.Answer.Failed(what + " within " + time.toMillis() + " ms", begun, 0);
        }

        private void tell(HandOver.Answer answer) {
            if (end()) {
                answered.accept(answer);
            }
        }

        /** False when it has ended before. */
        private boolean end() {
            boolean first = over.compareAndSet(false, true);
            if (first) {
                underWay.decrementAndGet();
            }
            return first;
        }
    }

    /** 2xx: taken. What speaks of the event: refused. What speaks of the place or the time: failed. */
    static HandOver.Answer verdict(int status, long retryAfterMs) {
        if (status >= 200 && status < 300) {
            return HandOver.Answer.Taken.TAKEN;
        }
        String why = "HTTP " + status;
        boolean place = status < 400 || status >= 500;
        switch (status) {
            case 401, 403, 404, 405, 407, 408, 410, 421, 425, 429 -> place = true;
            default -> {}
        }
        return place ? new HandOver.Answer.Failed(why, true, retryAfterMs) : new HandOver.Answer.Refused(why);
    }

    /** Refuses every look-up. */
    private static final class NoResolver implements DnsResolver {
        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            throw new UnknownHostException("the webhook client looks nothing up: " + host);
        }

        @Override
        public String resolveCanonicalHostname(String host) throws UnknownHostException {
            throw new UnknownHostException("the webhook client looks nothing up: " + host);
        }
    }
}
