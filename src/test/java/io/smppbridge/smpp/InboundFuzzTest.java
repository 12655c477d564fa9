package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;
import static io.smppbridge.smpp.ScriptedSmsc.bytes;
import static io.smppbridge.smpp.ScriptedSmsc.cString;
import static io.smppbridge.smpp.ScriptedSmsc.cat;
import static io.smppbridge.smpp.ScriptedSmsc.deliverSm;
import static io.smppbridge.smpp.ScriptedSmsc.pdu;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;
import io.smppbridge.threads.Ticker;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever a peer sends, the reader ends only with the stream or with a length that cannot be. */
@Tag("C11")
class InboundFuzzTest {
    private static final int MUTANTS = Integer.getInteger("fuzz.mutants", 1_000_000);
    /** Mutants on one connection. */
    private static final int TOGETHER = 50;

    private final CorkedWriter writer = new CorkedWriter(Ticker.SYSTEM);
    private int told;
    private int nexts;
    private int answers;
    private int deliveries;

    @Test
    void mutated_pdus_neither_break_the_reader_nor_reach_past_their_frame() {
        mutate(MUTANTS);
    }

    @Test
    @Tag("long")
    void ten_million_mutated_pdus_neither_break_the_reader_nor_reach_past_their_frame() {
        mutate(10_000_000);
    }

    private void mutate(int mutants) {
        long begun = System.nanoTime();
        long seed = Long.getLong("fuzz.seed", System.nanoTime());
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        writer.connectTo(OutputStream.nullOutputStream());
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
            assertThat(read(cat(stream))).isEqualTo("the SMSC closed the connection");
            assertThat(nexts).isEqualTo(TOGETHER);
            assertThat(told).isEqualTo(99);
        }
        System.out.printf("C11: %d mutants in %d ms%n", mutants, (System.nanoTime() - begun) / 1_000_000);
    }

    @Test
    @Tag("C01")
    @Tag("C-13")
    void pdus_cut_at_every_offset_and_ten_thousand_in_one_blob_are_heard_alike() {
        writer.connectTo(OutputStream.nullOutputStream());
        byte[] two = cat(
                pdu(CID_DELIVER_SM, 0, 1, deliverSm("46701", "72404", 4, new byte[40], NONE)),
                pdu(CID_SUBMIT_SM_RESP, 0, 99, cString("next")));
        for (int cut = 0; cut <= two.length; cut++) {
            byte[] head = Arrays.copyOf(two, cut);
            byte[] tail = Arrays.copyOfRange(two, cut, two.length);
            read(new SequenceInputStream(new ByteArrayInputStream(head), new ByteArrayInputStream(tail)));
            assertThat(told).isEqualTo(99);
            assertThat(answers).isEqualTo(1);
            assertThat(deliveries).isEqualTo(1);
        }
        byte[][] many = new byte[10_000][];
        Arrays.fill(many, two);
        read(cat(many));
        assertThat(answers).isEqualTo(10_000);
        assertThat(deliveries).isEqualTo(10_000);
    }

    @Test
    void random_octets_end_at_a_length_that_cannot_be_or_with_the_stream() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        writer.connectTo(OutputStream.nullOutputStream());
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

    /** Reads it all. @return why the reading ended */
    private String read(byte[] stream) {
        return read(new ByteArrayInputStream(stream));
    }

    private String read(InputStream stream) {
        told = 0;
        nexts = 0;
        answers = 0;
        deliveries = 0;
        Inbound inbound = new Inbound(new AnyBind(), new Last(), writer, new PduLog("fuzz"));
        GuardedReader reader = new GuardedReader(Ticker.SYSTEM, new GuardedReader.Sink() {
            @Override
            public void reading() {}

            @Override
            public void pdu(byte[] buffer, int at, int length, long readNanos) {
                inbound.pdu(buffer, at, length, readNanos);
            }

            @Override
            public void badLength(int length, int sequence) {}

            @Override
            public void ended(IOException why) {}
        });
        reader.connectTo(stream);
        try {
            reader.readPDUHeader(new DataInputStream(new ByteArrayInputStream(NONE)));
            return "returned";
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private final class Last implements ConnectorListener {
        @Override
        public void bound(String smscSystemId, int interfaceVersion) {}

        @Override
        public void answered(int sequence, int commandStatus, String messageId, long readNanos) {
            told = sequence;
            answers++;
            if (sequence == 99 && messageId.equals("next")) {
                nexts++;
            }
            if (messageId.length() > 65) {
                throw new AssertionError("a message_id of " + messageId.length() + " octets");
            }
        }

        @Override
        public void linkAlive(long readNanos) {}

        @Override
        public void delivered(Delivery delivery) {
            deliveries++;
            if (delivery.octets().length >= 300) {
                throw new AssertionError("octets of " + delivery.octets().length);
            }
        }

        @Override
        public void unbindRequested() {}

        @Override
        public void closed(CloseCause cause, int commandStatus, String detail) {}
    }

    private static final class AnyBind implements Inbound.Bind {
        @Override
        public String name() {
            return "fuzz";
        }

        @Override
        public boolean mayReceive() {
            return true;
        }

        @Override
        public void bindAnswered(int sequence, int status, String systemId, int interfaceVersion) {}

        @Override
        public boolean ownRequestRefused(int sequence, int status, long readNanos) {
            return false;
        }

        @Override
        public void submitAnswered(int sequence) {}

        @Override
        public void unbindAsked() {}

        @Override
        public void unbindAnswered() {}

        @Override
        public void writeFailed(IOException why) {}
    }
}
