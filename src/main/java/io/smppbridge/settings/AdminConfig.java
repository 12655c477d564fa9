package io.smppbridge.settings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The operator's listener ({@code admin.*}): health, metrics, status, levers.
 *
 * @param enabled {@code admin.enabled}
 * @param host {@code admin.host}, loopback by default
 * @param port {@code admin.port}
 * @param keyHash hash of the key that may all ({@code admin.key-hash}); empty: it is the one in the key file that the start writes into
 *     the journal directory
 * @param countersEvery {@code admin.counters-every}, how often the live counters are written; zero: never
 * @param operators those with a key of their own ({@code operator.<name>.*}), by name
 */
public record AdminConfig(
        boolean enabled,
        String host,
        int port,
        String keyHash,
        Duration countersEvery,
        Map<String, Operator> operators) {
    /** Who holds the key that may all. */
    public static final String CHIEF = "operator";

    /**
     * One who may some of it.
     *
     * @param keyHashes hashes of the operator's keys, any of which opens ({@code operator.<name>.key-hash})
     * @param rights what they open ({@code operator.<name>.rights}), {@link Right#READ} always among it
     */
    public record Operator(List<String> keyHashes, Set<Right> rights) {}

    /** What an operator's key may open. */
    public enum Right {
        /** Status and lists, in which nothing tells what a message says and no number is whole. */
        READ,
        /** What moves single messages, events and receipts, logs of the wire with numbers masked, log levels, consent. */
        OPERATE,
        /** What changes the bridge for all, or cannot be undone: a reload, and with it all that is configured; an erasure. */
        CONFIGURE,
        /** What shows whom messages are from and to, and what they say. */
        CONTENT
    }
}
