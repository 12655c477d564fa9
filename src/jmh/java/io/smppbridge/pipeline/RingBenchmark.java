package io.smppbridge.pipeline;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a slot of the outbound ring costs: claimed, filled, published, polled and cleared, in batches, without any stage behind it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class RingBenchmark {
    private static final int ROUND = 1000;
    private static final int SIZE = 8192;

    /** Messages between two polls. */
    @Param({"1", "100"})
    public int batch;

    private RingBuffer<OutboundSlot> ring;
    private EventPoller<OutboundSlot> poller;

    @Setup
    public void open() {
        ring = RingBuffer.createMultiProducer(OutboundSlot::new, SIZE);
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
    }

    @Benchmark
    @OperationsPerInvocation(ROUND)
    public void throughTheRing() throws Exception {
        for (int done = 0; done < ROUND; done += batch) {
            for (int i = 0; i < batch; i++) {
                long sequence = ring.next();
                OutboundSlot slot = ring.get(sequence);
                slot.index = i;
                slot.endpoint = "";
                ring.publish(sequence);
            }
            poller.poll((slot, sequence, endOfBatch) -> {
                slot.clear();
                return true;
            });
        }
    }
}
