package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PropertiesTextTest {
    private static final Pattern LONE_BACKSLASH = Pattern.compile("(^|[\\r\\n])[ \\t\\f]*\\\\([\\r\\n]|$)");

    private static Map<String, String> values(PropertiesText text) {
        Map<String, String> values = new LinkedHashMap<>();
        text.entries().forEach(entry -> values.put(entry.key(), entry.value()));
        return values;
    }

    @Test
    void every_key_keeps_the_line_on_which_it_begins() {
        PropertiesText text = PropertiesText.read("# one\n\na = 1\r\nb: 2\r  c 3 \\\n     and \\\n   more\nd=4");
        assertThat(text.entries())
                .containsExactly(
                        new PropertiesText.Entry("a", "1", 3),
                        new PropertiesText.Entry("b", "2", 4),
                        new PropertiesText.Entry("c", "3 and more", 5),
                        new PropertiesText.Entry("d", "4", 8));
        assertThat(text.flaws()).isEmpty();
    }

    @Test
    void escapes_are_those_of_java_properties() {
        assertThat(values(PropertiesText.read("a\\ b\\=c = \\u00e5\\t\\\\ \\:x\n! comment\\\nå = ö")))
                .containsExactly(Map.entry("a b=c", "å\t\\ :x"), Map.entry("å", "ö"));
    }

    @Test
    void blanks_at_the_end_of_a_value_are_left_out_unless_they_are_escaped() {
        assertThat(values(PropertiesText.read("a = b \t \nc = d\\  \ne = f\\\\ \ng = \\ \nh = i\\u0020\nj =  ")))
                .containsExactly(
                        Map.entry("a", "b"),
                        Map.entry("c", "d "),
                        Map.entry("e", "f\\"),
                        Map.entry("g", " "),
                        Map.entry("h", "i "),
                        Map.entry("j", ""));
    }

    @Test
    void a_key_may_stand_twice_and_both_are_seen() {
        assertThat(PropertiesText.read("a=1\na=2").entries())
                .extracting(PropertiesText.Entry::line)
                .containsExactly(1, 2);
    }

    @Test
    void a_bad_escape_a_lone_key_and_a_missing_key_are_told_with_their_line() {
        PropertiesText text = PropertiesText.read("a = \\u12g4\n= 5\nsmsc.telia.port\nempty =\n");
        assertThat(text.flaws()).extracting(PropertiesText.Flaw::line).containsExactly(1, 2, 3);
        assertThat(text.entries()).contains(new PropertiesText.Entry("empty", "", 4));
    }

    @Test
    void random_texts_are_read_as_java_reads_them() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String letters = "ab=: \t\\\n\r#!tnu0x.\f";
        int compared = 0;
        for (int i = 0; i < 50_000; i++) {
            StringBuilder made = new StringBuilder();
            for (int j = random.nextInt(30); j > 0; j--) {
                made.append(letters.charAt(random.nextInt(letters.length())));
            }
            PropertiesText ours = PropertiesText.read(made.toString());
            // Of a line that is nothing but a backslash Java makes odd things: an empty key, or a comment of what
            // follows.
            if (!ours.flaws().isEmpty() || LONE_BACKSLASH.matcher(made).find()) {
                continue;
            }
            Properties theirs = new Properties();
            theirs.load(new StringReader(made.toString()));
            // Blanks at the end of a value are hardly ever meant; Java keeps all of them.
            Map<String, String> trimmed = new LinkedHashMap<>();
            theirs.forEach((key, value) -> trimmed.put((String) key, ((String) value).stripTrailing()));
            Map<String, String> read = values(ours);
            read.replaceAll((key, value) -> value.stripTrailing());
            assertThat(read)
                    .as(
                            "seed %d: %s",
                            seed, made.chars().mapToObj(Integer::toHexString).toList())
                    .isEqualTo(trimmed);
            compared++;
        }
        assertThat(compared).isGreaterThan(5_000);
    }
}
