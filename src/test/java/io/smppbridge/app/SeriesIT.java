package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.Tried;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a scrape shows of a bridge that has sent to very many numbers. */
@Timeout(900)
@Tag("crowd")
class SeriesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int AHEAD = 20_000;
    /** One in so many asks for a receipt. */
    private static final int RECEIPTS = 20;

    @TempDir
    Path directory;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    @Tag("I-05")
    void after_twenty_thousand_destinations_the_series_are_those_of_before(TestReporter reporter) throws Exception {
        series(reporter, 20_000);
    }

    @Test
    @Tag("long")
    @Tag("I-05")
    void after_a_million_destinations_the_series_are_those_of_before(TestReporter reporter) throws Exception {
        series(reporter, 1_000_000);
    }

    private void series(TestReporter reporter, int destinations) throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 1)
                .each("window", "500")
                .node("admin.enabled", "true")
                .node("admin.port", "0")
                .node("journal.segment-size", "16M")
                .node("pipeline.history", "1000")
                .simulator(config -> config.with("receipt-after", "1ms").recording(1_000));
        try (CarrierBed bed = plan.start().bound()) {
            sent(bed, 0, RECEIPTS);
            inbound(bed, 0, 1);
            await().atMost(PATIENCE).until(() -> bed.receipts.size() == 1 && bed.inbound.size() == 1);
            Set<String> before = scrape(bed);
            for (int from = RECEIPTS; from < destinations; from += 1_000) {
                sent(bed, from, Math.min(destinations, from + 1_000));
            }
            inbound(bed, 1, 1_000);
            await().atMost(PATIENCE)
                    .until(() -> bed.receipts.size() == destinations / RECEIPTS && bed.inbound.size() == 1_000);
            Set<String> after = scrape(bed);
            long distinct = bed.arrived();
            assertThat(distinct).isEqualTo(destinations);
            assertThat(of(after, true)).isEqualTo(of(before, true));
            Set<String> more = of(after, false);
            more.removeAll(of(before, false));
            assertThat(more)
                    .as("of the JVM: kinds of collections that it has made for the first time")
                    .allMatch(series -> series.startsWith("jvm_gc_"));
            Tried.times(distinct)
                    .lost(destinations - distinct)
                    .note(of(after, true).size() + " series of the bridge before and after, " + bed.receipts.size()
                            + " receipts and " + bed.inbound.size() + " MO of as many numbers")
                    .tell(reporter);
        }
    }

    /** Numbers from..to-1, of which none is sent to twice. */
    private static void sent(CarrierBed bed, int from, int to) throws Exception {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> from - bed.arrived() < AHEAD);
        List<OutboundSms> list = new ArrayList<>();
        for (int i = from; i < to; i++) {
            list.add(OutboundSms.to(CarrierBed.prefix(0) + String.format("%06d", i))
                    .from("+4673" + (1_000_000 + i))
                    .text("message " + i)
                    .receipt(i % RECEIPTS == 0 ? ReceiptWish.FINAL : ReceiptWish.NONE)
                    .build());
        }
        assertThat(bed.middleWare().send(list).get(30, TimeUnit.SECONDS))
                .allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
        if (to % 100_000 == 0 || to == RECEIPTS) {
            bed.awaitArrived(to, PATIENCE);
        }
    }

    private static void inbound(CarrierBed bed, int from, int to) {
        for (int i = from; i < to; i++) {
            bed.port(0).sendMo("+46709" + (100_000 + i), "72404", "mo " + i);
        }
    }

    private Set<String> scrape(CarrierBed bed) throws Exception {
        System.gc();
        URI metrics = URI.create("http://127.0.0.1:" + bed.bridge.adminPort() + "/metrics");
        HttpRequest request =
                HttpRequest.newBuilder(metrics).timeout(Duration.ofSeconds(10)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> of(Set<String> series, boolean ours) {
        return series.stream()
                .filter(name -> name.startsWith("smpp_bridge_") == ours)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
