package io.smppbridge.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.Address;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes.Flight;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sender goes out with its own letters or not at all. */
class LettersHeldTest {
    @TempDir
    Path directory;

    /** One SMSC of Latin-1 and, behind it or beside it, one of GSM septets. */
    private PipelineRig start(String smscs, String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "smsc.b.host = 127.0.0.1",
                "smsc.b.port = 2776",
                "smsc.b.system-id = me",
                "smsc.b.password = secret",
                "smsc.b.rate = unlimited",
                "smsc.b.sender-alphabet = gsm",
                "route.all.smsc = " + smscs));
        lines.addAll(List.of(more));
        PipelineRig rig = PipelineRig.start(directory, lines.toArray(String[]::new));
        rig.stats.smsc("a").bind("1").bound = true;
        rig.stats.smsc("b").bind("1").bound = true;
        return rig;
    }

    private static SendOutcome send(PipelineRig rig, Address from) {
        return PipelineRig.get(rig.middleWare()
                .send(OutboundSms.to("46701234567").from(from).text("x").build()));
    }

    private static void refused(PipelineRig rig, Address from, String misfits) {
        assertThat(send(rig, from))
                .isInstanceOfSatisfying(
                        SendOutcome.Invalid.class,
                        no -> assertThat(no.faults())
                                .singleElement()
                                .satisfies(fault -> assertThat(fault.field()).isEqualTo("from"))
                                .satisfies(fault -> assertThat(fault.code()).isEqualTo("not-encodable"))
                                .satisfies(fault -> assertThat(fault.reason())
                                        .startsWith("sender with " + misfits + ", expected")));
    }

    @ParameterizedTest
    @Tag("C61")
    @ValueSource(strings = {"ΔSHOP", "ΩMEGA", "£hop€", "å€"})
    void letters_that_no_smsc_of_the_route_has_are_refused_and_nothing_is_left_behind(String from) {
        try (PipelineRig rig = start("a")) {
            int credits = rig.pipeline.bag("a").credits();
            refused(rig, Address.of(from), from.replaceAll("[^ΔΩ€]", ""));
            assertThat(rig.pipeline.bag("a").credits()).isEqualTo(credits);
        }
    }

    @Test
    @Tag("C45")
    void under_septets_it_is_the_at_sign_that_is_refused() {
        try (PipelineRig rig = start("b")) {
            refused(rig, Address.of("a@b"), "@");
            assertThat(send(rig, Address.of("ΔSHOP"))).isInstanceOf(SendOutcome.Acceptance.class);
        }
    }

    /** Whoever sets another type of number means it; its letters go as Latin-1 everywhere. */
    @Test
    void letters_under_another_type_of_number_are_looked_at_too() {
        try (PipelineRig rig = start("b")) {
            refused(rig, new Address("Ω1", 6, 1), "Ω");
        }
    }

    @Test
    void with_several_smscs_those_take_it_that_have_its_letters() {
        try (PipelineRig rig = start("a, b")) {
            for (int i = 0; i < 4; i++) {
                assertThat(send(rig, Address.of("ΔSHOP")))
                        .isInstanceOfSatisfying(
                                SendOutcome.Acceptance.class,
                                taken -> assertThat(taken.smsc()).isEqualTo("b"));
                assertThat(send(rig, Address.of("a@b")))
                        .isInstanceOfSatisfying(
                                SendOutcome.Acceptance.class,
                                taken -> assertThat(taken.smsc()).isEqualTo("a"));
            }
        }
    }

    @Test
    void a_message_does_not_go_on_to_an_smsc_that_lacks_letters_of_its_sender() {
        try (PipelineRig rig = start("b > a", "route.all.failover = rejected")) {
            for (String from : List.of("ΔSHOP", "Shop")) {
                send(rig, Address.of(from));
                Task task = await().until(() -> rig.takeAll("b"), taken -> taken.size() == 1)
                        .get(0);
                rig.pipeline.outcomes().ended(task, MessageState.REJECTED, "status 0x0b", Flight.NONE);
            }
            await().until(
                            () -> rig.takeAll("a"),
                            taken -> taken.size() == 1
                                    && taken.get(0).sms().from().number().equals("Shop"));
            await().until(() -> rig.stats.endedByState().get("REJECTED"), ended -> ended != null && ended.sum() == 1);
        }
    }
}
