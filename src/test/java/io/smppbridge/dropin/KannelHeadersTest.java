package io.smppbridge.dropin;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands in {@code X-Kannel-…} headers beyond ASCII: octets to Kannel, as those of a query are. */
class KannelHeadersTest {
    private final Taker taken = new Taker();

    @TempDir
    Path directory;

    @Test
    void headers_are_read_as_a_query_is_in_utf_8_and_in_latin_1() throws Exception {
        try (OpenDoors doors = new OpenDoors(directory, taken)) {
            for (Charset charset : new Charset[] {UTF_8, ISO_8859_1}) {
                assertThat(post(doors, charset)).as(charset.name()).startsWith("HTTP/1.1 202 ");
            }
        }
        assertThat(taken.messages).extracting(sms -> sms.from().number()).containsExactly("Ärger", "Ärger");
    }

    private static String post(OpenDoors doors, Charset charset) throws Exception {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes("""
                POST /cgi-bin/sendsms HTTP/1.1\r
                host: x\r
                connection: close\r
                content-type: text/plain\r
                content-length: 1\r
                X-Kannel-Username: u\r
                X-Kannel-Password: p\r
                X-Kannel-To: 46701234567\r
                X-Kannel-From: Ärger\r
                \r
                x""".getBytes(charset));
        try (Socket socket = new Socket("127.0.0.1", doors.port())) {
            socket.getOutputStream().write(request.toByteArray());
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
