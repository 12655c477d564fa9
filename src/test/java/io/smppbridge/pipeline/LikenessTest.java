package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How a receipt's quotation is told from another's. */
class LikenessTest {
    @ParameterizedTest
    @CsvSource(ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            'Beta text of the sec','Beta text of the sec',true
            ' of the second part ','of the second part b',true
            ' of the second part ','of the second part',true
            ' of the second part ',' of the second part ',true
            '  two blanks','two blanks and more',true
            ' of the second part ','of the third part',false
            ' of the second part ','f the second part',false
            'a b','ab',false
            '','anything',true
            '   ','anything',false
            """)
    @Tag("C18")
    void blanks_before_the_first_character_do_not_count(String beginning, String quoted, boolean alike) {
        assertThat(Likeness.begins(beginning, quoted)).isEqualTo(alike);
    }
}
