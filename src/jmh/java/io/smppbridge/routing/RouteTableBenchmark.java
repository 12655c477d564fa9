package io.smppbridge.routing;

import io.smppbridge.OutboundSms;
import io.smppbridge.settings.RouteConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What it costs to find a message's route, with so many routes of a prefix each and one for the rest. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class RouteTableBenchmark {
    private static final int MESSAGES = 1 << 12;

    @Param({"10", "10000"})
    public int routes;

    private final OutboundSms[] messages = new OutboundSms[MESSAGES];
    private RouteTable table;
    private int turn;

    @Setup
    public void prepare() {
        List<RouteConfig> rules = new ArrayList<>();
        for (int i = 0; i < routes; i++) {
            List<String> prefix = List.of(Integer.toString(46_000_000 + i * 37));
            rules.add(new RouteConfig("r" + i, 1, prefix, List.of(), List.of(), List.of("telia")));
        }
        rules.add(new RouteConfig("rest", 2, List.of(), List.of(), List.of(), List.of("telia")));
        table = new RouteTable(rules);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < MESSAGES; i++) {
            messages[i] = OutboundSms.of(Long.toString(46_000_000_000L + random.nextInt(400_000_000)), "hello");
        }
    }

    @Benchmark
    public Route find() {
        return table.find("acme", messages[turn++ & MESSAGES - 1], 1_760_000_000_000L);
    }
}
