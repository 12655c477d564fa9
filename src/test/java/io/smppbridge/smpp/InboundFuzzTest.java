package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;
import static io.smppbridge.smpp.ScriptedSmsc.bytes;
import static io.smppbridge.smpp.ScriptedSmsc.cString;
import static io.smppbridge.smpp.ScriptedSmsc.cat;
import static io.smppbridge.smpp.ScriptedSmsc.deliverSm;
import static io.smppbridge.smpp.ScriptedSmsc.pdu;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.Memory;
import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a peer sends, the reader ends only with the stream or with a length that cannot be. */
@Tag("C11")
class InboundFuzzTest {
    private static final int MUTANTS = Integer.getInteger("fuzz.mutants", 550_000);
    /** Mutants on one connection. */
    private static final int TOGETHER = 50;
    /** For one stream, on a machine that others keep busy. */
    private static final long BOUND_NANOS = 5_000_000_000L;

    private final PduFuzz reader = reader();

    PduFuzz reader() {
        return new PduFuzz(false);
    }

    int mutants() {
        return MUTANTS;
    }

    @Test
    void mutated_pdus_neither_break_the_reader_nor_reach_past_their_frame() {
        mutate(mutants());
    }

    @Test
    @Tag("long")
    void ten_million_mutated_pdus_neither_break_the_reader_nor_reach_past_their_frame() {
        mutate(10_000_000);
    }

    private void mutate(int mutants) {
        long begun = System.nanoTime();
        long slowest = 0;
        long used = Memory.used();
        long allocated = Memory.allocatedHere();
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] tlvs = cat(bytes(0, 0x1E, 0, 3), cString("ab"), bytes(4, 0x27, 0, 1, 2, 0x14, 0, 0, 2, 9, 9));
        List<byte[]> seeds = List.of(
                pdu(CID_DELIVER_SM, 0, 1, deliverSm("46701", "72404", 4, new byte[40], tlvs)),
                pdu(
                        CID_DATA_SM,
                        0,
                        2,
                        cat(bytes(0, 1, 1), cString("4"), bytes(1, 1), cString("7"), bytes(4, 0, 8), tlvs)),
                pdu(CID_SUBMIT_SM_RESP, 0, 3, cString("0123456789")),
                pdu(CID_BIND_TRANSCEIVER_RESP, 0, 4, cat(cString("smsc"), bytes(2, 0x10, 0, 1, 0x34))),
                pdu(CID_GENERIC_NACK, 3, 5, NONE),
                pdu(CID_ENQUIRE_LINK, 0, 6, NONE),
                pdu(CID_UNBIND, 0, 7, NONE),
                pdu(CID_ALERT_NOTIFICATION, 0, 8, new byte[20]));
        // The length stays, so that the frame after each must still be found.
        byte[] next = pdu(CID_SUBMIT_SM_RESP, 0, 99, cString("next"));
        byte[][] stream = new byte[2 * TOGETHER][];
        for (int done = 0; done < mutants; done += TOGETHER) {
            for (int i = 0; i < stream.length; i += 2) {
                byte[] mutant = seeds.get(random.nextInt(seeds.size())).clone();
                for (int n = random.nextInt(6); n >= 0; n--) {
                    mutant[4 + random.nextInt(mutant.length - 4)] = (byte) random.nextInt(256);
                }
                stream[i] = mutant;
                stream[i + 1] = next;
            }
            byte[] octets = cat(stream);
            long from = System.nanoTime();
            assertThat(read(octets)).isEqualTo("the SMSC closed the connection");
            slowest = Math.max(slowest, System.nanoTime() - from);
            assertThat(reader.nexts).isEqualTo(TOGETHER);
            assertThat(reader.told).isEqualTo(99);
        }
        long each = (Memory.allocatedHere() - allocated) / mutants;
        long kept = Memory.used() - used;
        System.out.printf(
                "C11: %d mutants in %d ms, at most %d us for %d of them, %d octets for each, %d KiB kept%n",
                mutants, (System.nanoTime() - begun) / 1_000_000, slowest / 1_000, TOGETHER, each, kept / 1_024);
        assertThat(slowest).as("nanoseconds of one stream").isLessThan(BOUND_NANOS);
        assertThat(each).as("octets allocated for one mutant").isLessThan(4_096);
        assertThat(kept).as("octets that stayed").isLessThan(16 << 20);
    }

    @Test
    @Tag("C01")
    @Tag("C-13")
    void pdus_cut_at_every_offset_and_ten_thousand_in_one_blob_are_heard_alike() {
        byte[] two = cat(
                pdu(CID_DELIVER_SM, 0, 1, deliverSm("46701", "72404", 4, new byte[40], NONE)),
                pdu(CID_SUBMIT_SM_RESP, 0, 99, cString("next")));
        for (int cut = 0; cut <= two.length; cut++) {
            byte[] head = Arrays.copyOf(two, cut);
            byte[] tail = Arrays.copyOfRange(two, cut, two.length);
            reader.read(new SequenceInputStream(new ByteArrayInputStream(head), new ByteArrayInputStream(tail)));
            assertThat(reader.told).isEqualTo(99);
            assertThat(reader.answers).isEqualTo(1);
            assertThat(reader.deliveries).isEqualTo(1);
        }
        byte[][] many = new byte[10_000][];
        Arrays.fill(many, two);
        read(cat(many));
        assertThat(reader.answers).isEqualTo(10_000);
        assertThat(reader.deliveries).isEqualTo(10_000);
    }

    @Test
    void random_octets_end_at_a_length_that_cannot_be_or_with_the_stream() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(300)];
            random.nextBytes(noise);
            if (noise.length > 2 && i % 2 == 0) {
                noise[0] = 0;
                noise[1] = 0;
            }
            assertThat(read(noise)).containsAnyOf("the SMSC closed the connection", "command_length");
        }
    }

    @Test
    @Tag("C02")
    void a_length_that_cannot_be_costs_no_memory_on_however_many_connections() {
        for (int length : new int[] {0x7FFFFFFF, 0xFFFFFFFF, 70_001}) {
            byte[] header = ScriptedSmsc.header(length, CID_DELIVER_SM, 0, 1);
            assertThat(read(header)).contains("command_length");
            long allocated = Memory.allocatedHere();
            for (int i = 0; i < 1_000; i++) {
                read(header);
            }
            long each = (Memory.allocatedHere() - allocated) / 1_000;
            assertThat(each)
                    .as("octets for a connection that announces %d", length)
                    .isLessThan(64 << 10);
        }
    }

    /** Reads it all. @return why the reading ended */
    private String read(byte[] stream) {
        return reader.read(new ByteArrayInputStream(stream));
    }
}
