package io.smppbridge.dropin;

import io.smppbridge.handback.ReactorFaults;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.nio.entity.AbstractBinAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AbstractAsyncResponseConsumer;
import org.apache.hc.core5.http.nio.support.AsyncRequestBuilder;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * Calls the URLs that messages name: no redirects, no repeats of its own, no cookies, HTTP/1.1. Which hosts may be called is for
 * {@link Callbacks} to say before. Names are looked up on threads of its own, for one host on one of them at most, so that a slow resolver
 * holds up no lane, and no other host before as many are as slow as there are threads.
 */
@ThreadSafe
final class CallbackClient implements AutoCloseable {
    private static final int CONNECTIONS = 1_024;
    private static final int LOOK_UPS = 4;
    private static final int IDLE_SECONDS = 10;
    private static final int ANSWER = 16 * 1024;

    private final ExecutorService starters;
    /** By host: those that have been listed and called. */
    private final Map<String, Executor> turns = new ConcurrentHashMap<>();

    private final ReactorFaults faults = new ReactorFaults();
    private final CloseableHttpAsyncClient http;

    /**
     * One call.
     *
     * @param form the body; empty for a GET
     */
    record Call(URI uri, String form) {
        boolean isPost() {
            return !form.isEmpty();
        }
    }

    /** What the platform answered. */
    record Answer(int status, String body) {}

    /** Told once, on any thread. */
    interface End {
        void answered(Answer answer);

        void failed(String why);
    }

    CallbackClient() {
        this(lookUps(), SystemDefaultDnsResolver.INSTANCE);
    }

    /**
     * @param starters its threads that look names up, and begin calls
     * @param names asked there
     */
    CallbackClient(ExecutorService starters, DnsResolver names) {
        this.starters = starters;
        http = HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setDnsResolver(names)
                        .setMaxConnTotal(CONNECTIONS)
                        .setMaxConnPerRoute(CONNECTIONS)
                        .setDefaultTlsConfig(TlsConfig.custom()
                                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                                .build())
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(Timeout.ofSeconds(10))
                                .setSocketTimeout(Timeout.ofSeconds(60))
                                .setTimeToLive(TimeValue.ofMinutes(5))
                                .build())
                        .build())
                .setHttp1Config(Http1Config.custom()
                        .setMaxHeaderCount(100)
                        .setMaxLineLength(8_192)
                        .build())
                .setIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(1).build())
                .setIoReactorExceptionCallback(faults)
                .setThreadFactory(NamedThreads.numbered("dropin-callbacks"))
                .setUserAgent("smpp-bridge")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        http.start();
    }

    /** Threads while there is something to look up; what waits for them is one thing of each host. */
    private static ExecutorService lookUps() {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                LOOK_UPS,
                LOOK_UPS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                NamedThreads.numbered("dropin-callbacks-dns"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Where the calls to one host begin, one after the other, whatever its port and whoever names it. */
    Executor turns(String host) {
        return turns.computeIfAbsent(host.toLowerCase(Locale.ROOT), name -> new OneByOne(starters));
    }

    /**
     * @param itsTurns of its host
     * @return gives the call up; what comes of it then is not told
     */
    Runnable call(Executor itsTurns, Call call, Duration within, End end) {
        UnderWay underWay = new UnderWay(end);
        try {
            itsTurns.execute(() -> {
                if (underWay.isGivenUp()) {
                    return; // while it waited behind slow look-ups: it comes again by another call
                }
                try {
                    underWay.began(start(call, within, underWay));
                } catch (RuntimeException e) {
                    underWay.failed(e);
                }
            });
        } catch (RejectedExecutionException full) {
            underWay.failed(full);
        }
        return underWay::giveUp;
    }

    /** A call until it is answered, has failed or is given up, whichever is first. */
    private static final class UnderWay implements FutureCallback<Answer> {
        private final AtomicReference<Future<Answer>> future = new AtomicReference<>();
        private final AtomicReference<End> listener;

        UnderWay(End listener) {
            this.listener = new AtomicReference<>(listener);
        }

        boolean isGivenUp() {
            return listener.get() == null;
        }

        void began(Future<Answer> answer) {
            future.set(answer);
            if (isGivenUp()) {
                answer.cancel(true);
            }
        }

        void giveUp() {
            listener.set(null);
            Future<Answer> begun = future.get();
            if (begun != null) {
                begun.cancel(true);
            }
        }

        @Override
        public void completed(Answer answer) {
            End told = listener.getAndSet(null);
            if (told != null) {
                told.answered(answer);
            }
        }

        @Override
        public void failed(Exception cause) {
            End told = listener.getAndSet(null);
            if (told != null) {
                told.failed(
                        cause instanceof IOException ? "no answer from the callback's host" : "the callback failed");
            }
        }

        @Override
        public void cancelled() {
            failed(new IOException("cancelled"));
        }
    }

    private Future<Answer> start(Call call, Duration within, FutureCallback<Answer> done) {
        AsyncRequestBuilder request =
                call.isPost() ? AsyncRequestBuilder.post(call.uri()) : AsyncRequestBuilder.get(call.uri());
        if (call.isPost()) {
            request.setEntity(call.form().getBytes(StandardCharsets.UTF_8), ContentType.APPLICATION_FORM_URLENCODED);
        }
        Timeout timeout = Timeout.of(within);
        HttpClientContext context = HttpClientContext.create();
        context.setRequestConfig(RequestConfig.custom()
                .setConnectionRequestTimeout(timeout)
                .setResponseTimeout(timeout)
                .build());
        return http.execute(request.build(), new Reader(), context, done);
    }

    /** Status and the beginning of the body. */
    private static final class Reader extends AbstractAsyncResponseConsumer<Answer, String> {
        Reader() {
            super(new Beginning());
        }

        @Override
        protected Answer buildResult(HttpResponse response, String body, ContentType type) {
            return new Answer(response.getCode(), body == null ? "" : body);
        }

        @Override
        public void informationResponse(HttpResponse response, HttpContext context) {
            // 1xx decides nothing
        }
    }

    /** At most 16 KiB of a body. */
    private static final class Beginning extends AbstractBinAsyncEntityConsumer<String> {
        private final StringBuilder text = new StringBuilder();

        @Override
        protected void streamStart(ContentType type) {
            // whatever it says, ACK/Jasmin is ASCII
        }

        @Override
        protected int capacityIncrement() {
            return ANSWER;
        }

        @Override
        protected void data(ByteBuffer octets, boolean last) throws IOException {
            text.append(StandardCharsets.ISO_8859_1.decode(octets));
            if (text.length() > ANSWER) {
                throw new IOException("an answer's body above " + ANSWER + " octets");
            }
        }

        @Override
        protected String generateContent() {
            return text.toString();
        }

        @Override
        public void releaseResources() {
            text.setLength(0);
        }
    }

    @Override
    public void close() {
        starters.shutdownNow();
        faults.closing();
        http.close(CloseMode.IMMEDIATE);
    }
}
