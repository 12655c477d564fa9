package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Certificates;
import io.smppbridge.OldTls;
import java.io.DataInputStream;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class EsmeOldTlsTest {
    @Test
    @Tag("S-08")
    void an_esme_that_knows_no_more_than_tls_1_1_is_refused(@TempDir Path directory) throws Exception {
        Certificates.Issued issued = new Certificates("ca").issue("127.0.0.1");
        issued.certificate(directory.resolve("chain.pem"));
        issued.key(directory.resolve("key.pem"));
        try (EsmeBed bed = EsmeBed.with(
                directory, List.of("shop"), "esme.e.tls-certificate = chain.pem", "esme.e.tls-key = key.pem")) {
            assertThat(answer(bed.port(), OldTls.clientHello(false)).type())
                    .as("to the same hello of TLS 1.2")
                    .isEqualTo(OldTls.HANDSHAKE);
            OldTls.Fragment refusal = answer(bed.port(), OldTls.clientHello(true));
            assertThat(refusal.type()).isEqualTo(OldTls.ALERT);
            assertThat(refusal.octets()).containsExactly(2, OldTls.PROTOCOL_VERSION);
        }
    }

    private static OldTls.Fragment answer(int port, byte[] hello) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(hello);
            return OldTls.Fragment.read(new DataInputStream(socket.getInputStream()));
        }
    }
}
