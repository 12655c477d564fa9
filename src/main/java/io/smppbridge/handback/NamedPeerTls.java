package io.smppbridge.handback;

import io.smppbridge.threads.ThreadSafe;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;

/**
 * TLS whose peer must hold a certificate for the webhook's host name. Checked here and not left to a default: the strategy
 * that HttpClient 5.5.1's {@code ClientTlsStrategyBuilder} makes when told nothing but the trust let a certificate for another name pass
 * (seen in {@code TlsTest}).
 */
@ThreadSafe
final class NamedPeerTls extends DefaultClientTlsStrategy {
    private final HostnameVerifier verifier = new DefaultHostnameVerifier();

    NamedPeerTls(SSLContext trust) {
        super(trust);
    }

    @Override
    protected void verifySession(String hostname, SSLSession session) throws SSLException {
        super.verifySession(hostname, session);
        if (!verifier.verify(hostname, session)) {
            throw new SSLPeerUnverifiedException("the certificate is not for " + hostname);
        }
    }
}
