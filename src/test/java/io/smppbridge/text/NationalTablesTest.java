package io.smppbridge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Our tables, typed from the standard, against those of gsmcodecs (a Python package), place by place. */
@Tag("C51")
class NationalTablesTest {
    private static NationalTables.Table table(String kind, int language) {
        return (kind.equals("lock") ? NationalTables.lock(language) : NationalTables.shift(language)).orElseThrow();
    }

    private interface Place {
        void is(String kind, int language, int septet, char theirs);
    }

    private static int theirs(Place place) throws IOException {
        int tables = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                NationalTablesTest.class.getResourceAsStream("/gsmcodecs-tables.txt"), StandardCharsets.US_ASCII))) {
            String kind = "";
            int language = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                if (words[0].equals("lock") || words[0].equals("shift")) {
                    kind = words[0];
                    language = Integer.parseInt(words[1]);
                    tables++;
                } else if (line.indexOf('=') == 2) {
                    for (String word : words) {
                        place.is(kind, language, Integer.parseInt(word, 0, 2, 16), (char)
                                Integer.parseInt(word, 3, 7, 16));
                    }
                }
            }
        }
        return tables;
    }

    @Test
    void every_place_is_what_another_implementation_has_there() throws IOException {
        List<String> differences = new ArrayList<>();
        int[] places = {0};
        int tables = theirs((kind, language, septet, theirs) -> {
            char ours = table(kind, language).chars()[septet];
            places[0]++;
            // That package reads the comma of the locking tables from Bengali on as an apostrophe, which their single
            // shift tables have;
            // Mozilla's and Android's telephony have the comma, without which those languages would have none.
            boolean comma = kind.equals("lock") && language >= 4 && septet == 0x2C && ours == ',' && theirs == '\'';
            if (ours != theirs && !comma) {
                differences.add(kind + " " + language + " " + septet + ": " + (int) ours + " " + (int) theirs);
            }
        });
        assertThat(differences).isEmpty();
        assertThat(tables).isEqualTo(13 + 12);
        assertThat(places[0]).isGreaterThan(2_000);
    }

    @Test
    void no_place_is_ours_alone() throws IOException {
        int[] theirs = {0};
        theirs((kind, language, septet, c) -> theirs[0]++);
        int ours = 0;
        for (int language = 1; language <= NationalTables.LANGUAGES; language++) {
            ours += places(NationalTables.shift(language).orElseThrow());
            ours += NationalTables.lock(language)
                    .map(NationalTablesTest::places)
                    .orElse(0);
        }
        assertThat(ours).isEqualTo(theirs[0]);
    }

    private static int places(NationalTables.Table table) {
        int places = 0;
        for (char c : table.chars()) {
            places += c == 0 ? 0 : 1;
        }
        return places;
    }

    @Test
    void spanish_has_no_locking_table_and_fourteen_is_no_language() {
        assertThat(NationalTables.lock(2)).isEmpty();
        assertThat(NationalTables.shift(2)).isPresent();
        assertThat(NationalTables.shift(14)).isEmpty();
        assertThat(NationalTables.lock(255)).isEmpty();
    }

    @Test
    void every_character_of_every_pair_of_tables_is_read_as_it_was_written() {
        for (int lock = 0; lock <= NationalTables.LANGUAGES; lock++) {
            for (int shift = 0;
                    shift <= NationalTables.LANGUAGES
                            && NationalTables.lock(lock).isPresent();
                    shift++) {
                NationalTables.Table first = NationalTables.lock(lock).orElseThrow();
                NationalTables.Table second = NationalTables.shift(shift).orElseThrow();
                StringBuilder all = new StringBuilder();
                first.septets().keySet().forEach(all::append);
                second.septets().keySet().forEach(all::append);
                byte[] octets = NationalTables.encode(all.toString(), first, second);
                assertThat(NationalTables.decode(octets, first, second))
                        .as("lock %d, shift %d", lock, shift)
                        .isEqualTo(all.toString());
                assertThat(octets).hasSize(NationalTables.septets(all.toString(), first, second));
            }
        }
    }
}
