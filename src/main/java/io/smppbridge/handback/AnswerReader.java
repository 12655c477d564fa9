package io.smppbridge.handback;

import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.nio.AsyncResponseConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.apache.hc.core5.http.protocol.HttpContext;

/** Keeps an answer's status and throws its body away, of which it reads 16 KiB at most. */
@ThreadSafe
final class AnswerReader implements AsyncResponseConsumer<Integer> {
    static final int BODY_LIMIT = 16 * 1024;
    /** In seconds: longer than any that is allowed. */
    private static final int LONGEST_PAUSE = 999_999;

    private volatile int status;
    private volatile long retryAfterMs;
    private int body;
    private FutureCallback<Integer> end;

    /** 0 until the status line has come. */
    int status() {
        return status;
    }

    /** What Retry-After says in seconds, as milliseconds; 0 when it does not. */
    long retryAfterMs() {
        return retryAfterMs;
    }

    @Override
    public void consumeResponse(
            HttpResponse response, EntityDetails entity, HttpContext context, FutureCallback<Integer> callback) {
        retryAfterMs = seconds(response.getFirstHeader("Retry-After")) * 1000L;
        status = response.getCode();
        end = callback;
        if (entity == null) {
            callback.completed(status);
        }
    }

    private static int seconds(Header header) {
        String value = header == null || header.getValue() == null
                ? ""
                : header.getValue().strip();
        boolean digits = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
        if (!digits) {
            return 0; // a date is not worth trusting the other side's clock
        }
        return value.length() <= 6 ? Integer.parseInt(value) : LONGEST_PAUSE;
    }

    @Override
    public void informationResponse(HttpResponse response, HttpContext context) {
        // 1xx says nothing about the events
    }

    @Override
    public void updateCapacity(CapacityChannel channel) throws IOException {
        channel.update(BODY_LIMIT);
    }

    @Override
    public void consume(ByteBuffer data) throws IOException {
        body += data.remaining();
        data.position(data.limit());
        if (body > BODY_LIMIT) {
            throw new IOException("an answer's body above " + BODY_LIMIT + " bytes");
        }
    }

    @Override
    public void streamEnd(List<? extends Header> trailers) {
        end.completed(status);
    }

    @Override
    public void failed(Exception cause) {
        // the caller's callback hears of it, too
    }

    @Override
    public void releaseResources() {
        // nothing is kept
    }
}
