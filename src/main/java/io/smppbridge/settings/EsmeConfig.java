package io.smppbridge.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The SMPP server.
 *
 * @param threads event loops ({@code intake.esme.threads}); 0 for {@link #loops}
 * @param durability what a submit_sm_resp promises ({@code intake.esme.durability})
 * @param listeners by name ({@code esme.<name>.*}); none: there is no server
 */
public record EsmeConfig(int threads, NodeConfig.Durability durability, Map<String, Listener> listeners) {
    /**
     * One listener.
     *
     * @param systemId what the bridge calls itself
     * @param connections at once
     * @param unboundPerAddress connections of one address that have not bound yet
     * @param bindWithin time for a connection to bind
     * @param enquireLink silence after which the ESME is asked whether it lives
     * @param answerWithin time for it to answer
     * @param maxPdu octets of the longest PDU
     * @param tls empty: the connection is in clear
     */
    public record Listener(
            String name,
            String host,
            int port,
            String systemId,
            int connections,
            int unboundPerAddress,
            Duration bindWithin,
            Duration enquireLink,
            Duration answerWithin,
            int maxPdu,
            Optional<Tls> tls) {}

    /** How many event loops there are: by default half as many as cores, as journal and senders want the others. */
    public int loops(int cores) {
        return threads > 0 ? threads : Math.max(1, cores / 2);
    }

    /**
     * @param clientCa authorities that sign the ESMEs' certificates; empty: none is asked for
     * @param print stands for what the files held when the configuration was read, so that renewed ones are a change
     */
    public record Tls(Path certificate, Path key, Optional<Path> clientCa, String print) {}
}
