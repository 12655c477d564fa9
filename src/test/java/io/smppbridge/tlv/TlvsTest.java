package io.smppbridge.tlv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsmpp.bean.OptionalParameter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("C08")
class TlvsTest {
    private static final Tlvs INDIAN = new Tlvs(
            Map.of(
                    "dlt_entity_id",
                            TlvSpec.vendor("dlt_entity_id", "0x1400:text:30").orElseThrow(),
                    "dlt_template_id",
                            TlvSpec.vendor("dlt_template_id", "0x1401:cstring:31")
                                    .orElseThrow()),
            Map.of("dlt_entity_id", "1101"));

    /** Where jSMPP follows 5.0 or an own spelling. */
    private static final Map<Integer, String> SPELT_OTHERWISE =
            Map.of(0x020B, "destination_port", 0x0302, "callback_num_pres_ind");

    @Test
    void every_tag_that_jsmpp_knows_is_in_the_table_under_the_same_name() {
        Map<Integer, Set<String>> ours = new HashMap<>();
        for (TlvSpec spec : Tlvs.standard()) {
            ours.computeIfAbsent(spec.tag(), any -> new HashSet<>()).add(spec.name());
        }
        for (OptionalParameter.Tag tag : OptionalParameter.Tag.values()) {
            int code = tag.code() & 0xFFFF;
            if (code >= 0x1400) {
                continue; // vendors' own
            }
            String name = SPELT_OTHERWISE.getOrDefault(code, tag.name().toLowerCase(Locale.ROOT));
            assertThat(ours.getOrDefault(code, Set.of()))
                    .as(Tlvs.hex(code) + " " + tag)
                    .contains(name);
        }
        assertThat(ours).hasSizeGreaterThan(60);
    }

    @Test
    void a_message_of_the_indian_registry_carries_entity_and_template() {
        TlvBlock block = INDIAN.encode(Map.of("dlt_template_id", "99"));

        assertThat(block.octets()).containsExactly(0x14, 0x01, 0, 3, '9', '9', 0, 0x14, 0x00, 0, 4, '1', '1', '0', '1');
        assertThat(block.asked()).isTrue();
        assertThat(INDIAN.encode(Map.of()).asked()).isFalse();
        assertThat(INDIAN.encode(Map.of("dlt_entity_id", "2")).octets()).containsExactly(0x14, 0x00, 0, 1, '2');
    }

    @Test
    void what_is_encoded_is_what_is_decoded() {
        Map<String, String> asked = new LinkedHashMap<>();
        asked.put("user_message_reference", "65535");
        asked.put("source_subaddress", "a0ff01");
        asked.put("dlt_template_id", "1707");
        asked.put("0x3fff", "00ff");
        asked.put("alert_on_message_delivery", "");

        Map<String, String> said = new HashMap<>(asked);
        said.put("dlt_entity_id", "1101");
        assertThat(INDIAN.decode(INDIAN.encode(asked).octets())).isEqualTo(said);
    }

    @Test
    void a_standard_tlv_of_the_wrong_length_is_told_as_it_came() {
        byte[] wrong = {0x02, 0x04, 0, 1, 7, 0x14, 0x00, 0, 1, '1', 0x02, 0x04, 0, 9};

        assertThat(Tlvs.STANDARD.decode(wrong)).isEqualTo(Map.of("0x0204", "07", "0x1400", "31"));
    }

    @Test
    void what_the_bridge_writes_or_reads_itself_is_not_told() {
        byte[] own = {0x02, 0x0C, 0, 2, 0, 7, 0x04, 0x24, 0, 1, 'x'};

        assertThat(Tlvs.STANDARD.decode(own)).isEmpty();
    }

    @Test
    void faults_name_the_tlv_and_never_its_value() {
        String[][] faults = {
            {"no_such", "1", "no TLV of that name"},
            {"message_payload", "00", "set by the bridge itself"},
            {"0x0424", "00", "set by the bridge itself"},
            {"receipted_message_id", "x", "no TLV of submit_sm"},
            {"user_message_reference", "65536", "0..65535"},
            {"user_message_reference", "seven", "a number"},
            {"source_subaddress", "a", "hexadecimal"},
            {"source_subaddress", "a0", "1 octets, expected 2..23"},
            {"dlt_entity_id", "x".repeat(31), "31 characters, expected 0..30"},
            {"dlt_entity_id", "\u20ac", "8859-1"},
        };
        for (String[] fault : faults) {
            TlvFault told = catchThrowableOfType(TlvFault.class, () -> INDIAN.encode(Map.of(fault[0], fault[1])));
            assertThat(told).as(fault[0] + "=" + fault[1]).isNotNull();
            assertThat(told.name()).isEqualTo(fault[0]);
            assertThat(told).hasMessageContaining(fault[2]);
        }
        TlvFault twice = catchThrowableOfType(
                TlvFault.class, () -> INDIAN.encode(Map.of("dest_port", "1", "destination_port", "2")));
        assertThat(twice).hasMessageContaining("second value");
    }

    @Test
    void random_octets_never_break_the_decoding() {
        long seed = System.nanoTime();
        java.util.Random random = new java.util.Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] octets = new byte[random.nextInt(40)];
            random.nextBytes(octets);
            assertThat(INDIAN.decode(octets)).as("seed " + seed).isNotNull();
        }
    }
}
