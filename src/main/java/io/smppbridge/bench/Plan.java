package io.smppbridge.bench;

import io.smppbridge.settings.TransportKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How to measure.
 *
 * @param measure how long each rate is measured
 * @param warmup load before that, which is not counted
 * @param connections of the HTTP generator; 0 for each scenario's own number
 * @param window submit_sm without an answer on each bind
 * @param binds to the sink
 * @param pending messages that wait for an SMSC, or for a restart
 * @param java the executable that runs bridge and sink
 * @param directory where journals and logs are kept meanwhile
 * @param transport what carries the binds of the bridge to the sink
 * @param bridgeOptions more options for the JVM of the bridge
 */
record Plan(
        Duration measure,
        Duration warmup,
        int connections,
        int window,
        int binds,
        int pending,
        Path java,
        Path directory,
        TransportKind transport,
        List<String> bridgeOptions) {
    static final int USUAL_BINDS = 4;
    static final int USUAL_WINDOW = 100;

    Plan {
        bridgeOptions = List.copyOf(bridgeOptions);
    }

    /** The same over another transport, in a directory of its own. */
    Plan over(TransportKind other) {
        return new Plan(
                measure,
                warmup,
                connections,
                window,
                binds,
                pending,
                java,
                directory.resolve(word(other)),
                other,
                bridgeOptions);
    }

    /** The same with other binds. */
    Plan with(int otherBinds, int otherWindow, TransportKind otherTransport) {
        return new Plan(
                measure,
                warmup,
                connections,
                otherWindow,
                otherBinds,
                pending,
                java,
                directory,
                otherTransport,
                bridgeOptions);
    }

    /** The same with other options for the JVM of the bridge. */
    Plan with(List<String> otherOptions) {
        return new Plan(measure, warmup, connections, window, binds, pending, java, directory, transport, otherOptions);
    }

    /** The same on another disk. */
    Plan in(Path otherDirectory) {
        return new Plan(
                measure, warmup, connections, window, binds, pending, java, otherDirectory, transport, bridgeOptions);
    }

    /** As the settings have it. */
    static String word(TransportKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Whether its load is the one that goals are meant for. */
    boolean isUsual() {
        return connections == 0 && window == USUAL_WINDOW && binds == USUAL_BINDS;
    }

    int connectionsOr(int usual) {
        return connections > 0 ? connections : usual;
    }
}
