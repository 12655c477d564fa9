package io.smppbridge.dropin;

import io.smppbridge.handback.ReactorFaults;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
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
 * {@link Callbacks} to say before. Names are looked up on a thread of its own, so that a slow resolver holds up no lane.
 */
@ThreadSafe
final class CallbackClient implements AutoCloseable {
    private static final int CONNECTIONS = 1_024;
    private static final int WAITING = 10_000;
    private static final int ANSWER = 16 * 1024;

    private final ExecutorService starters;
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
        this(NamedThreads.worker("dropin-callbacks-dns", WAITING));
    }

    /** @param starters its thread that looks names up, and begins calls */
    CallbackClient(ExecutorService starters) {
        this.starters = starters;
        http = HttpAsyncClients.custom()
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
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
                .setIoReactorExceptionCallback(new ReactorFaults())
                .setThreadFactory(NamedThreads.numbered("dropin-callbacks"))
                .setUserAgent("smpp-bridge")
                .disableRedirectHandling()
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        http.start();
    }

    /** @return gives the call up; what comes of it then is not told */
    Runnable call(Call call, Duration within, End end) {
        AtomicReference<Future<Answer>> future = new AtomicReference<>();
        AtomicReference<End> listener = new AtomicReference<>(end);
        FutureCallback<Answer> done = new FutureCallback<>() {
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
                            cause instanceof IOException
                                    ? "no answer from the callback's host"
                                    : "the callback failed");
                }
            }

            @Override
            public void cancelled() {
                failed(new IOException("cancelled"));
            }
        };
        try {
            starters.execute(() -> {
                if (listener.get() == null) {
                    return; // given up while it waited behind slow look-ups: it comes again by another call
                }
                try {
                    future.set(start(call, within, done));
                } catch (RuntimeException e) {
                    done.failed(e);
                    return;
                }
                if (listener.get() == null) {
                    future.get().cancel(true);
                }
            });
        } catch (RejectedExecutionException full) {
            done.failed(full);
        }
        return () -> {
            listener.set(null);
            Future<Answer> begun = future.get();
            if (begun != null) {
                begun.cancel(true);
            }
        };
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
        http.close(CloseMode.IMMEDIATE);
    }
}
