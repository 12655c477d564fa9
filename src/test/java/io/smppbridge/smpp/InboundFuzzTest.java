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
import io.smppbridge.Mutants;
import io.smppbridge.Tried;
import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Whatever a peer sends, the reader ends only with the stream or with a length that cannot be. */
@Tag("C11")
@Tag("S-30")
class InboundFuzzTest {
    private static final int EACH_BUILD = Integer.getInteger("fuzz.mutants", 1_000_000);

    private final PduFuzz reader = reader();

    PduFuzz reader() {
        return new PduFuzz(false);
    }

    @Test
    void a_million_mutated_pdus_neither_break_the_reader_nor_reach_past_their_frame() {
        mutate(EACH_BUILD);
    }

    @Test
    @Tag("long")
    void ten_million_mutated_pdus_neither_break_the_reader_nor_reach_past_their_frame() {
        mutate(10_000_000);
    }

    private void mutate(int mutants) {
        byte[] tlvs = cat(bytes(0, 0x1E, 0, 3), cString("ab"), bytes(4, 0x27, 0, 1, 2, 0x14, 0, 0, 2, 9, 9));
        List<byte[]> sound = List.of(
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
        byte[] next = pdu(CID_SUBMIT_SM_RESP, 0, 99, cString("next"));
        long[] heard = new long[2];
        new Mutants(getClass().getSimpleName(), sound, next)
                .readBy(
                        (stream, length) -> {
                            String why = reader.read(new ByteArrayInputStream(stream, 0, length));
                            if (!why.equals("the SMSC closed the connection")
                                    || reader.nexts != Mutants.TOGETHER
                                    || reader.told != 99) {
                                throw new AssertionError(why + ", found behind mutants " + reader.nexts);
                            }
                            heard[0] += reader.deliveries;
                            heard[1] += reader.answers - reader.nexts;
                        },
                        mutants);
        assertThat(heard[0]).as("deliveries that were read all the same").isGreaterThan(mutants / 100);
        assertThat(heard[1]).as("answers that were read all the same").isGreaterThan(mutants / 100);
        Tried.times(mutants).faults(mutants).keep();
    }

    @Test
    @Tag("C01")
    @Tag("C-13")
    void pdus_cut_at_every_offset_and_ten_thousand_in_one_blob_are_heard_alike(TestReporter reporter) {
        byte[] two = cat(
                pdu(CID_DELIVER_SM, 0, 1, deliverSm("46701", "72404", 4, new byte[40], NONE)),
                pdu(CID_SUBMIT_SM_RESP, 0, 99, cString("next")));
        int heard = 0;
        for (int cut = 0; cut <= two.length; cut++) {
            byte[] head = Arrays.copyOf(two, cut);
            byte[] tail = Arrays.copyOfRange(two, cut, two.length);
            reader.read(new SequenceInputStream(new ByteArrayInputStream(head), new ByteArrayInputStream(tail)));
            assertThat(reader.told).isEqualTo(99);
            assertThat(reader.answers).isEqualTo(1);
            assertThat(reader.deliveries).isEqualTo(1);
            heard += reader.answers + reader.deliveries;
        }
        byte[][] many = new byte[10_000][];
        Arrays.fill(many, two);
        read(cat(many));
        assertThat(reader.answers).isEqualTo(10_000);
        assertThat(reader.deliveries).isEqualTo(10_000);
        heard += reader.answers + reader.deliveries;
        int sent = 2 * (two.length + 1 + many.length);
        Tried.times(sent)
                .lost(sent - heard)
                .note("PDUs, cut at each of " + two.length + " offsets, and " + many.length + " pairs in one")
                .tell(reporter);
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
