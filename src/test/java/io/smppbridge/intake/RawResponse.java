package io.smppbridge.intake;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLSession;

/** An answer read from a raw socket. */
final class RawResponse implements HttpResponse<String> {
    private final int status;
    private final Map<String, List<String>> headers = new LinkedHashMap<>();
    private final String body;

    RawResponse(String octets) {
        int end = octets.indexOf("\r\n\r\n");
        String[] lines = octets.substring(0, end).split("\r\n");
        status = Integer.parseInt(lines[0].split(" ")[1]);
        for (int i = 1; i < lines.length; i++) {
            String[] pair = lines[i].split(": ", 2);
            headers.put(pair[0], List.of(pair[1]));
        }
        body = octets.substring(end + 4);
    }

    @Override
    public int statusCode() {
        return status;
    }

    @Override
    public HttpRequest request() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Optional<HttpResponse<String>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public HttpHeaders headers() {
        return HttpHeaders.of(headers, (name, value) -> true);
    }

    @Override
    public String body() {
        return body;
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.empty();
    }

    @Override
    public URI uri() {
        throw new UnsupportedOperationException();
    }

    @Override
    public HttpClient.Version version() {
        return HttpClient.Version.HTTP_1_1;
    }
}
