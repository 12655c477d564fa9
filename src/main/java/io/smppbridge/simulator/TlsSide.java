package io.smppbridge.simulator;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** The TLS of a port whose script names a certificate. */
final class TlsSide {
    private TlsSide() {}

    /** Reads the files anew for each connection, so that a certificate may be renewed while the simulator runs. */
    static Optional<ChannelHandler> handler(Behaviour behaviour, ByteBufAllocator allocator) {
        if (behaviour.tlsCertificate.isEmpty()) {
            return Optional.empty();
        }
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(
                            behaviour.tlsCertificate.get().toFile(),
                            behaviour
                                    .tlsKey
                                    .orElseThrow(() -> new IllegalArgumentException(
                                            "tls-key: expected the PEM file (PKCS#8) with the key of tls-certificate"))
                                    .toFile())
                    .protocols("TLSv1.3", "TLSv1.2");
            behaviour.tlsClientTrust.ifPresent(
                    trust -> builder.trustManager(trust.toFile()).clientAuth(ClientAuth.REQUIRE));
            return Optional.of(builder.build().newHandler(allocator));
        } catch (SSLException e) {
            throw new IllegalArgumentException("tls-certificate, tls-key: " + e.getMessage(), e);
        }
    }
}
