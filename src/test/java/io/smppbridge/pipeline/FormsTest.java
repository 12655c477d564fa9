package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Task;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a message asks of its text and header, from admission to the sender, also by way of the disk. */
class FormsTest {
    private static final String[] COLD = {"pipeline.hot-bytes = 0", "middleware.account = local"};

    @TempDir
    Path directory;

    private static SendOutcome send(PipelineRig rig, OutboundSms sms) {
        return PipelineRig.get(rig.middleWare().send(sms));
    }

    @Test
    @Tag("C53")
    void replaced_characters_are_reported_and_the_journal_keeps_what_is_sent() {
        try (PipelineRig rig = PipelineRig.start(directory, COLD)) {
            OutboundSms sms = OutboundSms.to("46701234567")
                    .text("It’s “here”")
                    .smart(true)
                    .clientRef("one")
                    .build();
            Acceptance first = (Acceptance) send(rig, sms);
            assertThat(first.replaced()).isEqualTo("’“”");
            assertThat(first.encoding()).isEqualTo(Encoding.GSM7);
            Acceptance again = (Acceptance) send(rig, sms);
            assertThat(again.repeated()).isTrue();
            assertThat(again.replaced()).isEqualTo("’“”");
            OutboundSms plain =
                    OutboundSms.to("46701234567").text("It’s “here”").build();
            assertThat(((Acceptance) send(rig, plain)).replaced()).isEmpty();
            assertThat(((Acceptance) send(rig, plain)).encoding()).isEqualTo(Encoding.UCS2);
        }
        try (PipelineRig rig = PipelineRig.start(directory, COLD)) {
            List<Task> tasks = rig.takeAll("a");
            assertThat(tasks.get(0).sms().text()).isEqualTo("It's \"here\"");
            assertThat(tasks.get(0).parts().dataCoding()).isZero();
            assertThat(tasks.get(1).sms().text()).isEqualTo("It’s “here”");
        }
    }

    @Test
    @Tag("C54")
    void octets_of_too_many_parts_are_told_as_a_fault_of_the_octets() {
        try (PipelineRig rig = PipelineRig.start(directory, COLD)) {
            SendOutcome.Invalid invalid = (SendOutcome.Invalid) send(
                    rig, OutboundSms.to("46701234567").binary(new byte[5_000]).build());
            assertThat(invalid.faults()).extracting(SendOutcome.Fault::field).containsExactly("binary");
        }
    }

    @Test
    @Tag("C53")
    void the_account_or_the_smsc_may_ask_for_it_and_the_message_may_decline() {
        OutboundSms open = OutboundSms.of("46701234567", "It’s");
        OutboundSms never =
                OutboundSms.to("46701234567").text("It’s").smart(false).build();
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.smart-encoding = true")) {
            assertThat(((Acceptance) send(rig, open)).replaced()).isEqualTo("’");
            assertThat(((Acceptance) send(rig, never)).replaced()).isEmpty();
            rig.pipeline.apply(PipelineRig.config(directory, "account.local.smart-encoding = true"));
            assertThat(((Acceptance) send(rig, open)).replaced()).isEqualTo("’");
            rig.pipeline.apply(PipelineRig.config(directory));
            assertThat(((Acceptance) send(rig, open)).replaced()).isEmpty();
        }
    }

    @Test
    @Tag("C53")
    void octets_that_came_coded_keep_their_data_coding_also_where_characters_may_be_replaced() {
        byte[] header = {6, 5, 4, 0, 1, 0, 2};
        try (PipelineRig rig = PipelineRig.start(directory, "smsc.a.smart-encoding = true")) {
            send(rig, coded(new byte[] {0, 0x41}, new SmppCoding(false, 8, SmppCoding.Fields.NONE)));
            send(rig, coded(header, new SmppCoding(true, 8, SmppCoding.Fields.NONE)));
            List<Task> tasks = rig.takeAll("a");
            assertThat(tasks).extracting(task -> task.parts().dataCoding()).containsExactly(8, 8);
            assertThat(tasks).extracting(task -> task.parts().udhi()).containsExactly(false, true);
        }
    }

    private static OutboundSms coded(byte[] octets, SmppCoding coding) {
        return OutboundSms.to("46701234567").binary(octets).coding(coding).build();
    }

    @Test
    @Tag("C51")
    void national_tables_come_into_force_by_a_reload() {
        OutboundSms turkish = OutboundSms.of("46701234567", "ş".repeat(100));
        try (PipelineRig rig = PipelineRig.start(directory)) {
            assertThat(((Acceptance) send(rig, turkish)).parts()).isEqualTo(2);
            rig.pipeline.apply(PipelineRig.config(directory, "smsc.a.national-tables = spanish, turkish"));
            assertThat(((Acceptance) send(rig, turkish)).parts()).isEqualTo(1);
        }
    }

    @Test
    @Tag("C56")
    @Tag("C60")
    void class_header_and_coding_survive_the_disk() {
        try (PipelineRig rig = PipelineRig.start(directory, COLD)) {
            send(rig, OutboundSms.to("46701234567").text("now").flash().build());
            send(
                    rig,
                    OutboundSms.to("46701234567")
                            .binary(new byte[] {1, 2})
                            .ports(2948, 9200)
                            .build());
            SendOutcome refused = send(
                    rig,
                    OutboundSms.to("46701234567")
                            .text("x")
                            .udh(new byte[] {1, 5})
                            .build());
            assertThat(((SendOutcome.Invalid) refused).faults().get(0).field()).isEqualTo("udh");
        }
        try (PipelineRig rig = PipelineRig.start(directory, COLD)) {
            List<Task> tasks = rig.takeAll("a");
            assertThat(tasks).hasSize(2);
            assertThat(tasks.get(0).parts().dataCoding()).isEqualTo(0x10);
            assertThat(tasks.get(1).parts().udhi()).isTrue();
            assertThat(HexFormat.of().formatHex(tasks.get(1).parts().octets(0))).isEqualTo("0605040b8423f00102");
        }
    }
}
