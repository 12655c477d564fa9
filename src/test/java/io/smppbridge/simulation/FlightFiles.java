package io.smppbridge.simulation;

import io.smppbridge.journal.FlightLog;
import io.smppbridge.pipeline.Outcomes.Flight;
import io.smppbridge.sender.Flights;
import io.smppbridge.sender.LoggedFlights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The notes of submissions under way: real files, mapped as in earnest, of which a power loss leaves some pages as they were last forced. */
final class FlightFiles {
    private static final int PAGE = 4096;

    private final Path directory;
    private final Map<Path, byte[]> stored = new HashMap<>();

    /** @param journal its directory */
    FlightFiles(Path journal) {
        this.directory = journal.resolve("flights");
        clear(journal);
    }

    private void clear(Path journal) {
        try {
            Files.deleteIfExists(journal.resolve("heartbeat"));
            for (Path file : files()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.sorted().toList();
        }
    }

    Flights open(String worker, int slots, long incarnation) {
        FlightLog log = FlightLog.create(directory, worker, slots, incarnation);
        store();
        return new Kept(new LoggedFlights(log, slots));
    }

    private void store() {
        try {
            for (Path file : files()) {
                stored.put(file, Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void powerLoss(SplittableRandom luck) {
        try {
            for (Path file : files()) {
                byte[] now = Files.readAllBytes(file);
                byte[] left = stored.get(file);
                for (int at = 0; at < now.length && left != null; at += PAGE) {
                    if (luck.nextBoolean()) {
                        System.arraycopy(left, at, now, at, Math.min(PAGE, now.length - at));
                    }
                }
                Files.write(file, now);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes that know what of them is stored. */
    private final class Kept implements Flights {
        private final Flights notes;

        Kept(Flights notes) {
            this.notes = notes;
        }

        @Override
        public int sent(long taskId, int part, int attempt, long epochMs) {
            return notes.sent(taskId, part, attempt, epochMs);
        }

        @Override
        public void answered(int slot, int commandStatus, String messageId) {
            notes.answered(slot, commandStatus, messageId);
        }

        @Override
        public void drop(int slot) {
            notes.drop(slot);
        }

        @Override
        public Flight flight(int slot) {
            return notes.flight(slot);
        }

        @Override
        public void force() {
            store();
        }
    }
}
