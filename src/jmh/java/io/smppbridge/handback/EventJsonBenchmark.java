package io.smppbridge.handback;

import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What writing the JSON of a webhook costs for each event: receipts, a hundred a request. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class EventJsonBenchmark {
    private static final int BATCH = 100;
    private static final Instant THEN = Instant.parse("2026-11-21T01:00:00Z");

    private final EventJson json = new EventJson();
    private final List<Event> events = new ArrayList<>();

    @Setup
    public void prepare() {
        long first = TaskId.first(THEN.toEpochMilli());
        for (int i = 0; i < BATCH; i++) {
            CarrierReport report = new CarrierReport("DELIVRD", "000", -1, THEN, THEN.plusSeconds(i));
            events.add(new Event.State(new Receipt(
                    new TaskId(first + 2 * i),
                    new TaskId(first + 2 * i + 1),
                    "order-" + i,
                    MessageState.DELIVERED,
                    "telia",
                    new Address("Acme", 5, 0),
                    new Address(Long.toString(46_701_000_000L + i), 1, 1),
                    1,
                    "stat:DELIVRD err:000",
                    false,
                    THEN,
                    THEN.plusMillis(i * 137L),
                    report,
                    List.of(),
                    Optional.empty(),
                    Map.of())));
        }
    }

    @Benchmark
    @OperationsPerInvocation(BATCH)
    public byte[] batch() {
        return json.batch(events);
    }
}
