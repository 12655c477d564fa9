package io.smppbridge.blackbox;

import io.smppbridge.simulator.ReceivedSubmit;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What an SMSC may write and never should. Answers to nothing have numbers that no bridge comes to within these tests. */
enum Garbage {
    LENGTHS_BELOW_A_HEADER {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            return header(random.nextInt(HEADER), DELIVER_SM, 9);
        }
    },
    LENGTHS_BEYOND_ALL_MEASURE {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            int[] lengths = {0x7FFFFFFF, 0xFFFFFFFF, 0x10000000, 70_001};
            return header(lengths[random.nextInt(lengths.length)], DELIVER_SM, 9);
        }
    },
    WRONG_COMMANDS {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            int[] notForAnSmsc = {1, 2, SUBMIT_SM, 9, 0x21};
            return many(
                    500,
                    i -> pdu(
                            i % 10 == 0
                                    ? notForAnSmsc[random.nextInt(notForAnSmsc.length)]
                                    : 0x300 + random.nextInt(0x1000) | random.nextInt(2) << 31,
                            FAR + i,
                            random(random, random.nextInt(40))));
        }
    },
    BODIES_CUT_ANYWHERE {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            byte[] whole = ("CMT\0\1\1" + "46701234567\0\1\1" + "4670\0\0\0\0\0\0\0\0\0\0\11some text")
                    .getBytes(StandardCharsets.ISO_8859_1);
            return many(whole.length, i -> pdu(DELIVERIES[i % DELIVERIES.length], FAR + i, first(whole, i)));
        }
    },
    BODIES_OF_ANYTHING {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            return many(
                    100, i -> pdu(DELIVERIES[i % DELIVERIES.length], FAR + i, random(random, 1 + random.nextInt(300))));
        }
    },
    ANSWERS_TO_NOTHING {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            int[] commands = {SUBMIT_SM, 3, 7, 8, 0x15, 0x21, 0x103};
            return many(
                    2_000,
                    i -> pdu(
                            i % 8 == 7 ? RESPONSE : RESPONSE | commands[random.nextInt(commands.length)],
                            FAR + random.nextInt(1_000_000),
                            random(random, random.nextInt(70))));
        }
    },
    ANSWERS_AGAIN {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            return many(answered.size(), i -> {
                ReceivedSubmit one = answered.get(random.nextInt(answered.size()));
                byte[] id = (one.messageId() + "\0").getBytes(StandardCharsets.US_ASCII);
                return pdu(RESPONSE | SUBMIT_SM, one.sequence(), id);
            });
        }
    },
    BINDS_ANSWERED_AGAIN {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            return many(100, i -> pdu(RESPONSE | 1 + i % 2 * 8, FAR + i, random(random, random.nextInt(20))));
        }
    },
    MORE_ANNOUNCED_THAN_COMES {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            byte[] whole = pdu(DELIVER_SM, FAR, random(random, 100));
            return first(whole, HEADER + random.nextInt(80));
        }
    },
    NOISE {
        @Override
        byte[] octets(Random random, List<ReceivedSubmit> answered) {
            return random(random, 16 + random.nextInt(2_000));
        }
    };

    private static final int HEADER = 16;
    private static final int SUBMIT_SM = 4;
    private static final int DELIVER_SM = 5;
    private static final int[] DELIVERIES = {DELIVER_SM, 0x103, 0x102};
    private static final int RESPONSE = 0x80000000;
    private static final int FAR = 0x70000000;

    /** Makes one of many. */
    private interface One {
        byte[] at(int i);
    }

    /** @param answered submissions that were answered on the bind as it is now */
    abstract byte[] octets(Random random, List<ReceivedSubmit> answered);

    private static byte[] many(int count, One one) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(one.at(i));
        }
        return all.toByteArray();
    }

    private static byte[] header(int length, int command, int sequence) {
        return ByteBuffer.allocate(HEADER)
                .putInt(length)
                .putInt(command)
                .putInt(0)
                .putInt(sequence)
                .array();
    }

    private static byte[] pdu(int command, int sequence, byte[] body) {
        return ByteBuffer.allocate(HEADER + body.length)
                .put(header(HEADER + body.length, command, sequence))
                .put(body)
                .array();
    }

    private static byte[] random(Random random, int count) {
        byte[] octets = new byte[count];
        random.nextBytes(octets);
        return octets;
    }

    private static byte[] first(byte[] octets, int count) {
        return Arrays.copyOf(octets, count);
    }
}
