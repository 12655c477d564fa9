package io.smppbridge.handback;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.RequestNotExecutedException;

/** What is made of the exception that a request by HTTP ended with. */
final class SendFault {
    private static final Pattern CLASS_NAMES =
            Pattern.compile("\\b(?:[a-z][a-z0-9]*\\.)+[A-Z]\\w*(?:Exception|Error)(?:: |$)");
    private static final String TLS_FAILED = "TLS failed: ";

    private SendFault() {}

    /** @param begun whether there was a connection, TLS and all, on which the request had begun */
    static HandOver.Answer.Failed failed(Exception cause, boolean begun) {
        return new HandOver.Answer.Failed(inWords(cause), isReached(cause, begun), 0);
    }

    /** Whether the client has given up waiting a moment before the lane would have. */
    static boolean isUnanswered(Exception cause) {
        return cause instanceof SocketTimeoutException && !(cause instanceof ConnectTimeoutException);
    }

    private static boolean isReached(Exception cause, boolean begun) {
        if (cause instanceof SSLException) {
            // With TLS 1.3 a receiver says what it thinks of our certificate, or of there being none, when the request
            // may have begun.
            return begun && !(cause instanceof SSLHandshakeException);
        }
        return !(cause instanceof ConnectException
                || cause instanceof ConnectTimeoutException
                || cause instanceof NoRouteToHostException
                || cause instanceof UnknownHostException
                || cause instanceof RequestNotExecutedException);
    }

    /** Whether TLS was what failed. */
    static boolean isOfTls(HandOver.Answer.Failed failed) {
        return failed.why().startsWith(TLS_FAILED);
    }

    /** In words for people: names of classes tell them nothing. */
    private static String inWords(Exception cause) {
        String message = cause.getMessage() == null
                ? ""
                : CLASS_NAMES.matcher(cause.getMessage()).replaceAll("");
        if (cause instanceof SSLException) {
            return TLS_FAILED + (message.isEmpty() ? "no reason given" : message);
        }
        if (message.isEmpty()) {
            return cause instanceof SocketException ? "the connection broke" : "the request failed";
        }
        return message;
    }
}
