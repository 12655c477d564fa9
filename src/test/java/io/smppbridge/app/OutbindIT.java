package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.SubscriberAlert;
import io.smppbridge.simulator.BindMode;
import io.smppbridge.simulator.PortReport;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An SMSC that calls the bridge when it has something for it. */
@Timeout(60)
@Tag("crowd")
class OutbindIT {
    private static final int OUTBIND = 0x0B;
    private static final int BIND_RECEIVER = 0x01;
    private static final int DELIVER_SM = 0x05;
    private static final int RESPONSE = 0x80000000;

    @TempDir
    Path directory;

    /** One call: outbind, the bridge's bind answered, then one MO. */
    private Socket deliver(int port, String text) throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(15_000);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        write(socket, OUTBIND, 1, "SMSC\0secret\0");
        ByteBuffer bind = read(in);
        assertThat(bind.getInt(4)).isEqualTo(BIND_RECEIVER);
        assertThat(new String(bind.array(), StandardCharsets.ISO_8859_1)).contains("smppclient1\0password\0");
        write(socket, BIND_RECEIVER | RESPONSE, bind.getInt(12), "SMSC\0");
        String mo =
                "\0\1\1" + "46700111222\0" + "\1\1" + "72404\0" + "\0\0\0" + "\0\0" + "\0\0\0\0" + (char) text.length();
        write(socket, DELIVER_SM, 7, mo + text);
        ByteBuffer answer = read(in);
        assertThat(answer.getInt(4)).isEqualTo(DELIVER_SM | RESPONSE);
        assertThat(answer.getInt(8)).isZero();
        assertThat(answer.getInt(12)).isEqualTo(7);
        return socket;
    }

    private static void write(Socket socket, int command, int sequence, String body) throws IOException {
        byte[] octets = body.getBytes(StandardCharsets.ISO_8859_1);
        ByteArrayOutputStream pdu = new ByteArrayOutputStream();
        pdu.writeBytes(ByteBuffer.allocate(16)
                .putInt(16 + octets.length)
                .putInt(command)
                .putInt(0)
                .putInt(sequence)
                .array());
        pdu.writeBytes(octets);
        socket.getOutputStream().write(pdu.toByteArray());
    }

    private static ByteBuffer read(DataInputStream in) throws IOException {
        int length = in.readInt();
        ByteBuffer pdu = ByteBuffer.allocate(length).putInt(length);
        in.readFully(pdu.array(), 4, length - 4);
        return pdu;
    }

    @Test
    @Tag("C33")
    void a_simulated_smsc_that_has_something_calls_and_is_bound_to() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("outbind.enabled", "true")
                .node("outbind.port", "0")
                .of(0, "bind", "transmitter")
                .of(0, "receive", "outbind")
                .of(0, "outbind-from", "127.0.0.1")
                .of(0, "outbind-password", "secret");
        try (CarrierBed bed = plan.start().bound()) {
            bed.port(0)
                    .set("outbind-password", "wrong")
                    .set("outbind-every", "200ms")
                    .set("outbind", "127.0.0.1:" + bed.bridge.outbindPort());
            bed.port(0).sendMo("46700111222", "72404", "somebody there?");
            await().until(() -> bed.port(0).report().sessions().connections() >= 3);
            assertThat(bed.inbound).as("a wrong password").isEmpty();
            bed.port(0).set("outbind-password", "secret");
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.inbound.size() == 1);
            assertThat(bed.port(0).report().sessions().binds())
                    .extracting(PortReport.Bound::mode)
                    .containsExactlyInAnyOrder(BindMode.TX, BindMode.RX);
            bed.port(0).sendAlert("46700111222", "72404");
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.alerts.size() == 1);
            SubscriberAlert alert = bed.alerts.get(0);
            assertThat(alert.subscriber().number()).isEqualTo("46700111222");
            assertThat(alert.to().number()).isEqualTo("72404");
            assertThat(alert.smsc()).isEqualTo("s0");
            assertThat(alert.availability()).isEqualTo(SubscriberAlert.Availability.AVAILABLE);
        }
    }

    @Test
    @Tag("C33")
    void its_receiver_binds_on_each_connection_that_it_makes() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .node("outbind.enabled", "true")
                .node("outbind.port", "0")
                .of(0, "bind", "transmitter")
                .of(0, "receive", "outbind")
                .of(0, "outbind-from", "127.0.0.1")
                .of(0, "outbind-password", "secret");
        try (CarrierBed bed = plan.start().bound()) {
            int port = bed.bridge.outbindPort();
            try (Socket first = deliver(port, "first")) {
                // Not closed: the second call takes its place.
                deliver(port, "second").close();
                assertThat(first.getInputStream().read()).isNegative();
            }
            deliver(port, "third").close();
            await().atMost(Duration.ofSeconds(20)).until(() -> bed.inbound.size() == 3);
            assertThat(bed.inbound).extracting(sms -> sms.text()).containsExactly("first", "second", "third");
        }
    }
}
