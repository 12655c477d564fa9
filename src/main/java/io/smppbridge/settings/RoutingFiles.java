package io.smppbridge.settings;

import io.smppbridge.settings.RoutingConfig.OperatorRow;
import io.smppbridge.settings.RoutingConfig.PriceRow;
import io.smppbridge.threads.OwnedBy;
import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the tables of numbers that routing may use: lines of values by comma or semicolon, one heading allowed, {@code #} before
 * comments. A line that cannot be read is a fault of the configuration, and so is a file that holds none, as one that was cut off when it
 * was written: a half table is never in force.
 */
final class RoutingFiles {
    static final String OPERATORS = "routing.operators";
    static final String PRICES = "routing.prices";
    private static final int MOST_ROWS = 1_000_000;
    private static final int MOST_FAULTS = 20;

    private final Path directory;
    private final Complaints complaints;

    RoutingFiles(Path directory, Complaints complaints) {
        this.directory = directory;
        this.complaints = complaints;
    }

    private interface Row<T> {
        /** Empty when the line is none. */
        Optional<T> of(String[] cells);
    }

    private record Seen<T>(T row, int line) {}

    /** Lines of prefix, MCC, MNC; what follows is for people. */
    List<OperatorRow> operators(Value value) {
        return rows(value, "prefix,mcc,mnc such as 46701,240,01", OperatorRow::prefix, cells -> {
            boolean good = cells.length >= 3
                    && cells[0].matches("\\+?\\d{1,20}")
                    && cells[1].matches("\\d{3}")
                    && cells[2].matches("\\d{2,3}");
            return good ? Optional.of(new OperatorRow(plain(cells[0]), cells[1] + cells[2])) : Optional.empty();
        });
    }

    /** Lines of prefix, SMSC, price; what follows is for people. */
    List<PriceRow> prices(Value value, List<String> smscs) {
        String expected = "prefix,smsc,price such as 46701,telia,0.0035 with an SMSC of this configuration";
        return rows(value, expected, row -> List.of(row.prefix(), row.smsc()), cells -> {
            boolean good = cells.length >= 3
                    && cells[0].matches("\\+?\\d{1,20}")
                    && smscs.contains(cells[1])
                    && cells[2].matches("\\d{1,9}(\\.\\d{1,9})?");
            return good
                    ? Optional.of(new PriceRow(plain(cells[0]), cells[1], new BigDecimal(cells[2])))
                    : Optional.empty();
        });
    }

    private static String plain(String prefix) {
        return prefix.startsWith("+") ? prefix.substring(1) : prefix;
    }

    /** @param subject what a line is about: of those about the same the last counts */
    private <T> List<T> rows(Value value, String expected, Function<T, Object> subject, Row<T> row) {
        if (value.typed().isEmpty() || value.text().isEmpty()) {
            return List.of();
        }
        Path file = directory.resolve(value.text());
        if (!Files.isRegularFile(file)) {
            complaints.fault(
                    value, "the name of a file that exists, relative to the directory of the configuration", "");
            return List.of();
        }
        Table<T> table = new Table<>(value, expected, subject, row);
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            table.read(in);
        } catch (CharacterCodingException notUtf8) {
            complaints.fault(value, "a file in UTF-8", "");
        } catch (IOException failed) {
            complaints.fault(value, "the name of a file that this user may read", "");
        }
        if (table.rows.size() > MOST_ROWS) {
            complaints.fault(value, "a table of at most " + MOST_ROWS + " lines", "");
        }
        return table.rows;
    }

    /** What the lines of one file have said so far. */
    @OwnedBy("whoever reads the configuration")
    private final class Table<T> {
        private final Value value;
        private final String expected;
        private final Function<T, Object> subject;
        private final Row<T> row;
        private final List<T> rows = new ArrayList<>();
        private final Map<Object, Seen<T>> seen = new HashMap<>();
        private int faults;
        private int warnings;

        Table(Value value, String expected, Function<T, Object> subject, Row<T> row) {
            this.value = value;
            this.expected = expected;
            this.subject = subject;
            this.row = row;
        }

        void read(BufferedReader in) throws IOException {
            int line = 0;
            for (String read = in.readLine(); read != null && faults < MOST_FAULTS; read = in.readLine()) {
                String text = line == 0 ? ConfigFiles.unmarked(read) : read;
                line++;
                if (!text.isBlank() && !text.startsWith("#")) {
                    add(text, line);
                }
            }
            if (rows.isEmpty() && faults == 0) {
                complaints.fault(
                        value,
                        "a file with at least one line " + expected,
                        "it may have been cut off when it was written");
            }
        }

        private void add(String text, int line) {
            Optional<T> one = row.of(cells(text));
            Origin origin = new Origin(value.origin().kind(), value.text(), line);
            if (one.isPresent()) {
                rows.add(one.get());
                compare(new Seen<>(one.get(), line), text, origin);
            } else if (!rows.isEmpty() || faults > 0 || text.matches("\\W*\\d.*")) { // else it is the heading
                faults++;
                complaints.fault(value.key(), text, expected, origin);
            }
        }

        /** With an earlier line about the same. */
        private void compare(Seen<T> later, String text, Origin origin) {
            Seen<T> earlier = seen.put(subject.apply(later.row()), later);
            if (earlier != null && !earlier.row().equals(later.row()) && warnings++ < MOST_FAULTS) {
                complaints.warn(new ConfigWarning(
                        value.key(),
                        text,
                        "line " + earlier.line() + " says otherwise of the same; the later line counts",
                        "take one of them out",
                        origin));
            }
        }
    }

    /** By whichever of comma and semicolon comes first: behind a semicolon a comma is part of the value, as in a price written 0,035. */
    private static String[] cells(String text) {
        int comma = text.indexOf(',');
        int semicolon = text.indexOf(';');
        boolean bySemicolon = semicolon >= 0 && (comma < 0 || semicolon < comma);
        String[] cells = text.split(bySemicolon ? ";" : ",", -1);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = cells[i].strip();
            if (cells[i].length() >= 2 && cells[i].startsWith("\"") && cells[i].endsWith("\"")) {
                cells[i] = cells[i].substring(1, cells[i].length() - 1).strip();
            }
        }
        return cells;
    }
}
