package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How receipts are written where not as usual. */
@Tag("C66")
class ReceiptGrammarTest {
    @Test
    void what_differs_in_one_thing_from_the_usual_is_not_usual() {
        String dates = ReceiptGrammar.USUAL_DATES;
        List<ReceiptGrammar> others = List.of(
                new ReceiptGrammar("(?P<id>.*)", List.of(), ",", dates, Map.of()),
                new ReceiptGrammar("", List.of("id"), ",", dates, Map.of()),
                new ReceiptGrammar("", List.of(), ";", dates, Map.of()),
                new ReceiptGrammar("", List.of(), ",", ReceiptGrammar.SECONDS, Map.of()),
                new ReceiptGrammar("", List.of(), ",", dates, Map.of("OK", "delivered")));

        assertThat(others).noneMatch(ReceiptGrammar::isUsual);
        assertThat(new ReceiptGrammar("", List.of(), ",", dates, Map.of()).isUsual())
                .isTrue();
    }
}
