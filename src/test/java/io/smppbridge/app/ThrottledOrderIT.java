package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.Tried;
import io.smppbridge.simulator.ReceivedSubmit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Order by number at an SMSC that throttles, while two callers hand over long messages to the same numbers side by side. */
@Tag("crowd")
@Timeout(300)
class ThrottledOrderIT {
    private static final int CALLERS = 2;
    private static final int NUMBERS = 7;
    private static final int PARTS = 3;
    /** No part. */
    private static final int WHOLE = Integer.MIN_VALUE;

    private static final Duration SOON = Duration.ofSeconds(200);

    @TempDir
    Path directory;

    @Test
    @Tag("D-09")
    void of_a_hundred_and_twenty_messages_by_two_callers_none_passes_another_to_its_number_and_no_parts_are_mixed(
            TestReporter reporter) throws Exception {
        throttled(reporter, 60);
    }

    @Test
    @Tag("long")
    @Tag("D-09")
    void of_two_thousand_messages_by_two_callers_none_passes_another_to_its_number_and_no_parts_are_mixed(
            TestReporter reporter) throws Exception {
        throttled(reporter, 1_000);
    }

    private void throttled(TestReporter reporter, int each) throws Exception {
        try (CarrierBed bed = CarrierBed.with(directory, 1)
                .each("order", "destination")
                .each("senders", "2")
                .each("window", "50")
                .each("rate", "2000")
                .each("throttle-min", "10ms")
                .each("throttle-max", "20ms")
                .simulator(config -> config.with("fail-every", "7")
                        .with("fail-status", "RTHROTTLED")
                        .with("respond-after", "1ms..5ms")
                        .with("receipts", "never"))
                .start()
                .bound()) {
            bed.audit.inOrder();
            ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
            CyclicBarrier together = new CyclicBarrier(CALLERS);
            List<Future<?>> ends = new ArrayList<>();
            try {
                for (int caller = 0; caller < CALLERS; caller++) {
                    int which = caller;
                    ends.add(callers.submit(() -> {
                        for (int n = 0; n < each; n++) {
                            together.await(20, TimeUnit.SECONDS);
                            assertThat(bed.middleWare().send(message(which, n)).get(20, TimeUnit.SECONDS))
                                    .isInstanceOf(Acceptance.class);
                        }
                        return null;
                    }));
                }
                for (Future<?> end : ends) {
                    end.get(SOON.toSeconds(), TimeUnit.SECONDS);
                }
            } finally {
                callers.shutdownNow();
            }
            int parts = CALLERS * (each / 2 * (1 + PARTS));
            await().atMost(SOON).until(() -> bed.port(0).report().submits().accepted() == parts);
            long mixed = mixed(bed.port(0).submits());
            assertThat(mixed)
                    .as("parts with those of another message between them")
                    .isZero();
            long throttled = bed.port(0).report().submits().throttled();
            assertThat(throttled).isGreaterThan(parts / 10);
            Tried.times((long) CALLERS * each)
                    .faults(throttled)
                    .note("half of them of " + PARTS + " parts, to " + NUMBERS + " numbers; " + mixed
                            + " messages mixed with another, " + throttled + " submissions throttled")
                    .tell(reporter);
        }
    }

    /** Every second one is long; both callers write to one number at the same time. */
    private static OutboundSms message(int caller, int n) {
        String words = "caller " + caller + " message " + n + " ";
        return OutboundSms.to(CarrierBed.prefix(0) + String.format("%06d", n / 2 % NUMBERS))
                .from("Acme")
                .text(n % 2 == 0 ? words : words + "x".repeat((PARTS - 1) * 153))
                .build();
    }

    /** How many messages have one of another between their parts, as the SMSC took them for their number. */
    private static long mixed(List<ReceivedSubmit> submits) {
        Map<String, List<Integer>> byNumber = new HashMap<>();
        for (ReceivedSubmit submit : submits) {
            if (submit.status() == 0) {
                byNumber.computeIfAbsent(submit.destination().address(), to -> new ArrayList<>())
                        .add(reference(submit));
            }
        }
        long mixed = 0;
        for (List<Integer> references : byNumber.values()) {
            int run = 0;
            for (int i = 0; i < references.size(); i++) {
                run++;
                boolean ends = i + 1 == references.size() || !references.get(i).equals(references.get(i + 1));
                mixed += ends && references.get(i) != WHOLE && run != PARTS ? 1 : 0;
                run = ends ? 0 : run;
            }
        }
        return mixed;
    }

    /** That its parts have in common, of 8 bits or 16. */
    private static int reference(ReceivedSubmit submit) {
        byte[] octets = submit.shortMessage();
        boolean wide = octets[0] == 6;
        return (submit.esmClass() & 0x40) == 0 ? WHOLE : wide ? octets[3] << 8 | octets[4] & 0xFF : octets[3] & 0xFF;
    }
}
