package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Memory;
import io.smppbridge.OutboundSms;
import io.smppbridge.SmppCoding;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.tlv.TlvBlock;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without which TLVs a message goes to an SMSC that takes none. */
class LaneTlvsTest {
    private static final String MORE = "0x0426";
    private static final String HOP = "0x3b0f";

    @TempDir
    Path directory;

    private Lane lane(String... lines) {
        return Lanes.of(PipelineRig.config(directory, lines), new LaneNumbers(), new BridgeStats(), 1)
                .find("a")
                .orElseThrow();
    }

    private static OutboundSms with(Map<String, String> tlvs) {
        return OutboundSms.to("46701234567")
                .binary(new byte[] {5, 0, 3, 9, 2, 1, 'a'})
                .coding(SmppCoding.of(true, 0))
                .build()
                .withTlvs(tlvs);
    }

    /** As Kannel and Jasmin write it on each part of a long text but the last. */
    @Test
    void a_part_that_tells_of_more_goes_without_that_where_the_smsc_has_announced_no_tlvs() {
        Lane lane = lane();
        TlvBlock more = lane.tlvs(with(Map.of(MORE, "01")));
        assertThat(more.octets()).containsExactly(4, 0x26, 0, 1, 1);
        assertThat(more.asked()).isFalse();
        assertThat(lane.tlvs(with(Map.of("more_messages_to_send", "1")))).isEqualTo(more);
        assertThat(lane.tlvs(with(Map.of(MORE, "01", HOP, "02"))).asked()).isFalse();
        assertThat(lane.tlvs(with(Map.of(MORE, "01", "0x1400", "31"))).asked()).isTrue();
    }

    @Test
    void it_goes_to_an_smsc_of_version_3_3_and_what_needs_another_tlv_does_not() {
        Lane old = lane("smsc.a.version = 3.3");
        assertThat(old.takes(with(Map.of(MORE, "01")), 1)).isTrue();
        assertThat(old.tlvs(with(Map.of(MORE, "01", HOP, "02"))).isEmpty()).isTrue();
        assertThat(old.takes(with(Map.of(MORE, "01", "0x1400", "31")), 1)).isFalse();
    }

    /** Each message that is taken is looked at. */
    @Test
    void of_a_message_without_any_or_with_the_mark_of_the_hop_alone_nothing_is_made() {
        Lane lane = lane();
        OutboundSms none = with(Map.of());
        OutboundSms marked = with(Map.of(lane.hopTag(), "02"));
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 20; round++) {
            long before = Memory.allocatedHere();
            for (int i = 0; i < 1_000; i++) {
                assert lane.tlvs(none) != lane.tlvs(marked);
            }
            least = Math.min(least, Memory.allocatedHere() - before);
        }
        assertThat(least).as("octets for 2,000 messages").isLessThan(2_000);
    }
}
