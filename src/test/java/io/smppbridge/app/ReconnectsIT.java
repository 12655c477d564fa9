package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Memory;
import io.smppbridge.Tried;
import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.BreakHow;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sessions that are made and broken again and again leave nothing: as many objects as there are live sessions, counted by the JVM after a collection. */
@Timeout(600)
class ReconnectsIT {
    private static final int FEW = 200;
    private static final int MANY = 10_000;
    private static final int SMSCS = 10;
    private static final int STAYING = 3;
    private static final Duration SOON = Duration.ofSeconds(20);

    private final KeyHash.NewKey key = KeyHash.create(new SecureRandom());

    @TempDir
    Path directory;

    /** What a platform or its clients open, and the class that stands for it. */
    enum Door {
        ESME("io.smppbridge.esme.Session"),
        HTTP("io.smppbridge.http.Connection"),
        STREAM("io.smppbridge.intake.StreamConnection");

        private final String type;

        Door(String type) {
            this.type = type;
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("I-03")
    void two_hundred_reconnects_to_smscs_leave_as_many_binds_as_are_live(TransportKind kind, TestReporter reporter)
            throws Exception {
        binds(kind, FEW, reporter);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("I-03")
    @Tag("long")
    void ten_thousand_reconnects_to_smscs_leave_as_many_binds_as_are_live(TransportKind kind, TestReporter reporter)
            throws Exception {
        binds(kind, MANY, reporter);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("I-03")
    void two_hundred_connections_to_a_door_leave_as_many_sessions_as_are_live(Door door, TestReporter reporter)
            throws Exception {
        connections(door, FEW, reporter);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("I-03")
    @Tag("long")
    void ten_thousand_connections_to_a_door_leave_as_many_sessions_as_are_live(Door door, TestReporter reporter)
            throws Exception {
        connections(door, MANY, reporter);
    }

    private void binds(TransportKind kind, int reconnects, TestReporter reporter) throws Exception {
        String type = "io.smppbridge.smpp." + (kind == TransportKind.JSMPP ? "BridgeSession" : "NettyConnector");
        CarrierBed.Plan plan = CarrierBed.with(directory, SMSCS)
                .over(kind)
                .each("reconnect-min", "10ms")
                .each("reconnect-max", "20ms");
        try (CarrierBed bed = plan.start().bound()) {
            List<BreakHow> ways = List.of(BreakHow.RST, BreakHow.CLOSE, BreakHow.UNBIND);
            for (int round = 1; round <= reconnects / SMSCS; round++) {
                BreakHow how = ways.get(round % ways.size());
                long made = round;
                IntStream.range(0, SMSCS).forEach(smsc -> bed.port(smsc).breakAll(how));
                await().atMost(SOON)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> bed.simulator.report().stream()
                                .allMatch(report -> report.sessions().total() > made
                                        && report.sessions().now() == 1));
            }
            bed.bound();
            assertObjects(type, SMSCS);
            bed.send(10, bed.all());
            bed.awaitArrived(10L * SMSCS, SOON);
        }
        told(reconnects, kind.name(), SMSCS, reporter);
    }

    private void connections(Door door, int reconnects, TestReporter reporter) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("esme.e.port", "0")
                .node("account.shop.esme.system-id", "shop")
                .node(
                        "account.shop.esme.password-hash",
                        PasswordHash.create("secret", new SecureRandom()).toString())
                .node("account.platform.key-hash", key.hash().toString())
                .node("intake.tcp.enabled", "true")
                .node("intake.tcp.port", "0");
        List<Socket> staying = new ArrayList<>();
        try (CarrierBed bed = plan.start().bound()) {
            for (int i = 0; i < reconnects; i++) {
                Socket socket = open(door, bed.bridge, "passing");
                if (i % 2 == 0) {
                    socket.setSoLinger(true, 0); // a reset
                }
                socket.close();
            }
            for (int i = 0; i < STAYING; i++) {
                staying.add(open(door, bed.bridge, "staying" + i));
            }
            assertObjects(door.type, STAYING);
        } finally {
            for (Socket socket : staying) {
                socket.close();
            }
        }
        told(reconnects, door.name(), STAYING, reporter);
    }

    private static void told(int reconnects, String what, int live, TestReporter reporter) {
        Tried.times(reconnects)
                .faults(reconnects)
                .note(what + ": " + live + " live sessions, as many objects")
                .tell(reporter);
    }

    /** A connection that has got as far as an answer. An ESME's bind may have to wait until the bridge has seen the end of one before. */
    private Socket open(Door door, Bridge bridge, String name) throws IOException {
        Optional<Socket> first = tryOpen(door, bridge, name);
        return first.orElseGet(() -> await().atMost(SOON)
                .until(() -> tryOpen(door, bridge, name), Optional::isPresent)
                .orElseThrow());
    }

    private Optional<Socket> tryOpen(Door door, Bridge bridge, String name) throws IOException {
        return switch (door) {
            case ESME -> esme(bridge.esmePort("e"));
            case HTTP -> http(bridge.httpPort());
            case STREAM -> stream(bridge.tcpPort(), name);
        };
    }

    private static Optional<Socket> esme(int port) throws IOException {
        byte[] body = ("shop\0secret\0\0" + (char) 0x34 + "\0\0\0").getBytes(StandardCharsets.ISO_8859_1);
        byte[] pdu = ByteBuffer.allocate(16 + body.length)
                .putInt(16 + body.length)
                .putInt(0x09)
                .putInt(0)
                .putInt(1)
                .put(body)
                .array();
        return answered(port, pdu, in -> in.readNBytes(16)[11] == 0);
    }

    private Optional<Socket> http(int port) throws IOException {
        String request = "GET /v1/messages/0000000000000 HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer "
                + key.key().reveal() + "\r\n\r\n";
        return answered(port, request.getBytes(StandardCharsets.ISO_8859_1), in -> in.read() == 'H');
    }

    private Optional<Socket> stream(int port, String name) throws IOException {
        byte[] login = ("{\"key\":\"" + key.key().reveal() + "\",\"client\":\"" + name + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        byte[] frame = ByteBuffer.allocate(12 + login.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(0)
                .putInt(login.length)
                .put(login)
                .array();
        return answered(port, frame, in -> in.readNBytes(12)[11] >= 0);
    }

    /** What says whether an answer is the right one. */
    private interface Reading {
        boolean isWelcome(DataInputStream in) throws IOException;
    }

    private static Optional<Socket> answered(int port, byte[] request, Reading reading) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout((int) SOON.toMillis());
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write(request);
        if (reading.isWelcome(new DataInputStream(socket.getInputStream()))) {
            return Optional.of(socket);
        }
        socket.close();
        return Optional.empty();
    }

    private static void assertObjects(String type, int live) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(Memory.objects(type)).as(type).isEqualTo(live));
        System.out.printf("I-03: %d objects of %s%n", live, type);
    }
}
