package io.smppbridge.tlv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

    /** An SMSC may send hundreds; what is told is written down with a count of one octet. */
    @Test
    void of_very_many_tlvs_the_first_are_told() {
        byte[] many = new byte[400 * 4];
        for (int i = 0; i < 400; i++) {
            many[4 * i] = (byte) (0x20 + i / 256);
            many[4 * i + 1] = (byte) i;
        }
        assertThat(INDIAN.decode(many)).hasSize(Tlvs.MOST_SAID).containsKey("0x2000");
    }

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

    /** SMPP 3.4 §5.3.2 (table 5-7) and 5.0 §4.8.4 (table 4-60), as the specifications spell them; 3.4's own spelling behind a slash. */
    private static final String SPECIFIED = """
            0005 dest_addr_subunit, 0006 dest_network_type, 0007 dest_bearer_type, 0008 dest_telematics_id,
            000D source_addr_subunit, 000E source_network_type, 000F source_bearer_type, 0010 source_telematics_id,
            0017 qos_time_to_live, 0019 payload_type, 001D additional_status_info_text, 001E receipted_message_id,
            0030 ms_msg_wait_facilities, 0201 privacy_indicator, 0202 source_subaddress, 0203 dest_subaddress,
            0204 user_message_reference, 0205 user_response_code, 020A source_port, 020B dest_port/destination_port,
            020C sar_msg_ref_num, 020D language_indicator, 020E sar_total_segments, 020F sar_segment_seqnum,
            0210 sc_interface_version, 0302 callback_num_pres_ind, 0303 callback_num_atag, 0304 number_of_messages,
            0381 callback_num, 0420 dpf_result, 0421 set_dpf, 0422 ms_availability_status, 0423 network_error_code,
            0424 message_payload, 0425 delivery_failure_reason, 0426 more_messages_to_send, 0427 message_state,
            0428 congestion_state, 0501 ussd_service_op, 0600 broadcast_channel_indicator, 0601 broadcast_content_type,
            0602 broadcast_content_type_info, 0603 broadcast_message_class, 0604 broadcast_rep_num,
            0605 broadcast_frequency_interval, 0606 broadcast_area_identifier, 0607 broadcast_error_status,
            0608 broadcast_area_success, 0609 broadcast_end_time, 060A broadcast_service_group,
            060B billing_identification, 060D source_network_id, 060E dest_network_id, 060F source_node_id,
            0610 dest_node_id, 0611 dest_addr_np_resolution, 0612 dest_addr_np_information, 0613 dest_addr_np_country,
            1201 display_time, 1203 sms_signal, 1204 ms_validity, 130C alert_on_message_delivery, 1380 its_reply_type,
            1383 its_session_info""";

    @Test
    void the_table_is_that_of_the_specifications_no_tlv_more_and_none_less() {
        Set<String> specified = new TreeSet<>();
        for (String row : SPECIFIED.split(",\\s+")) {
            for (String name : row.substring(5).split("/")) {
                specified.add(row.substring(0, 5) + name);
            }
        }
        Set<String> ours = new TreeSet<>();
        for (TlvSpec spec : Tlvs.standard()) {
            ours.add(Tlvs.hex(spec.tag()).substring(2).toUpperCase(Locale.ROOT) + " " + spec.name());
        }
        assertThat(ours).isEqualTo(specified);
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
    void what_is_said_keeps_its_order_and_cannot_be_changed() {
        byte[] octets = {0x02, 0x04, 0, 2, 0, 7, 0x04, 0x27, 0, 1, 2, 0x02, 0x04, 0, 2, 0, 9, 0x14, 0x00, 0, 1, '1'};
        Map<String, String> said = Tlvs.STANDARD.decode(octets);

        assertThat(said)
                .containsExactly(
                        Map.entry("user_message_reference", "7"),
                        Map.entry("message_state", "2"),
                        Map.entry("0x1400", "31"))
                .containsEntry("message_state", "2")
                .doesNotContainKey("message_payload");
        assertThat(Said.of(said)).isSameAs(said);
        assertThat(Said.of(new LinkedHashMap<>(said))).isEqualTo(said).hasSameHashCodeAs(said);
        assertThatThrownBy(() -> said.put("message_state", "5")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(said::clear).isInstanceOf(UnsupportedOperationException.class);
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
    void a_message_carries_what_it_names_also_where_the_smsc_has_nothing_of_its_own() {
        TlvBlock block = Tlvs.STANDARD.encode(Map.of("user_message_reference", "7"));

        assertThat(block.octets()).containsExactly(0x02, 0x04, 0, 2, 0, 7);
        assertThat(block.isEmpty()).isFalse();
        assertThat(Tlvs.STANDARD.encode(Map.of()).isEmpty()).isTrue();
        assertThat(INDIAN.encode(Map.of("dlt_entity_id", "")).octets()).containsExactly(0x14, 0x00, 0, 0);
    }

    @Test
    void a_vendor_s_tag_is_any_but_zero() {
        for (String tag : new String[] {"1", "0x1400", "0xffff", "65535"}) {
            assertThat(TlvSpec.vendor("own", tag + ":hex").orElseThrow().tag()).isEqualTo(Integer.decode(tag));
        }
        for (String tag : new String[] {"0", "0x0000", "65536", "0x10000"}) {
            assertThat(TlvSpec.vendor("own", tag + ":hex")).as(tag).isEmpty();
        }
    }

    @Test
    void one_without_a_value_is_told_also_as_the_last_and_a_c_octet_string_without_its_end_by_its_tag() {
        byte[] octets = {0x14, 0x01, 0, 0, 0x14, 0x00, 0, 0, 0x13, 0x0C, 0, 0};

        assertThat(INDIAN.decode(octets))
                .containsExactly(
                        Map.entry("0x1401", ""),
                        Map.entry("dlt_entity_id", ""),
                        Map.entry("alert_on_message_delivery", ""));
    }

    @Test
    void what_is_said_can_be_asked_for_by_its_place() {
        Said said = (Said) Tlvs.STANDARD.decode(new byte[] {0x02, 0x04, 0, 2, 0, 7, 0x14, 0x00, 0, 1, '1'});

        assertThat(said.name(0) + "=" + said.value(0)).isEqualTo("user_message_reference=7");
        assertThat(said.name(1) + "=" + said.value(1)).isEqualTo("0x1400=31");
    }

    @Test
    void zero_octets_at_the_end_do_not_count_among_characters_and_do_among_octets() {
        Map<String, String> asked = Map.of("0x1400", "31313031", "0x1401", "393900", "0x0203", "a000");

        assertThat(INDIAN.carries(asked, "dlt_entity_id", "1101")).isTrue();
        assertThat(INDIAN.carries(Map.of("0x1400", "3131303100"), "dlt_entity_id", "1101"))
                .isTrue();
        assertThat(INDIAN.carries(Map.of("0x1401", "3939"), "dlt_template_id", "99"))
                .isTrue();
        assertThat(INDIAN.carries(asked, "dlt_template_id", "9")).isFalse();
        assertThat(INDIAN.carries(asked, "dest_subaddress", "a000")).isTrue();
        assertThat(INDIAN.carries(asked, "dest_subaddress", "a00000")).isFalse();
    }

    @Test
    void a_complaint_about_a_name_lists_the_smsc_s_own_in_order() {
        Map<String, TlvSpec> own = new HashMap<>();
        for (String name : "h c a g b f e d".split(" ")) {
            own.put(
                    name,
                    TlvSpec.vendor(name, "0x14" + (10 + name.charAt(0) - 'a') + ":text")
                            .orElseThrow());
        }

        assertThatThrownBy(() -> new Tlvs(own, Map.of()).encode(Map.of("no_such", "1")))
                .hasMessageContaining("own [a, b, c, d, e, f, g, h]");
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
