package io.smppbridge.intake;

import io.smppbridge.http.Gate;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.ThreadSafe;
import java.net.InetAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the login of a stream's client, and says whose stream it is. */
@ThreadSafe
final class StreamGate {
    private static final Logger LOG = LoggerFactory.getLogger(StreamGate.class);

    private final TcpIntake.Shared with;

    /** What a login comes to. */
    sealed interface Entry {
        /** It stands; the stream is of that account. */
        record Open(StreamLogin login, String account) implements Entry {}

        record Closed(Problem problem) implements Entry {}
    }

    StreamGate(TcpIntake.Shared with) {
        this.with = with;
    }

    /** Why a frame is refused that comes before a login. */
    static Problem loginFirst(long id) {
        return Problem.of(
                401,
                "login-first",
                "the first frame has id " + id + ", expected 0 with a login, for example {\"key\": \"sb_…\"}");
    }

    /** What a stream is told that goes against the protocol. */
    static Problem told(TcpIntake.Shared with, String account, Problem problem) {
        LOG.info("a stream of account \"{}\" is ended: {}", account, problem.detail());
        with.stats().refused("malformed").increment();
        return problem;
    }

    /** What a stream is told whose key was taken away while it was open. */
    static Problem noLonger(TcpIntake.Shared with, String account) {
        LOG.warn("a stream of account \"{}\" is ended, as its key opens the account no longer", account);
        with.stats().refused("wrong-key").increment();
        return Problem.of(401, "wrong-key", "the key opens the account no longer");
    }

    Entry enter(byte[] content, InetAddress peer) {
        StreamLogin login;
        try {
            login = StreamLogin.read(content);
        } catch (StreamLogin.Unreadable e) {
            return new Entry.Closed(Problem.of(400, "login", e.getMessage()));
        }
        String unnamed = with.config().account();
        if (login.key().isEmpty() && !unnamed.isEmpty()) {
            return new Entry.Open(login, unnamed);
        }
        Gate.Verdict verdict = with.gate().check("Bearer " + login.key(), peer);
        if (verdict instanceof Gate.Verdict.Open open) {
            return new Entry.Open(login, open.principal());
        }
        with.stats().refused("wrong-key").increment();
        return new Entry.Closed(Problem.of(
                401,
                "wrong-key",
                verdict instanceof Gate.Verdict.Paused paused
                        ? "too many wrong keys from this address; try again in "
                                + paused.retryAfter().toSeconds() + " s"
                        : "the key opens no account; ./bridge key makes one"));
    }
}
