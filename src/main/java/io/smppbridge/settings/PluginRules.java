package io.smppbridge.settings;

import java.nio.file.Files;
import java.nio.file.Path;

/** Whether there can be plug-ins where they are said to be. A bridge starts without them: a directory may be mounted late. */
final class PluginRules {
    private PluginRules() {}

    static void check(Values values, Path directory, Complaints complaints) {
        Scope node = values.node();
        if (!node.sound("plugin.directory", "plugin.on-failure")) {
            return;
        }
        String named = node.word("plugin.directory");
        if (named.isEmpty()) {
            return;
        }
        Path jars = directory.resolve(named);
        if (!Files.isDirectory(jars) || !Files.isReadable(jars)) {
            complaints.warn(
                    node.value("plugin.directory"),
                    jars.normalize() + (Files.exists(jars) ? " is no directory that can be read" : " is not there")
                            + ", so there will be no plug-ins, and messages are "
                            + (node.flag("plugin.on-failure") ? "refused" : "sent without them"),
                    "make it, relative to the directory of this file, or leave the key out");
        }
    }
}
