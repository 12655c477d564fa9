package io.smppbridge.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where runs are made, one after the other: the configurations, and an ear for what the bridge complains of. */
final class Bed implements AutoCloseable {
    /** Flight notes are the only files, and need no disk. */
    private static final Path MEMORY = Path.of("/dev/shm");

    private final Path directory;
    private final Settings settings;
    private final Complaints complaints = new Complaints();

    Bed() throws IOException {
        directory = Files.isWritable(MEMORY)
                ? Files.createTempDirectory(MEMORY, "simulation")
                : Files.createTempDirectory("simulation");
        settings = new Settings(directory);
    }

    Simulation.Verdict run(Plan plan, Plant plant, boolean traced) {
        complaints.heard();
        Simulation.Verdict verdict = Simulation.run(plan, settings, plant, traced);
        complaints.heard().forEach(what -> verdict.truth().wrong("complaint: " + what));
        return verdict;
    }

    @Override
    public void close() throws IOException {
        complaints.close();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path one : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(one);
            }
        }
    }
}
