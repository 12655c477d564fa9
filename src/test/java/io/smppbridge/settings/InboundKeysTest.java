package io.smppbridge.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code check} says of texts, inbound routes and words for STOP. */
@Tag("C107")
class InboundKeysTest {
    @TempDir
    Path directory;

    private LoadOutcome load(String... more) throws Exception {
        List<String> lines = new ArrayList<>(List.of(
                "smsc.a.host = 127.0.0.1",
                "smsc.a.system-id = me",
                "smsc.a.password = secret",
                "smsc.a.rate = 5",
                "webhook.shop.url = https://shop.example/sms",
                "webhook.shop.secret = 0123456789abcdef0123"));
        lines.addAll(List.of(more));
        Path file = Files.write(directory.resolve("bridge.properties"), lines);
        return BridgeConfig.load(file, Map.of(), Map.of());
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "smsc.a.national-tables = klingon;smsc.a.national-tables;languages",
                "smsc.a.smart-encoding = maybe;smsc.a.smart-encoding;true | false",
                "inbound.x.keyword = win;inbound.x.keyword;an inbound.x.account or inbound.x.webhook beside it",
                "inbound.x.webhook = shp;inbound.x.webhook;did you mean shop",
                "inbound.x.account = nobody;inbound.x.account;the name of an account",
                "consent.start-words = STOP;consent.start-words;stands in consent.stop-words too",
                "consent.start-words = (Stop.);consent.start-words;stands in consent.stop-words too",
                "consent.help-words = \uFF33\uFF34\uFF2F\uFF30;consent.help-words;stands in consent.stop-words too",
                "consent.account = nobody;consent.account;the name of an account"
            },
            delimiter = ';')
    void a_fault_names_line_key_and_what_to_do(String line, String key, String told) throws Exception {
        assertThat(load(line)).isInstanceOf(LoadOutcome.Faulty.class);
        List<ConfigFault> faults = ((LoadOutcome.Faulty) load(line)).faults();
        assertThat(faults)
                .singleElement()
                .satisfies(fault -> assertThat(fault.text()).contains(key, told, "bridge.properties line"));
    }

    @Test
    void both_an_account_and_a_webhook_are_one_too_many() throws Exception {
        LoadOutcome outcome = load("inbound.x.webhook = shop", "inbound.x.account = local");
        assertThat(((LoadOutcome.Faulty) outcome).faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.text()).contains("delete one of them"));
    }

    @Test
    void routes_stand_in_their_order_and_a_change_of_them_is_seen() throws Exception {
        LoadOutcome.Loaded one = (LoadOutcome.Loaded)
                load("inbound.last.webhook = shop", "inbound.first.webhook = shop", "inbound.first.order = 10");
        assertThat(one.config().inbound().routes())
                .extracting(InboundConfig.Route::name)
                .containsExactly("first", "last");
        LoadOutcome.Loaded other = (LoadOutcome.Loaded) load("inbound.last.webhook = shop", "consent.enabled = true");
        assertThat(ConfigChange.between(one, other).routes()).isTrue();
        assertThat(ConfigChange.between(one, other).needRestart()).isEmpty();
    }
}
