package io.smppbridge.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The simulator must not be what limits a benchmark. */
@Timeout(60)
class SpeedTest {
    private static final int BATCH = 500;

    @Test
    void half_a_million_submits_a_second_are_within_reach_of_one_event_loop() throws Exception {
        int batches = Integer.getInteger("simulator.speed.batches", 1000);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 1; i <= BATCH; i++) {
            bytes.writeBytes(RawEsme.submit("46701234567", 0, "a message of some forty characters, more or less", i));
        }
        byte[] batch = bytes.toByteArray();
        try (SmscSimulator sim = SmscSimulator.start(SimulatorConfig.forTests().recording(0));
                RawEsme esme = RawEsme.bound(sim.port(), BindMode.TX)) {
            Thread writer = new Thread(() -> write(esme, batch, batches), "speed-writer");
            long start = System.nanoTime();
            writer.start();
            drain(esme.socket().getInputStream(), sim, (long) batches * BATCH);
            double seconds = (System.nanoTime() - start) / 1e9;
            writer.join();
            System.out.printf("%,d submits in %.2f s: %,.0f/s%n", batches * BATCH, seconds, batches * BATCH / seconds);
            // Far below what it does warm and alone, so that a busy machine does not fail the build.
            assertThat(batches * BATCH / seconds).isGreaterThan(50_000);
        }
    }

    private static void drain(InputStream in, SmscSimulator sim, long submits) throws Exception {
        byte[] buffer = new byte[256 * 1024];
        long expected = 0;
        for (long n = 1; n <= submits; n++) {
            expected += 17 + Long.toString(n).length();
        }
        for (long seen = 0; seen < expected; ) {
            seen += in.read(buffer);
        }
        assertThat(sim.first().report().submits().accepted()).isEqualTo(submits);
    }

    private static void write(RawEsme esme, byte[] batch, int batches) {
        try {
            for (int i = 0; i < batches; i++) {
                esme.write(batch);
            }
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
