package io.smppbridge.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;

/**
 * What went wrong with a request, as RFC 9457 {@code application/problem+json}.
 *
 * @param status the HTTP status
 * @param code a stable word for programs, such as {@code too-large}
 * @param detail a sentence for people: what, which value, what was expected, what to do
 * @param faults each wrong field; may be empty
 * @param retryAfterSeconds for the {@code Retry-After} header; 0 for none
 */
public record Problem(int status, String code, String detail, List<Fault> faults, int retryAfterSeconds) {
    /** Its media type. */
    public static final String TYPE = "application/problem+json";

    /**
     * One wrong field.
     *
     * @param pointer JSON pointer (RFC 6901) into the request's body
     */
    public record Fault(String pointer, String code, String detail) {}

    public Problem {
        faults = List.copyOf(faults);
    }

    public static Problem of(int status, String code, String detail) {
        return new Problem(status, code, detail, List.of(), 0);
    }

    public Problem retryAfter(int seconds) {
        return new Problem(status, code, detail, faults, seconds);
    }

    /** Writes it as one JSON object. */
    public void write(JsonOut out) {
        out.object()
                .field("type", "urn:smpp-bridge:problem:" + code)
                .field("title", HttpResponseStatus.valueOf(status).reasonPhrase())
                .field("status", status)
                .field("code", code)
                .field("detail", detail);
        if (!faults.isEmpty()) {
            out.name("errors").array();
            for (Fault fault : faults) {
                out.object()
                        .field("pointer", fault.pointer())
                        .field("code", fault.code())
                        .field("detail", fault.detail())
                        .end();
            }
            out.endArray();
        }
        if (retryAfterSeconds > 0) {
            out.field("retryAfter", retryAfterSeconds);
        }
        out.end();
    }
}
