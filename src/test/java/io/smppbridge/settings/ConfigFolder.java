package io.smppbridge.settings;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A directory with a configuration in it, as tests want it. */
final class ConfigFolder {
    static final String ONE_SMSC = """
            smsc.telia.host = smsc.telia.example
            smsc.telia.port = 2775
            smsc.telia.system-id = bridge
            smsc.telia.password = s3cret
            smsc.telia.rate = 5
            """;

    final Path directory;
    final Path main;
    final Map<String, String> environment = new HashMap<>();
    final Map<String, String> overrides = new HashMap<>();

    ConfigFolder(Path directory) {
        this.directory = directory;
        this.main = directory.resolve("bridge.properties");
    }

    ConfigFolder with(String name, String text) {
        try {
            Path file = directory.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    ConfigFolder main(String text) {
        return with("bridge.properties", text);
    }

    LoadOutcome load() {
        return BridgeConfig.load(main, environment, overrides);
    }

    LoadOutcome.Loaded loaded() {
        LoadOutcome outcome = load();
        if (outcome instanceof LoadOutcome.Loaded loaded) {
            return loaded;
        }
        throw new AssertionError("refused: " + outcome);
    }

    BridgeConfig config() {
        return loaded().config();
    }

    SmscConfig telia() {
        return config().smscs().get("telia");
    }

    List<ConfigFault> faults() {
        LoadOutcome outcome = load();
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            return faulty.faults();
        }
        throw new AssertionError("taken, with warnings " + ((LoadOutcome.Loaded) outcome).warnings());
    }

    List<String> texts() {
        return faults().stream().map(ConfigFault::text).toList();
    }

    List<String> warnings() {
        return loaded().warnings().stream().map(ConfigWarning::text).toList();
    }
}
