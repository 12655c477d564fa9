package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smppbridge.Encoding;
import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.TaskId;
import io.smppbridge.audit.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The audit in which each bed ends finds a fault where there is one: a door that lies stands between caller and bridge. */
@Tag("crowd")
@Timeout(60)
class BedAuditIT {
    @TempDir
    Path directory;

    /** What the door does. */
    private enum Lie {
        SAYS_YES_AND_FORGETS(Fault.LOST),
        SAYS_NO_AND_SENDS(Fault.REFUSED_BUT_SENT),
        SENDS_OTHER_WORDS(Fault.WRONG_BYTES),
        SENDS_ONE_OF_ITS_OWN(Fault.PHANTOM);

        private final Fault found;

        Lie(Fault found) {
            this.found = found;
        }
    }

    private CarrierBed bed() throws Exception {
        return CarrierBed.with(directory, 1)
                .simulator(config -> config.with("receipts", "never"))
                .start()
                .bound();
    }

    @ParameterizedTest
    @EnumSource
    void each_lie_of_a_door_is_found_and_named(Lie lie) throws Exception {
        CarrierBed bed = bed();
        bed.send(10, 0);
        MiddleWare door = bed.audit.over(lying(lie, bed.bridge.middleWare()));
        OutboundSms sms = OutboundSms.to(CarrierBed.prefix(0) + "000010")
                .from("Acme")
                .text("hello")
                .clientRef("order 10")
                .build();
        door.send(sms).get(10, TimeUnit.SECONDS);
        bed.awaitArrived(lie == Lie.SAYS_YES_AND_FORGETS ? 10 : 11, Duration.ofSeconds(20));
        assertThatThrownBy(bed::close).hasMessageContaining("1 " + lie.found.words() + ":");
        assertThat(bed.bridge.obstacles()).as("it is closed all the same").isNotEmpty();
    }

    @Test
    void what_a_test_says_that_it_brings_about_is_let_pass() throws Exception {
        try (CarrierBed bed = bed()) {
            bed.audit.expects(Fault.WRONG_BYTES, "the door lies");
            MiddleWare door = bed.audit.over(lying(Lie.SENDS_OTHER_WORDS, bed.bridge.middleWare()));
            door.send(CarrierBed.message(0, 1)).get(10, TimeUnit.SECONDS);
            bed.awaitArrived(1, Duration.ofSeconds(20));
        }
    }

    private static MiddleWare lying(Lie lie, MiddleWare honest) {
        return new MiddleWare() {
            @Override
            public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
                OutboundSms sms = list.get(0);
                switch (lie) {
                    case SAYS_YES_AND_FORGETS -> done.accept(new SendOutcome[] {accepted()});
                    case SAYS_NO_AND_SENDS ->
                        honest.send(
                                list,
                                outcomes -> done.accept(
                                        new SendOutcome[] {new SendOutcome.NotAccepting("no", Duration.ZERO)}));
                    case SENDS_OTHER_WORDS -> honest.send(List.of(sms.withText("other words")), done);
                    case SENDS_ONE_OF_ITS_OWN -> {
                        honest.send(List.of(CarrierBed.message(0, 11)), outcomes -> {});
                        honest.send(list, done);
                    }
                }
            }

            @Override
            public void listen(InboundListener listener) {
                honest.listen(listener);
            }
        };
    }

    private static SendOutcome accepted() {
        TaskId id = new TaskId(TaskId.first(System.currentTimeMillis()));
        return new Acceptance(id, Encoding.GSM7, 1, "", "", "s0", false, Durability.FORCED);
    }
}
