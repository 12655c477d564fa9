package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.smppbridge.Memory;
import io.smppbridge.Mutants;
import io.smppbridge.ThreadsSince;
import io.smppbridge.Tried;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever an ESME sends, each PDU is read within its frame, in bounded time and memory, and nothing stays. */
@Tag("C11")
@Tag("S-20")
@Tag("S-21")
class EsmeFuzzTest {
    private static final String TO = "46701234567";
    private static final int EACH_BUILD = Integer.getInteger("fuzz.mutants", 1_000_000);

    private final EsmeFuzz reader = new EsmeFuzz();

    @Test
    void a_million_mutated_pdus_are_read_within_their_frames() {
        mutate(EACH_BUILD);
    }

    @Test
    @Tag("long")
    void ten_million_mutated_pdus_are_read_within_their_frames() {
        mutate(10_000_000);
    }

    private static List<byte[]> seeds() {
        byte[] tlvs = RawPeer.pdu(4, 1, out -> {
            out.write(0);
            out.write(new byte[] {5, 0, 'A', 0, 1, 1});
            RawPeer.text(out, TO);
            out.write(new byte[] {(byte) 0x40, 0, 0});
            RawPeer.text(out, "261122010000000+");
            RawPeer.text(out, "000001000000000R");
            out.write(new byte[] {1, 0, 8, 0, 0});
            out.write(new byte[] {2, 0x0C, 0, 2, 0x12, 0x34, 2, 0x0E, 0, 1, 3, 2, 0x0F, 0, 1, 2, 0x14, 1, 0, 1, 5});
            out.write(new byte[] {0, 0x17, 0, 4, 0, 0, 0, 9, 4, 0x24, 0, 4, 0, 'h', 0, 'i'});
        });
        return List.of(
                RawPeer.submit("Acme", TO, 1, "Hello", 2),
                tlvs,
                RawPeer.data(TO, "Hello", 3),
                RawPeer.multi("Hello", 4, TO, "46709999999", "46708888888"),
                RawPeer.about(0x03, "1M7XRQPTT0001", 5),
                RawPeer.about(0x08, "1M7XRQPTT0001", 6),
                RawPeer.replace("1M7XRQPTT0001", "261122010000000+", "Hullo", 7),
                RawPeer.broadcast(8),
                RawPeer.about(0x112, "none", 9),
                RawPeer.about(0x113, "none", 10),
                RawPeer.bind(0x09, "shop", "secret", 11),
                RawPeer.bare(0x80000005, 12),
                RawPeer.bare(0x06, 13));
    }

    private void mutate(int mutants) {
        long[] taken = new long[2];
        new Mutants("EsmeFuzzTest", seeds(), RawPeer.bare(0x15, EsmeFuzz.NEXT))
                .readBy(
                        (stream, length) -> {
                            boolean bad = reader.read(stream, length);
                            if (bad
                                    || reader.nexts != Mutants.TOGETHER
                                    || reader.taken + reader.refused != Mutants.TOGETHER) {
                                throw new AssertionError("found behind mutants " + reader.nexts + ", taken "
                                        + reader.taken + ", refused " + reader.refused);
                            }
                            taken[0] += reader.taken;
                            taken[1] += reader.refused;
                        },
                        mutants);
        assertThat(taken[0]).as("the seeds are sound").isGreaterThan(mutants / 5);
        Tried.times(mutants).faults(mutants).refused(taken[1]).keep();
    }

    @Test
    @Tag("C02")
    void a_length_that_cannot_be_costs_no_memory_on_a_hundred_connections(@TempDir Path directory) throws Exception {
        ThreadsSince since = ThreadsSince.now();
        try (EsmeBed bed = EsmeBed.with(directory, List.of("shop"), "esme.e.unbound-per-address = 1000")) {
            announce(bed, 0x7FFFFFFF); // warm
            long allocated = Memory.allocatedBy(since.ids("esme-"));
            long buffers = PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
            for (int i = 0; i < 100; i++) {
                announce(bed, i % 2 == 0 ? 0x7FFFFFFF : -1);
            }
            long each = (Memory.allocatedBy(since.ids("esme-")) - allocated) / 100;
            System.out.println("C02: " + each + " octets for a connection that announces 2 GiB");
            assertThat(each).isBetween(1L, 128L << 10);
            assertThat(PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory() - buffers)
                    .isLessThan(32 << 20);
        }
    }

    private static void announce(EsmeBed bed, int length) throws Exception {
        try (RawPeer peer = new RawPeer(bed.port())) {
            byte[] header = RawPeer.bare(0x04, 5);
            ByteBuffer.wrap(header).putInt(0, length);
            assertThat(peer.write(header).read().status()).isEqualTo(0x02);
        }
    }
}
