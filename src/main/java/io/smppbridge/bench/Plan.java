package io.smppbridge.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How to measure.
 *
 * @param measure how long each rate is measured
 * @param warmup load before that, which is not counted
 * @param connections of the HTTP generator; 0 for each scenario's own number
 * @param window submit_sm without an answer on each bind
 * @param binds to the sink
 * @param pending messages that wait at the restart
 * @param java the executable that runs bridge and sink
 * @param directory where journals and logs are kept meanwhile
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
        List<String> bridgeOptions) {
    Plan {
        bridgeOptions = List.copyOf(bridgeOptions);
    }

    int connectionsOr(int usual) {
        return connections > 0 ? connections : usual;
    }
}
