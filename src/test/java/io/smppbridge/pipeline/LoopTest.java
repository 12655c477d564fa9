package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Task;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.tlv.Tlvs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps messages from going round for ever, and lets those repeat themselves who may. */
@Tag("C97")
class LoopTest {
    private static final String HOP = "0x3b0f";

    @TempDir
    Path directory;

    private final AtomicLong later = new AtomicLong();

    private PipelineRig start(String... more) {
        String[] lines = new String[more.length + 1];
        lines[0] = "esme.e.port = 0";
        System.arraycopy(more, 0, lines, 1, more.length);
        return PipelineRig.start(directory, () -> Instant.now().plusMillis(later.get()), lines);
    }

    private static SendOutcome send(PipelineRig rig, String account, OutboundSms sms) {
        return PipelineRig.get(rig.pipeline
                .middleWare(account, "test", SendOutcome.Durability.FORCED)
                .send(sms));
    }

    private static OutboundSms text(String text) {
        return OutboundSms.to("46701234567").from("Acme").text(text).build();
    }

    /** As it comes back by SMPP. */
    private static OutboundSms octets(String text) {
        return OutboundSms.to("46701234567")
                .from("Acme")
                .binary(text.getBytes(StandardCharsets.US_ASCII))
                .coding(SmppCoding.of(false, 0))
                .build();
    }

    private static int taken(PipelineRig rig, int times, String account, OutboundSms sms) {
        int taken = 0;
        for (int i = 0; i < times; i++) {
            taken += send(rig, account, sms) instanceof SendOutcome.Acceptance ? 1 : 0;
        }
        return taken;
    }

    private static int taken(PipelineRig rig, String account, List<OutboundSms> all) {
        return (int)
                PipelineRig.get(rig.pipeline
                                .middleWare(account, "test", SendOutcome.Durability.FORCED)
                                .send(all))
                        .stream()
                        .filter(SendOutcome.Acceptance.class::isInstance)
                        .count();
    }

    /** Two customers with one and the same alarm for one number; one by HTTP, two by SMPP, by turns and one after the other. */
    @Test
    void ten_thousand_repetitions_by_two_customers_are_all_taken_and_no_count_grows() {
        try (PipelineRig rig = start("smsc.a.bag = 40000")) {
            OutboundSms alarm = text("Alarm: pump 3");
            OutboundSms bySmpp = octets("Alarm: pump 3");
            for (int i = 0; i < 100; i++) {
                assertThat(taken(rig, "shop", Collections.nCopies(50, alarm))).isEqualTo(50);
                assertThat(taken(rig, "plant", Collections.nCopies(100, bySmpp)))
                        .isEqualTo(100);
            }
            for (int i = 0; i < 100; i++) {
                assertThat(taken(rig, "works", Collections.nCopies(100, bySmpp)))
                        .isEqualTo(100);
            }
            later.set(60_000);
            assertThat(taken(rig, "plant", Collections.nCopies(50, bySmpp))).isEqualTo(50);
            Set<String> hops = new HashSet<>();
            await().untilAsserted(() -> {
                rig.takeAll("a").forEach(task -> hops.add(task.sms().tlvs().getOrDefault(HOP, "none")));
                assertThat(hops).containsExactlyInAnyOrder("none", "09");
            });
        }
    }

    /** Whoever drops the TLV of a message drops the proof: what has only the look of one that comes round goes on. */
    @Test
    void what_has_come_a_few_times_by_smpp_is_marked_and_ends_when_it_comes_back_with_its_mark() {
        try (PipelineRig rig = start()) {
            send(rig, "shop", text("round"));
            OutboundSms back = octets("round");
            take(rig);
            int visits = 1;
            while (send(rig, visits % 2 == 0 ? "peer" : "other", back) instanceof SendOutcome.Acceptance
                    && visits < 50) {
                visits++;
                Map<String, String> tlvs = take(rig).sms().tlvs();
                assertThat(tlvs).isEqualTo(visits < 9 ? Map.of() : Map.of(HOP, String.format("%02x", visits)));
                back = octets("round").withTlvs(tlvs);
                rig.pipeline.apply(PipelineRig.config(directory, "esme.e.port = 0", "smsc.a.window = " + visits));
            }
            assertThat(visits).isEqualTo(10);
            assertThat(((SendOutcome.Refusal) send(rig, "peer", back)).reason()).contains("circle");
            assertThat(send(rig, "peer", octets("another"))).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    /** So many, each of so many octets but the last one. */
    private static Map<String, String> tlvs(int many, int octets, int last) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < many; i++) {
            all.put(String.format("0x14%02x", i), "00".repeat(i == many - 1 ? last : octets));
        }
        return all;
    }

    /** Sixteen TLVs, or 2,048 octets of them, leave no room for a mark: what only repeats itself is taken, what comes round ends. */
    @Test
    void a_message_whose_tlvs_leave_no_room_for_a_mark_may_be_repeated_and_does_not_go_round_for_ever() {
        Map<String, String> many = tlvs(Tlvs.MOST, 1, 1);
        Map<String, String> heavy = tlvs(8, 252, 252); // 2,048 octets, with their heads
        Map<String, String> fits = tlvs(8, 252, 247);
        try (PipelineRig rig = start("smsc.a.bag = 1000")) {
            for (Map<String, String> tlvs : List.of(many, heavy)) {
                OutboundSms full = octets("full " + tlvs.size()).withTlvs(tlvs);
                assertThat(taken(rig, 30, "plant", full)).isEqualTo(30);
                assertThat(rig.takeAll("a"))
                        .hasSize(30)
                        .allSatisfy(task -> assertThat(task.sms().tlvs()).isEqualTo(tlvs));
                assertThat(taken(rig, 30, "peer", full)).isEqualTo(9);
                rig.takeAll("a");
            }
            OutboundSms marked = octets("fits").withTlvs(fits);
            assertThat(taken(rig, 30, "plant", marked)).isEqualTo(30);
            assertThat(rig.takeAll("a").stream()
                            .filter(task -> task.sms().tlvs().containsKey(HOP)))
                    .hasSize(23);
        }
    }

    @Test
    void a_limit_of_a_few_is_kept_by_marking_earlier() {
        for (int most : new int[] {2, 3, 5, 9}) {
            try (PipelineRig rig = start("routing.loop-max = " + most, "journal.directory = j" + most)) {
                send(rig, "shop", text("round"));
                take(rig);
                OutboundSms back = octets("round");
                int visits = 1;
                while (send(rig, "peer", back) instanceof SendOutcome.Acceptance && visits < 50) {
                    visits++;
                    back = octets("round").withTlvs(take(rig).sms().tlvs());
                }
                assertThat(visits).isEqualTo(most);
            }
        }
    }

    @Test
    void where_that_is_asked_for_what_comes_back_by_another_account_is_refused_also_over_a_reload() {
        String others = "routing.loop-count = others";
        try (PipelineRig rig = start(others)) {
            assertThat(send(rig, "shop", text("round"))).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(taken(rig, 5, "peer", octets("round"))).isEqualTo(5);
            rig.pipeline.apply(PipelineRig.config(directory, "esme.e.port = 0", "smsc.a.window = 7", others));
            assertThat(taken(rig, 20, "peer", octets("round"))).isEqualTo(4);
            assertThat(((SendOutcome.Refusal) send(rig, "peer", octets("round"))).reason())
                    .contains("circle");
            assertThat(send(rig, "peer", octets("another"))).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    @Test
    void whoever_brought_it_first_repeats_it_as_he_likes_with_or_without_a_reference() {
        try (PipelineRig rig = start("routing.loop-count = others")) {
            assertThat(taken(rig, 100, "shop", text("Your code is 4711"))).isEqualTo(100);
            assertThat(taken(rig, 100, "other", octets("Alarm"))).isEqualTo(100);
        }
    }

    @Test
    void a_reference_of_its_own_at_each_pass_does_not_let_a_message_go_round() {
        try (PipelineRig rig = start("routing.loop-max = 2", "routing.loop-count = others")) {
            send(rig, "shop", text("round"));
            int taken = 0;
            for (int i = 0; i < 10; i++) {
                OutboundSms sms = OutboundSms.to("46701234567")
                        .from("Acme")
                        .text("round")
                        .clientRef("pass-" + i)
                        .build();
                taken += send(rig, "gateway", sms) instanceof SendOutcome.Acceptance ? 1 : 0;
            }
            assertThat(taken).isEqualTo(1);
        }
    }

    @Test
    void each_part_of_a_long_text_is_known_when_it_comes_back_alone() {
        try (PipelineRig rig = start("routing.loop-max = 2", "routing.loop-count = others")) {
            send(rig, "shop", text("x".repeat(200)));
            Task task = take(rig);
            OutboundSms part = OutboundSms.to("46701234567")
                    .from("Acme")
                    .binary(task.parts().octets(1))
                    .coding(SmppCoding.of(true, 0))
                    .build();
            assertThat(taken(rig, 5, "peer", part)).isEqualTo(1);
        }
    }

    /** The count that travels along needs no memory of ours. */
    @Test
    void a_hop_counter_goes_on_by_one_and_ends_the_round_over_a_restart() {
        OutboundSms hopped;
        try (PipelineRig rig = start("routing.loop-count = others")) {
            send(rig, "shop", text("round"));
            assertThat(take(rig).sms().tlvs()).as("nothing suspicious").isEmpty();
            send(rig, "peer", octets("round"));
            hopped = take(rig).sms();
            assertThat(hopped.tlvs()).containsEntry(HOP, "02");
        }
        directory = directory.resolve("lost");
        assertThat(directory.toFile().mkdirs()).isTrue();
        try (PipelineRig rig = start()) {
            for (int hop = 3; hop <= 10; hop++) {
                assertThat(send(rig, "peer", hopped)).isInstanceOf(SendOutcome.Acceptance.class);
                hopped = take(rig).sms();
                assertThat(hopped.tlvs()).containsEntry(HOP, String.format("%02x", hop));
                assertThat(last.parts().tlvs().octets()).containsExactly(0x3B, 0x0F, 0, 1, hop);
            }
            assertThat(((SendOutcome.Refusal) send(rig, "peer", hopped)).reason())
                    .contains("circle");
        }
    }

    private Task last;

    private Task take(PipelineRig rig) {
        await().until(() -> {
            List<Task> all = rig.takeAll("a");
            all.forEach(task -> last = task);
            return !all.isEmpty();
        });
        return last;
    }

    @Test
    void where_a_peer_is_known_to_send_on_everything_that_came_by_smpp_is_marked_and_nothing_else() {
        try (PipelineRig rig = start("routing.hop-smscs = a", "routing.hop-tlv = 0x1500")) {
            send(rig, "shop", text("mine"));
            assertThat(take(rig).sms().tlvs()).isEmpty();
            send(rig, "peer", octets("theirs"));
            assertThat(take(rig).sms().tlvs()).containsEntry("0x1500", "01");
        }
    }

    /** Without a mark the look is all there is; whoever was first still repeats himself. */
    @Test
    void where_no_mark_can_travel_what_another_account_brings_back_ends_the_round() {
        List<String[]> ways = List.of(
                new String[] {"smsc.a.version = 3.3", "journal.directory = j33"},
                new String[] {"routing.hop-tlv =", "journal.directory = jno"});
        for (String[] way : ways) {
            try (PipelineRig rig = start(way)) {
                assertThat(taken(rig, 50, "shop", text("round"))).isEqualTo(50);
                assertThat(taken(rig, 50, "peer", octets("round"))).isEqualTo(9);
                rig.takeAll("a").forEach(task -> assertThat(task.sms().tlvs()).isEmpty());
            }
        }
    }

    @Test
    void a_mark_is_left_out_where_the_smsc_takes_no_tlvs_and_keeps_no_message_from_going() {
        String[] lines = {
            "esme.e.port = 0",
            "smsc.b.host = 127.0.0.1",
            "smsc.b.port = 2776",
            "smsc.b.system-id = b",
            "smsc.b.password = secret",
            "smsc.b.version = 3.3",
            "smsc.b.rate = 5"
        };
        Lanes lanes = Lanes.of(PipelineRig.config(directory, lines), new LaneNumbers(), new BridgeStats(), 1);
        Lane old = lanes.find("b").orElseThrow();
        Lane now = lanes.find("a").orElseThrow();
        OutboundSms marked = octets("x").withTlvs(Map.of(HOP, "09"));
        assertThat(old.takes(marked, 1)).isTrue();
        assertThat(old.tlvs(marked).isEmpty()).isTrue();
        assertThat(now.tlvs(marked).isEmpty()).isFalse();
        assertThat(now.tlvs(marked).asked())
                .as("the SMSC may be sent the message without it")
                .isFalse();
        assertThat(old.takes(octets("x").withTlvs(Map.of("0x1400", "01")), 1)).isFalse();
    }

    @Test
    void an_smsc_of_version_3_3_gets_no_hop_counter() {
        try (PipelineRig rig = start("smsc.a.version = 3.3")) {
            send(rig, "peer", octets("x").withTlvs(Map.of(HOP, "02")));
            assertThat(take(rig).sms().tlvs()).isEmpty();
        }
    }

    @Test
    void where_every_repetition_counts_the_time_ends_the_counting() {
        try (PipelineRig rig = start("routing.loop-count = all", "routing.loop-max = 3", "routing.loop-within = 1m")) {
            assertThat(taken(rig, 5, "shop", text("again"))).isEqualTo(3);
            later.set(90_000);
            assertThat(taken(rig, 5, "shop", text("again"))).isBetween(2, 3);
        }
    }

    @Test
    void an_smsc_that_is_not_there_and_a_tag_that_is_not_a_vendors_are_told() {
        assertThatThrownBy(() -> PipelineRig.config(directory, "routing.hop-smscs = b", "routing.hop-tlv = 0x0424"))
                .hasMessageContaining("routing.hop-smscs = b")
                .hasMessageContaining("routing.hop-tlv = 0x0424")
                .hasMessageContaining("0x1400..0x3fff");
    }

    /** A full bag is no loop: whoever is asked to come again may do so as often as it takes. */
    @Test
    void a_message_that_is_refused_for_want_of_room_is_not_counted() {
        try (PipelineRig rig = start(
                "routing.loop-count = all",
                "routing.loop-max = 2",
                "smsc.a.bag = 1",
                "smsc.a.bunch = 1",
                "pipeline.slow-answers = 0s")) {
            PipelineRig.get(rig.middleWare().send("46701234567", "fills the bag"));
            for (int i = 0; i < 10; i++) {
                assertThat(PipelineRig.get(rig.middleWare().send("46701234567", "comes again")))
                        .isInstanceOf(SendOutcome.NoCredit.class);
            }
        }
    }
}
