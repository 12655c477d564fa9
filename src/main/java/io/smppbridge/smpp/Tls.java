package io.smppbridge.smpp;

import io.netty.handler.ssl.SslHandler;
import io.smppbridge.settings.PemException;
import io.smppbridge.settings.PemFiles;
import io.smppbridge.settings.TlsConfig;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TLS towards one SMSC: 1.3 or 1.2, the SMSC's certificate vouched for and for the right name, or no connection. Looks before each
 * connection whether the files have been renewed; while new ones cannot be used, those last read stay in use, with a warning.
 */
@ThreadSafe
final class Tls {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final int GOODBYE_MS = 500;
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};
    /** A name of letters, digits, dots and dashes is asked for by SNI; an address cannot be (RFC 6066 §3). */
    private static final String ASKABLE = "(?=.*[A-Za-z])[A-Za-z0-9._-]+";

    private final String smsc;
    private final TlsConfig config;
    private String stamp = "";
    private Optional<SSLContext> context = Optional.empty();

    Tls(String smsc, TlsConfig config) {
        this.smsc = smsc;
        this.config = config;
    }

    /**
     * Shakes hands over a connected socket.
     *
     * @throws IOException if it comes to no TLS with a peer that is vouched for; the socket is of no use then
     */
    SSLSocket over(Socket socket, int port) throws IOException {
        SSLSocket tls = (SSLSocket) current().getSocketFactory().createSocket(socket, config.name(), port, false);
        tls.setSSLParameters(strict(tls.getSSLParameters()));
        tls.startHandshake();
        LOG.info(
                "{}: {} {}",
                smsc,
                tls.getSession().getProtocol(),
                tls.getSession().getCipherSuite());
        return tls;
    }

    /**
     * Shakes hands over a connection of Netty's.
     *
     * @throws IOException if the PEM files cannot be used and none were before
     */
    SslHandler shaker(int port) throws IOException {
        SSLEngine engine = current().createSSLEngine(config.name(), port);
        engine.setUseClientMode(true);
        engine.setSSLParameters(strict(engine.getSSLParameters()));
        SslHandler shaker = new SslHandler(engine);
        shaker.setHandshakeTimeoutMillis(0); // Part of the connection, whose deadline the connector looks at.
        shaker.setCloseNotifyFlushTimeoutMillis(GOODBYE_MS);
        return shaker;
    }

    private SSLParameters strict(SSLParameters how) {
        how.setProtocols(VERSIONS);
        how.setEndpointIdentificationAlgorithm("HTTPS"); // RFC 2818: the certificate must hold the name.
        if (config.name().matches(ASKABLE)) {
            how.setServerNames(List.of(new SNIHostName(config.name())));
        }
        return how;
    }

    private synchronized SSLContext current() throws IOException {
        String now = stampNow();
        if (context.isEmpty() || !now.equals(stamp)) {
            try {
                context = Optional.of(read());
            } catch (PemException | GeneralSecurityException e) {
                if (context.isEmpty()) {
                    throw new IOException("TLS cannot begin: " + e.getMessage(), e);
                }
                LOG.warn("{}: renewed PEM files cannot be used, the former ones stay in use: {}", smsc, e.getMessage());
            }
            stamp = now;
        }
        return context.orElseThrow();
    }

    /** When and how large the files are: a renewed one differs in this. */
    private String stampNow() {
        StringBuilder all = new StringBuilder();
        Stream.of(config.trust(), config.certificate(), config.key())
                .flatMap(Optional::stream)
                .forEach(file -> all.append(stampOf(file)).append(' '));
        return all.toString();
    }

    private static String stampOf(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime() + "/" + attributes.size() + "/" + attributes.fileKey();
        } catch (IOException e) {
            return "gone";
        }
    }

    private SSLContext read() throws PemException, GeneralSecurityException, IOException {
        TrustManager[] trust = null; // Java's word for: whom it trusts itself.
        if (config.trust().isPresent()) {
            KeyStore trusted = empty();
            int number = 0;
            for (X509Certificate certificate :
                    PemFiles.certificates(config.trust().get())) {
                trusted.setCertificateEntry("trusted-" + number++, certificate);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            trust = factory.getTrustManagers();
        }
        KeyManager[] own = null; // Java's word for: none.
        if (config.key().isPresent()) {
            PemFiles.Identity identity = PemFiles.identity(
                    config.certificate().orElseThrow(), config.key().get());
            KeyStore keys = empty();
            keys.setKeyEntry(
                    "own", identity.key(), new char[0], identity.chain().toArray(new Certificate[0]));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(keys, new char[0]);
            own = factory.getKeyManagers();
        }
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(own, trust, null);
        return made;
    }

    private static KeyStore empty() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
