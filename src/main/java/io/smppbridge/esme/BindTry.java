package io.smppbridge.esme;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.MalformedBody;
import io.smppbridge.wire.Status;
import java.net.InetAddress;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One bind request, from its octets to its answer. */
@OwnedBy("its event loop")
final class BindTry {
    private static final Logger LOG = LoggerFactory.getLogger(BindTry.class);

    private final Session session;
    private final Listening listening;
    private final int command;
    private final int sequence;
    /** Whether its account has a place for it. */
    private boolean entered;

    BindTry(Session session, Listening listening, int command, int sequence) {
        this.session = session;
        this.listening = listening;
        this.command = command;
        this.sequence = sequence;
    }

    /**
     * Reads it and asks whether it may pass.
     *
     * @return the version that the ESME announces; 0 when it cannot be read
     */
    int begin(InetAddress peer, BodyReader body) {
        try {
            BindRequest request = BindRequest.read(body);
            Optional<Account> named = listening.account(request.systemId());
            named.ifPresent(account -> session.named(account, request, body));
            ask(peer, request, named);
            return request.version();
        } catch (MalformedBody e) {
            session.refuse(command, sequence, e.status());
            return 0;
        }
    }

    private void ask(InetAddress peer, BindRequest request, Optional<Account> named) {
        Gatekeeper gatekeeper = listening.gatekeeper();
        int asOf = gatekeeper.generation();
        gatekeeper.check(
                peer,
                request,
                (status, why, found) -> session.loop().run(() -> {
                    if (!session.isBinding()) {
                        return;
                    }
                    // Asked once: while other terms are being taken over, the answer changes, and who is in has a
                    // place.
                    Optional<Account> current = found.filter(listening::isCurrent);
                    entered = current.isPresent() && current.get().enter(session);
                    if (found.isEmpty() || gatekeeper.generation() == asOf) {
                        decided(status, why, named, current);
                        return;
                    }
                    // What has opened may be a former password. Who enters before passwords change is ended with the
                    // others of its account.
                    found.get().leave(session);
                    ask(peer, request, named);
                }));
    }

    private void decided(int status, String why, Optional<Account> named, Optional<Account> found) {
        if (found.isEmpty()) {
            String whose = named.map(account -> "account " + account.name()).orElse("nobody");
            LOG.info("{}: bind of {} refused: {}", session, whose, why);
            session.refuse(command, sequence, status == Status.ROK ? Status.RBINDFAIL : status);
        } else if (!entered) {
            LOG.info(
                    "{}: account {} has all the binds it may have",
                    session,
                    found.get().name());
            session.refuse(command, sequence, Status.RALYBND);
        } else {
            session.enter(found.get(), command, sequence);
        }
        session.goOn();
    }
}
