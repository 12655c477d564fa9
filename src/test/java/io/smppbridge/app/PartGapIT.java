package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far apart the parts of one message arrive at SMSCs of low rates. */
@Tag("waits")
class PartGapIT {
    private static final Duration MOST = Duration.ofSeconds(2);
    private static final int ONE_A_SECOND = 0;
    private static final int FIVE_A_SECOND = 1;

    @TempDir
    Path directory;

    private static OutboundSms sms(int smsc, int number, int parts) {
        return OutboundSms.to(CarrierBed.prefix(smsc) + String.format("%06d", number))
                .text("x".repeat(parts == 1 ? 20 : 153 * parts))
                .build();
    }

    @Test
    @Tag("C42")
    void at_one_and_at_five_a_second_no_part_comes_later_than_wanted_while_others_compete_on_several_binds()
            throws Exception {
        Stalls.measure(this::compete);
    }

    private void compete(int attempt) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(Files.createDirectory(directory.resolve("attempt-" + attempt)), 2)
                .each("senders", "2")
                .each("binds", "4")
                .each("window", "1")
                .each("part-gap-max", MOST.toSeconds() + "s")
                .of(ONE_A_SECOND, "rate", "1")
                .of(FIVE_A_SECOND, "rate", "5")
                .of(FIVE_A_SECOND, "window", "2");
        try (CarrierBed bed = plan.start().bound();
                Stalls stalls = new Stalls(bed.simulator)) {
            List<OutboundSms> list = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                list.add(sms(ONE_A_SECOND, i, 3));
                list.add(sms(ONE_A_SECOND, 10 + i, 1));
            }
            for (int i = 0; i < 4; i++) {
                list.add(sms(FIVE_A_SECOND, i, 9));
                list.add(sms(FIVE_A_SECOND, 10 + i, 1));
            }
            assertThat(bed.middleWare().send(list).get(10, TimeUnit.SECONDS))
                    .allMatch(outcome -> outcome instanceof Acceptance);
            bed.awaitArrived(3 * 4 + 4 * 10, Duration.ofSeconds(30));
            assertTogether(bed, stalls, ONE_A_SECOND, 3);
            assertTogether(bed, stalls, FIVE_A_SECOND, 4);
            assertThat(bed.bridge.stats().smsc("s0").partGaps.sum()).isZero();
        }
    }

    private static void assertTogether(CarrierBed bed, Stalls stalls, int smsc, int longOnes) throws Exception {
        Map<String, Long> last = new HashMap<>();
        long longest = 0;
        for (ReceivedSubmit submit : bed.port(smsc).submits()) {
            if ((submit.esmClass() & 0x40) != 0) {
                Long before = last.put(submit.destination().address(), submit.nanos());
                longest = before == null ? longest : Math.max(longest, submit.nanos() - before);
            }
        }
        assertThat(last).hasSize(longOnes);
        long gap = longest;
        System.out.printf("C42: SMSC %d: parts at most %d ms apart%n", smsc, TimeUnit.NANOSECONDS.toMillis(gap));
        stalls.figures(() -> assertThat(Duration.ofNanos(gap)).isLessThanOrEqualTo(MOST));
    }
}
