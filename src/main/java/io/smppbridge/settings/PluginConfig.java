package io.smppbridge.settings;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Plug-ins ({@code plugin.*}).
 *
 * @param directory where their jars are; empty for none
 * @param names those that are wanted; empty for all that are found
 * @param answerWithin time for one answer
 * @param atOnce how many messages of one account plug-ins look at at the same time before they are submitted to one SMSC
 * @param refuse whether a message is refused when a plug-in gives no answer
 */
public record PluginConfig(
        Optional<Path> directory, List<String> names, Duration answerWithin, int atOnce, boolean refuse) {
    public PluginConfig {
        names = List.copyOf(names);
    }
}
