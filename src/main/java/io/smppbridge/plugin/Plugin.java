package io.smppbridge.plugin;

import java.nio.file.Path;

/**
 * What a jar in {@code plugin.directory} adds to the bridge: a class that implements one or more of the hooks beside this interface. It has a
 * public constructor without parameters and is named in {@code META-INF/services/io.smppbridge.plugin.Plugin} of its jar.
 *
 * <p>Several threads may call it at once. Each call has {@code plugin.answer-within} to answer; then it is interrupted. If it is late, throws
 * or returns null, the message goes on without its answer, or is refused with {@code plugin.on-failure = refuse}.
 */
public interface Plugin {
    /** How log and settings call it: a-z, 0-9 and -. */
    String name();

    /**
     * Called once, before any message. Has ten seconds, the constructor included.
     *
     * @param directory where the jar is; a plug-in may have its own settings there
     * @throws Exception when the plug-in cannot work: it is left out
     */
    default void start(Path directory) throws Exception {}

    /** Called once, after the last message. Has {@code plugin.answer-within}. */
    default void stop() {}
}
