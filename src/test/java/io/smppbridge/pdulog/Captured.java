package io.smppbridge.pdulog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * PDUs of a capture, read by the text of the pcapng draft (draft-ietf-opsawg-pcapng) and of RFC 791, 8200 and 9293, without Wireshark and
 * without the bridge's code: block by block with its lengths, packet by packet with Ethernet, IP and TCP and their checksums, and the
 * streams put together by their sequence numbers. Whatever is not as the standards say ends the test.
 *
 * @param at when it was noted
 * @param comment that stands with its first packet; empty for none
 * @param from address and port of who sent it
 * @param to address and port of who got it
 * @param packets how many packets it took
 */
public record Captured(Instant at, String comment, String from, String to, int packets, byte[] pdu) {
    private static final int SECTION_HEADER = 0x0A0D0D0A;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int ENHANCED_PACKET = 6;
    private static final int MAGIC = 0x1A2B3C4D;
    private static final int LINKTYPE_ETHERNET = 1;
    private static final int SMPP_PORT = 2775;

    public int command() {
        return ByteBuffer.wrap(pdu).getInt(4);
    }

    public int status() {
        return ByteBuffer.wrap(pdu).getInt(8);
    }

    public int sequence() {
        return ByteBuffer.wrap(pdu).getInt(12);
    }

    /** Whether those octets stand in it. */
    public boolean holds(String octets) {
        return new String(pdu, StandardCharsets.ISO_8859_1).contains(octets);
    }

    /** Its PDUs, in order. */
    public static List<Captured> read(Path file) throws IOException {
        Reader reader = new Reader();
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
        while (all.hasRemaining()) {
            reader.block(all);
        }
        assertThat(reader.interfaces).isOne();
        assertThat(reader.streams.values()).as("PDUs without their end").allMatch(it -> it.waiting.size() == 0);
        return reader.pdus;
    }

    /** One direction of a connection. */
    private static final class Stream {
        private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
        private int next;
        private boolean begun;
        private Instant at;
        private String comment = "";
        private int packets;
    }

    private static final class Reader {
        private final List<Captured> pdus = new ArrayList<>();
        private final Map<String, Stream> streams = new HashMap<>();
        private ByteOrder order = ByteOrder.BIG_ENDIAN;
        private int interfaces;

        /** §3.1: type, length, body, and the length again; all a multiple of 4. */
        void block(ByteBuffer all) {
            int begin = all.position();
            assertThat(all.remaining()).as("block at %d", begin).isGreaterThanOrEqualTo(12);
            if (all.order(ByteOrder.BIG_ENDIAN).getInt(begin) == SECTION_HEADER) {
                order = all.getInt(begin + 8) == MAGIC ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
                interfaces = 0;
            } else {
                assertThat(begin).as("a section header comes first").isPositive();
            }
            all.order(order);
            int type = all.getInt(begin);
            int length = all.getInt(begin + 4);
            assertThat(length).as("block at %d", begin).isBetween(12, all.limit() - begin);
            assertThat(length % 4).as("block at %d", begin).isZero();
            assertThat(all.getInt(begin + length - 4)).as("length at its end").isEqualTo(length);
            ByteBuffer body = all.slice(begin + 8, length - 12).order(order);
            switch (type) {
                case SECTION_HEADER -> section(body);
                case INTERFACE_DESCRIPTION -> description(body);
                case ENHANCED_PACKET -> packet(body);
                default -> throw new AssertionError("block of type " + type);
            }
            all.position(begin + length);
        }

        private static void section(ByteBuffer body) {
            assertThat(body.getInt()).isEqualTo(MAGIC);
            assertThat(body.getShort()).as("major version").isEqualTo((short) 1);
            assertThat(body.getShort()).as("minor version").isZero();
            assertThat(body.getLong()).as("length of the section, not known").isEqualTo(-1);
            options(body);
        }

        private void description(ByteBuffer body) {
            interfaces++;
            assertThat(body.getShort()).isEqualTo((short) LINKTYPE_ETHERNET);
            assertThat(body.getShort()).as("reserved").isZero();
            assertThat(body.getInt()).as("SnapLen: no limit").isZero();
            assertThat(options(body))
                    .as("if_name")
                    .containsKey(2)
                    .as("microseconds")
                    .doesNotContainKey(9);
        }

        private void packet(ByteBuffer body) {
            assertThat(body.getInt()).as("interface").isBetween(0, interfaces - 1);
            long micros = (body.getInt() & 0xFFFFFFFFL) << 32 | body.getInt() & 0xFFFFFFFFL;
            int captured = body.getInt();
            assertThat(body.getInt()).as("original length").isEqualTo(captured);
            byte[] frame = new byte[captured];
            body.get(frame);
            padding(body, captured);
            byte[] comment = options(body).getOrDefault(1, new byte[0]);
            Instant at = Instant.ofEpochSecond(micros / 1_000_000, micros % 1_000_000 * 1000);
            ethernet(at, new String(comment, StandardCharsets.UTF_8), frame);
        }

        /** §3.5: code, length, value, padding, and opt_endofopt last where there is any. */
        private static Map<Integer, byte[]> options(ByteBuffer body) {
            Map<Integer, byte[]> options = new HashMap<>();
            boolean ended = !body.hasRemaining();
            while (body.hasRemaining()) {
                int code = body.getShort() & 0xFFFF;
                byte[] value = new byte[body.getShort() & 0xFFFF];
                body.get(value);
                padding(body, value.length);
                ended = code == 0;
                assertThat(ended && (value.length > 0 || body.hasRemaining()))
                        .as("something behind the end of options")
                        .isFalse();
                options.put(code, value);
            }
            assertThat(ended).as("options have an end").isTrue();
            return options;
        }

        private static void padding(ByteBuffer body, int length) {
            for (int i = length; i % 4 != 0; i++) {
                assertThat(body.get()).isZero();
            }
        }

        private void ethernet(Instant at, String comment, byte[] frame) {
            ByteBuffer in = ByteBuffer.wrap(frame).position(12);
            int type = in.getShort() & 0xFFFF;
            byte[] ip = Arrays.copyOfRange(frame, 14, frame.length);
            if (type == 0x0800) {
                int header = (ip[0] & 0x0F) * 4;
                assertThat(ip[0] >>> 4).isEqualTo(4);
                assertThat(two(ip, 2)).as("total length").isEqualTo(ip.length);
                assertThat(sum(Arrays.copyOf(ip, header))).as("IP checksum").isEqualTo(0xFFFF);
                assertThat(ip[9]).as("TCP").isEqualTo((byte) 6);
                tcp(at, comment, ip, header, Arrays.copyOfRange(ip, 12, 20));
            } else {
                assertThat(type).isEqualTo(0x86DD);
                assertThat(ip[0] >>> 4).isEqualTo(6);
                assertThat(two(ip, 4)).as("payload length").isEqualTo(ip.length - 40);
                assertThat(ip[6]).as("TCP").isEqualTo((byte) 6);
                tcp(at, comment, ip, 40, Arrays.copyOfRange(ip, 8, 40));
            }
        }

        private void tcp(Instant at, String comment, byte[] ip, int begin, byte[] addresses) {
            byte[] tcp = Arrays.copyOfRange(ip, begin, ip.length);
            ByteBuffer pseudo = ByteBuffer.allocate(addresses.length + 8 + tcp.length);
            pseudo.put(addresses).putInt(tcp.length).putInt(6).put(tcp);
            assertThat(sum(pseudo.array())).as("TCP checksum").isEqualTo(0xFFFF);
            int half = addresses.length / 2;
            String from = end(Arrays.copyOf(addresses, half), two(tcp, 0));
            String to = end(Arrays.copyOfRange(addresses, half, 2 * half), two(tcp, 2));
            assertThat(List.of(two(tcp, 0), two(tcp, 2))).contains(SMPP_PORT);
            Stream stream = streams.computeIfAbsent(from + ">" + to, it -> new Stream());
            int sequence = ByteBuffer.wrap(tcp).getInt(4);
            assertThat(stream.begun && stream.next != sequence)
                    .as("a gap in the stream")
                    .isFalse();
            byte[] data = Arrays.copyOfRange(tcp, (tcp[12] >>> 4 & 0x0F) * 4, tcp.length);
            stream.begun = true;
            stream.next = sequence + data.length;
            if (stream.packets++ == 0) {
                stream.at = at;
                stream.comment = comment;
            }
            stream.waiting.writeBytes(data);
            pdu(stream, from, to);
        }

        private void pdu(Stream stream, String from, String to) {
            byte[] waiting = stream.waiting.toByteArray();
            int length = waiting.length < 4
                    ? Integer.MAX_VALUE
                    : ByteBuffer.wrap(waiting).getInt();
            assertThat(waiting.length).as("a packet holds one PDU or less").isLessThanOrEqualTo(length);
            if (waiting.length == length) {
                pdus.add(new Captured(stream.at, stream.comment, from, to, stream.packets, waiting));
                stream.waiting.reset();
                stream.packets = 0;
            }
        }

        private static String end(byte[] address, int port) {
            return (address.length == 4
                            ? String.format(
                                    "%d.%d.%d.%d",
                                    address[0] & 0xFF, address[1] & 0xFF, address[2] & 0xFF, address[3] & 0xFF)
                            : new BigInteger(1, address).toString(16))
                    + ":" + port;
        }

        private static int two(byte[] octets, int at) {
            return (octets[at] & 0xFF) << 8 | octets[at + 1] & 0xFF;
        }

        /** The ones' complement sum, which is all ones over what carries its own checksum (RFC 1071). */
        private static int sum(byte[] octets) {
            int sum = 0;
            for (int i = 0; i < octets.length; i += 2) {
                sum += (octets[i] & 0xFF) << 8 | (i + 1 < octets.length ? octets[i + 1] & 0xFF : 0);
                sum = (sum & 0xFFFF) + (sum >>> 16);
            }
            return sum;
        }
    }
}
