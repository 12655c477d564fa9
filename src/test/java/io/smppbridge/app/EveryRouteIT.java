package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Tried;
import io.smppbridge.admin.AdminKey;
import io.smppbridge.http.HttpServer;
import io.smppbridge.http.Router.Offer;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.QuickPassword;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All that the HTTP listeners of a running bridge answer, as their own routers list it, asked by somebody without a key. */
@Tag("crowd")
@Timeout(120)
@Tag("S-01")
class EveryRouteIT {
    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE");

    /** What anybody may ask, by listener; the operator's is open for looking at from its own machine, as here. */
    private static final Map<String, Set<String>> OPEN = Map.of(
            "http", Set.of("/livez", "/readyz"),
            "admin", Set.of("/livez", "/readyz", "/health", "/metrics", "/version"),
            "kannel", Set.of(),
            "jasmin", Set.of("/ping"));

    /** How Kannel and Jasmin refuse whoever is not known or names nobody; these listeners say it in their words. */
    private static final List<String> THEIR_WORDS = List.of(
            "Authorization failed for sendsms",
            "Mandatory argument [username] is not found.",
            "Authentication failure for username:",
            "Authentication required");

    @TempDir
    Path directory;

    private final KeyHash.NewKey account = KeyHash.create(new SecureRandom());
    private CarrierBed bed;
    private int asked;

    @BeforeEach
    void start() throws Exception {
        bed = CarrierBed.with(directory, 1)
                .node("admin.enabled", "true")
                .node("admin.port", "0")
                .node("intake.kannel.enabled", "true")
                .node("intake.kannel.port", "0")
                .node("intake.jasmin.enabled", "true")
                .node("intake.jasmin.port", "0")
                .node("account.old.key-hash", account.hash().toString())
                .node("account.old.dropin.user", "tester")
                .node("account.old.dropin.password-hash", QuickPassword.hash("right"))
                .start()
                .bound();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void nothing_but_liveness_answers_who_has_no_key_or_a_wrong_one(TestReporter reporter) throws Exception {
        Set<String> faults = new TreeSet<>();
        int routes = 0;
        for (Map.Entry<String, HttpServer> listener : listeners().entrySet()) {
            List<Offer> offers = listener.getValue().router().offers();
            routes += offers.size();
            Set<String> paths = new TreeSet<>();
            offers.forEach(offer -> paths.add(offer.path()));
            for (String path : paths) {
                crawl(listener, path, METHODS, strangers(listener.getKey()), faults);
            }
            for (String path : spellings()) {
                crawl(listener, path, List.of("GET", "POST"), List.of("", "Bearer wrong"), faults);
            }
        }

        assertThat(faults).isEmpty();
        assertThat(bed.arrived()).isZero();
        assertThat(bed.bridge.stats().accepted("http").sum()).isZero();
        Tried.times(asked).note(routes + " routes of 4 listeners").tell(reporter);
    }

    @Test
    void with_the_right_key_the_same_requests_are_let_in(TestReporter reporter) throws Exception {
        Map<String, String> keys = Map.of("http", account.key().reveal(), "admin", operatorsKey());
        for (Map.Entry<String, String> key : keys.entrySet()) {
            HttpServer server = listeners().get(key.getKey());
            for (Offer offer : server.router().offers()) {
                if (offer.method().equals("GET")) {
                    String answer = ask(server.port(), "GET", filled(offer.path()), "Bearer " + key.getValue());
                    assertThat(answer).as(offer.path()).doesNotStartWith("HTTP/1.1 401");
                }
            }
        }
        Tried.times(asked).tell(reporter);
    }

    private void crawl(
            Map.Entry<String, HttpServer> listener,
            String path,
            List<String> methods,
            List<String> keys,
            Set<String> faults)
            throws IOException {
        String name = listener.getKey();
        for (String method : methods) {
            for (String key : keys) {
                boolean open =
                        OPEN.get(name).contains(path) && Set.of("GET", "HEAD").contains(method);
                String answer = ask(listener.getValue().port(), method, filled(path), key);
                if (!open && !refused(name, method, answer)) {
                    faults.add(name + ' ' + method + ' ' + path + " with [" + key + "]: "
                            + answer.lines().findFirst().orElse("nothing"));
                }
            }
        }
    }

    private static boolean refused(String listener, String method, String answer) {
        if (answer.matches("(?s)HTTP/1.1 (401|404|405) .*")) {
            return true;
        }
        boolean dropIn = Set.of("kannel", "jasmin").contains(listener);
        boolean theirs = method.equals("HEAD") || THEIR_WORDS.stream().anyMatch(answer::contains);
        return dropIn && answer.matches("(?s)HTTP/1.1 (400|403) .*") && theirs;
    }

    /** Ways to come without the right key; the other door's key is one. */
    private List<String> strangers(String listener) throws IOException {
        String others = listener.equals("admin") ? account.key().reveal() : operatorsKey();
        String own = account.key().reveal();
        String guessed = own.substring(0, own.length() - 4) + "AAAA";
        return List.of(
                "",
                "Bearer " + others,
                "Bearer " + guessed,
                basic("old:" + guessed),
                basic("tester:wrong"),
                "Digest username=\"old\"",
                "?username=tester&password=wrong");
    }

    private String operatorsKey() throws IOException {
        return AdminKey.read(directory.resolve("journal")).orElseThrow().reveal();
    }

    private static String basic(String pair) {
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String filled(String path) {
        return path.replaceAll("\\{\\w+}", "1M7XHWPW00000");
    }

    /** Paths that are none, some of which a careless look-up would take for one. */
    private static List<String> spellings() {
        return List.of(
                "/",
                "/nothing",
                "/v1",
                "/v1/",
                "/v1/messages/",
                "//v1/messages",
                "/livez/../v1/messages",
                "/livez/../metrics",
                "/v1/messages%2f1M7XHWPW00000",
                "/V1/MESSAGES",
                "/v1/messages;livez",
                "/status/",
                "/livez/status",
                "/cgi-bin/",
                "/secure");
    }

    private Map<String, HttpServer> listeners() throws IllegalAccessException {
        Map<Integer, String> names = Map.of(
                bed.bridge.httpPort(), "http",
                bed.bridge.adminPort(), "admin",
                bed.bridge.dropInPort("kannel"), "kannel",
                bed.bridge.dropInPort("jasmin"), "jasmin");
        Map<String, HttpServer> listeners = new TreeMap<>();
        for (HttpServer server : Inside.of(bed.bridge, HttpServer.class)) {
            assertThat(names).as("a listener that this test should know").containsKey(server.port());
            listeners.put(names.get(server.port()), server);
        }
        assertThat(listeners).hasSize(names.size());
        return listeners;
    }

    /** Each from an address of its own, so that no pause for wrong keys answers instead. */
    private String ask(int port, String method, String path, String key) throws IOException {
        asked++;
        byte[] from = {127, 1, (byte) (asked >> 8), (byte) asked};
        boolean query = key.startsWith("?");
        String uri = query ? path + key : path;
        List<String> head = new ArrayList<>(List.of(method + ' ' + uri + " HTTP/1.1", "Host: 127.0.0.1"));
        if (!query && !key.isEmpty()) {
            head.add("Authorization: " + key);
        }
        head.add("Connection: close");
        boolean body = Set.of("POST", "PUT", "PATCH").contains(method);
        if (body) {
            head.addAll(List.of("Content-Type: application/json", "Content-Length: 2"));
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port, InetAddress.getByAddress(from), 0)) {
            socket.setSoTimeout(20_000);
            String octets = String.join("\r\n", head) + "\r\n\r\n" + (body ? "{}" : "");
            socket.getOutputStream().write(octets.getBytes(StandardCharsets.ISO_8859_1));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return answer.toString(StandardCharsets.ISO_8859_1);
        }
    }
}
