package io.smppbridge.smpp;

import io.smppbridge.settings.SmscConfig;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.List;
import javax.net.ssl.SSLException;

/** Says why there is no bind, where it was tried, and which keys to look at. */
final class Advice {
    /** What a TLS record begins with: an alert or a handshake, version 3.x (RFC 8446 §5.1). */
    private static final int TLS_ALERT = 0x1503;

    private static final int TLS_HANDSHAKE = 0x1603;

    private static final List<String> KERNEL = List.of(
            "Connection refused",
            "Connection reset by peer",
            "Broken pipe",
            "No route to host",
            "Network is unreachable",
            "Connection timed out");

    /** How the JDK and Netty say that the other side speaks something else. */
    private static final List<String> NO_TLS =
            List.of("Unsupported or unrecognized SSL message", "not an SSL/TLS record");

    /** How they say that it has ended the connection instead of shaking hands. */
    private static final List<String> HUNG_UP =
            List.of("terminated the handshake", "closed while SSL/TLS handshake was in progress");

    private Advice() {}

    static String notConnected(SmscConfig smsc, Throwable why) {
        if (why instanceof UnknownHostException) {
            return at(smsc) + " failed: no address is known for this name (check smsc." + smsc.name() + ".host)";
        }
        if (why instanceof SSLException) {
            return "TLS with " + smsc.link().host() + ":" + smsc.link().port() + " failed: " + tls(smsc, why);
        }
        if (smsc.link().tls().isPresent()
                && why instanceof ClosedChannelException) { // as Netty says that it is hung up
            return "TLS with " + smsc.link().host() + ":" + smsc.link().port() + " failed: " + hungUp(smsc);
        }
        if (smsc.link().tls().isPresent() && isCutOff(why)) {
            // With TLS 1.3 what we write first may meet a connection that the SMSC has ended because of our
            // certificate.
            return "TLS with " + smsc.link().host() + ":" + smsc.link().port() + " failed: the SMSC has ended it, "
                    + why.getMessage() + ownCertificate(smsc);
        }
        return at(smsc) + " failed: " + plainly(why) + check(smsc);
    }

    /** Why the reading ended; with TLS 1.3 the SMSC refuses our certificate only then. */
    static String ended(SmscConfig smsc, IOException why) {
        return why instanceof SSLException ? "TLS ended: " + tls(smsc, why) : plainly(why);
    }

    static String notConnectedWithin(SmscConfig smsc) {
        // An SMSC that speaks clear text waits for the rest of what it takes for a PDU.
        String tls = smsc.link().tls().isPresent()
                ? " (check smsc." + smsc.name() + ".port and .tls; is the SMSC up, and does it speak TLS there?)"
                : check(smsc);
        return at(smsc) + " failed: no answer within "
                + smsc.timers().connectWithin().toMillis() / 1000.0 + " s" + tls;
    }

    /** @param first whether the peer has said nothing else yet */
    static String badLength(SmscConfig smsc, int length, boolean first) {
        String fault = "command_length " + Integer.toUnsignedString(length) + ", expected 16.." + GuardedReader.LONGEST;
        if (first && smsc.link().tls().isEmpty() && (length >>> 16 == TLS_ALERT || length >>> 16 == TLS_HANDSHAKE)) {
            return fault + ": what answers at " + smsc.link().host() + ":"
                    + smsc.link().port() + " speaks TLS (set smsc." + smsc.name() + ".tls = on)";
        }
        return first
                ? fault + ": what answers at " + smsc.link().host() + ":"
                        + smsc.link().port() + " does not look like SMPP (check smsc." + smsc.name()
                        + ".host and .port)"
                : fault;
    }

    /** Netty names the system call and the address around what the kernel has said. */
    private static String plainly(Throwable why) {
        String said = why.getMessage();
        if (said == null) {
            return why.toString();
        }
        return KERNEL.stream().filter(said::contains).findFirst().orElse(said);
    }

    private static String tls(SmscConfig smsc, Throwable why) {
        String keys = "smsc." + smsc.name() + ".";
        String said = String.valueOf(why.getMessage());
        String name = smsc.link().tls().map(tls -> tls.name()).orElse("");
        if (has(why, CertificateExpiredException.class) || has(why, CertificateNotYetValidException.class)) {
            return "the SMSC's certificate is not valid at this time (ask the SMSC for a renewed one; is the clock right?)";
        }
        if (has(why, CertPathBuilderException.class)) {
            return "nobody of " + keys + "tls-trust vouches for the SMSC's certificate";
        }
        if (said.contains("No subject alternative") || said.contains("No name matching")) {
            return "the SMSC's certificate is not for " + name + " (check " + keys + "tls-name)";
        }
        if (NO_TLS.stream().anyMatch(said::contains)) {
            return "what answers there does not speak TLS (check " + keys + "port and .tls)";
        }
        if (HUNG_UP.stream().anyMatch(said::contains)) {
            return hungUp(smsc);
        }
        if (said.contains("Received fatal alert")) {
            return "the SMSC refused: "
                    + said.substring(said.lastIndexOf(':') + 1).strip() + ownCertificate(smsc);
        }
        return said;
    }

    private static String hungUp(SmscConfig smsc) {
        return "the SMSC closed the connection in the handshake (does it speak TLS there, 1.3 or 1.2? check smsc."
                + smsc.name() + ".port and .tls)";
    }

    /** The connection stood. */
    private static boolean isCutOff(Throwable why) {
        return why instanceof SocketException
                && !(why instanceof ConnectException || why instanceof NoRouteToHostException);
    }

    private static String ownCertificate(SmscConfig smsc) {
        String keys = "smsc." + smsc.name() + ".";
        return smsc.link().tls().filter(it -> it.key().isPresent()).isPresent()
                ? " (does it know our certificate, " + keys + "tls-certificate?)"
                : " (it may want a certificate: " + keys + "tls-certificate and .tls-key)";
    }

    private static boolean has(Throwable why, Class<? extends Exception> cause) {
        Throwable at = why;
        for (int depth = 0; at != null && depth < 10; depth++) {
            if (cause.isInstance(at)) {
                return true;
            }
            at = at.getCause();
        }
        return false;
    }

    private static String at(SmscConfig smsc) {
        return "connect to " + smsc.link().host() + ":" + smsc.link().port();
    }

    private static String check(SmscConfig smsc) {
        return " (check smsc." + smsc.name() + ".host and .port; is the SMSC up?)";
    }
}
