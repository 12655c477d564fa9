package io.smppbridge.plugin;

import java.nio.file.Path;

/**
 * Something added to the bridge from a jar in {@code plugin.directory}: a class with a public constructor without parameters, named in
 * {@code META-INF/services/io.smppbridge.plugin.Plugin} of its jar, that implements one or more of the hooks beside this one.
 *
 * <p>A call may come on any of several threads at once. It has {@code plugin.answer-within} to answer; one that takes longer is
 * interrupted and does without its answer, and so does one that throws.
 */
public interface Plugin {
    /** How log and settings call it: a-z, 0-9 and -. */
    String name();

    /**
     * Called once, before any message.
     *
     * @param directory where the jar is; a plug-in may have its own settings there
     * @throws Exception when it cannot work: it is left out
     */
    default void start(Path directory) throws Exception {}

    /** Called once, after the last message. */
    default void stop() {}
}
