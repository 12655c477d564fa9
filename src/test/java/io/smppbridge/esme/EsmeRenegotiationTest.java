package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Certificates;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class EsmeRenegotiationTest {
    private static final byte[] ENQUIRE = {0, 0, 0, 16, 0, 0, 0, 0x15, 0, 0, 0, 0, 0, 0, 0, 7};

    /** Each handshake costs the loop a signature, and whoever asks for it a few octets. */
    @Test
    @Tag("C106")
    void a_connection_of_tls_1_2_gets_one_handshake_and_ends_when_it_wants_another(@TempDir Path directory)
            throws Exception {
        Certificates authority = new Certificates("ca");
        Certificates.Issued issued = authority.issue("127.0.0.1");
        issued.certificate(directory.resolve("chain.pem"));
        issued.key(directory.resolve("key.pem"));
        try (EsmeBed bed = EsmeBed.with(
                        directory, List.of("shop"), "esme.e.tls-certificate = chain.pem", "esme.e.tls-key = key.pem");
                SSLSocket peer =
                        (SSLSocket) trusting(authority).getSocketFactory().createSocket("127.0.0.1", bed.port())) {
            peer.setSoTimeout(10_000);
            peer.setEnabledProtocols(new String[] {"TLSv1.2"});
            peer.startHandshake();
            enquire(peer);
            peer.getSession().invalidate(); // else it would be resumed
            assertThatThrownBy(() -> {
                        peer.startHandshake();
                        enquire(peer);
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    private static void enquire(SSLSocket peer) throws IOException {
        peer.getOutputStream().write(ENQUIRE);
        assertThat(peer.getInputStream().readNBytes(16)).hasSize(16).endsWith(7);
    }

    private static SSLContext trusting(Certificates authority) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry("ca", authority.certificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
