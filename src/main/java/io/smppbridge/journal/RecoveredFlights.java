package io.smppbridge.journal;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was under way when an earlier run ended.
 *
 * @param flights submissions handed to a socket whose outcome was not known to be in the journal; after a power loss also some whose outcome is there
 * @param files that were read
 * @param unfinished what was being made when the process ended, and holds nothing
 * @param damagedSlots slots that could not be read, and are not among the flights
 * @param damagedAnswers flights whose answer could not be read: they stand there as not answered
 */
public record RecoveredFlights(
        List<Flight> flights, List<Path> files, List<Path> unfinished, int damagedSlots, int damagedAnswers) {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveredFlights.class);

    /**
     * Reads all flight logs in a directory, which may be missing. Changes nothing. Call it before new ones are made.
     *
     * @throws JournalException DAMAGED when a file is no flight log, NOT_WRITABLE or FAILED when it cannot be read
     */
    public static RecoveredFlights in(Path directory) {
        Reading reading = new Reading();
        List<Path> files;
        List<Path> unfinished;
        try {
            files = named(directory, FlightLog.SUFFIX);
            unfinished = named(directory, FlightLog.SUFFIX + FlightLog.UNFINISHED);
            for (Path file : files) {
                reading.read(file);
            }
        } catch (IOException e) {
            throw JournalException.unusable(directory.toString(), e);
        }
        return new RecoveredFlights(
                List.copyOf(reading.flights), files, unfinished, reading.damagedSlots, reading.damagedAnswers);
    }

    private static List<Path> named(Path directory, String suffix) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (UncheckedIOException e) { // in the middle of the list
            throw e.getCause();
        }
    }

    /** Says so where notes could not be read: of these messages nothing tells any more that they may be with a carrier already. */
    public void tellDamage() {
        if (damagedSlots + damagedAnswers > 0) {
            LOG.warn(
                    "{} notes of what was under way cannot be read, so as many messages may be sent a second time without a mark; {}"
                            + " more do not tell their answer, and count as not answered. A loss of power can do that; if there was none, look at the disk",
                    damagedSlots,
                    damagedAnswers);
        }
    }

    /** Deletes the files that were read, and those that were never finished. To be called when what they say has been forced into the journal. */
    public void discard() {
        try {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
            for (Path file : unfinished) {
                Files.deleteIfExists(file);
            }
            if (!files.isEmpty()) {
                try (FileChannel names = FileChannel.open(files.get(0).getParent(), StandardOpenOption.READ)) {
                    names.force(true);
                }
            }
        } catch (IOException e) {
            throw JournalException.unusable(files + " cannot be deleted", e);
        }
    }

    @OwnedBy("whoever reads")
    private static final class Reading {
        private final List<Flight> flights = new ArrayList<>();
        private int damagedSlots;
        private int damagedAnswers;

        void read(Path file) throws IOException {
            ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            boolean header = whole.capacity() >= FlightLog.SLOT
                    && (whole.getLong(0) == FlightLog.MAGIC || whole.getLong(0) == FlightLog.FIRST_MAGIC)
                    && whole.getInt(24) == FlightLog.headerCrc(whole);
            int count = header ? whole.getInt(8) : 0;
            if (!header || whole.capacity() != FlightLog.size(count)) {
                throw new JournalException(
                        JournalException.Kind.DAMAGED,
                        file
                                + ", offset 0: this is not a whole flight log; nothing was changed. The messages are in the"
                                + " journal beside it: put this file aside and start with --hold-all, as nothing else"
                                + " tells which of them a carrier may have");
            }
            String bind = file.getFileName().toString();
            bind = bind.substring(0, bind.length() - FlightLog.SUFFIX.length());
            FlightLog.Side side = new FlightLog.Side(whole, whole.getLong(16));
            boolean first = whole.getLong(0) == FlightLog.FIRST_MAGIC;
            for (int slot = 0; slot < count; slot++) {
                slot(bind, side, slot, first);
            }
        }

        private void slot(String bind, FlightLog.Side side, int slot, boolean first) {
            ByteBuffer in = side.buffer;
            int at = (slot + 1) * FlightLog.SLOT;
            int state = in.getInt(at);
            if (state == FlightLog.FREE) {
                return;
            }
            if (state > FlightLog.ANSWERED || state < 0 || in.getInt(at + FlightLog.SENT_CRC) != side.sentCrc(slot)) {
                damagedSlots++;
                return;
            }
            boolean answered = state == FlightLog.ANSWERED;
            int length = in.get(at + FlightLog.ID_LENGTH);
            if (answered
                    && (length < 0
                            || length > FlightLog.LONGEST_ID
                            || in.getInt(at + FlightLog.ANSWER_CRC)
                                    != side.answerCrc(slot, first ? FlightLog.SLOT : FlightLog.ID + length))) {
                damagedAnswers++;
                answered = false;
            }
            byte[] id = new byte[answered ? length : 0];
            in.get(at + FlightLog.ID, id);
            flights.add(new Flight(
                    bind,
                    in.getLong(at + FlightLog.SENT_FROM),
                    in.getInt(at + 16),
                    in.getInt(at + 20),
                    in.getLong(at + 24),
                    answered,
                    answered ? in.getInt(at + FlightLog.ANSWER_FROM) : 0,
                    new String(id, StandardCharsets.ISO_8859_1)));
        }
    }
}
