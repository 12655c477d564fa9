package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * PDUs as a capture that Wireshark opens (pcapng, draft-ietf-opsawg-pcapng). Ethernet, IP and TCP are made up around them from what is
 * known of the connection, so that the PDUs of a TLS link can be read as well; the port of the side that is called, the SMSC's or a
 * listener's, is written as 2775, by which the SMPP dissector knows its own.
 */
final class PcapNg {
    /** SMPP's registered port. */
    static final int SMPP_PORT = 2775;

    private static final int SECTION_HEADER = 0x0A0D0D0A;
    private static final int INTERFACE = 1;
    private static final int PACKET = 6;
    private static final int ORDER = 0x1A2B3C4D;
    private static final int ETHERNET = 1;
    private static final int COMMENT = 1;
    private static final int IF_NAME = 2;
    private static final int IF_DESCRIPTION = 3;
    /** Less than IP's 65,535 with all headers. */
    private static final int LONGEST_SEGMENT = 60_000;

    private static final byte[] FROM_US = {2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1};
    private static final byte[] FROM_THEM = {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2};
    private static final byte[] NOTHING = {};
    /** Addresses for documentation (RFC 5737), where none are known. */
    private static final byte[] ONE = {(byte) 192, 0, 2, 1};

    private static final byte[] OTHER = {(byte) 192, 0, 2, 2};
    private static final int PUSH_ACK = 0x18;
    private static final int TCP = 6;
    private static final int HOPS = 64;
    private static final int ETHERNET_HEADER = 14;
    private static final int TCP_HEADER = 20;

    private PcapNg() {}

    /** What each file begins with. */
    static byte[] preamble(String link) {
        ByteBuffer section = ByteBuffer.allocate(16);
        section.putInt(ORDER).putShort((short) 1).putShort((short) 0).putLong(-1);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(block(SECTION_HEADER, section.array()));
        byte[] name = option(IF_NAME, PduLogConfig.isAccount(link) ? link : "smsc." + link);
        byte[] words = option(
                IF_DESCRIPTION,
                "SMPP PDUs of smpp-bridge; lower layers made up, the port of the side that is called written as 2775");
        ByteBuffer about = ByteBuffer.allocate(8 + name.length + words.length + 4);
        about.putShort((short) ETHERNET)
                .putShort((short) 0)
                .putInt(0)
                .put(name)
                .put(words)
                .putInt(0);
        all.writeBytes(block(INTERFACE, about.array()));
        return all.toByteArray();
    }

    /**
     * One PDU, in as many segments as it needs.
     *
     * @param comment shown with the packet; empty for none
     */
    static void packets(Line line, Noted noted, Pdu pdu, String comment) {
        long micros = Math.floorDiv(noted.at, 1_000L);
        for (int from = 0; from < pdu.length; from += LONGEST_SEGMENT) {
            int length = Math.min(LONGEST_SEGMENT, pdu.length - from);
            byte[] options = from > 0 || comment.isEmpty() ? NOTHING : option(COMMENT, comment);
            int ofOptions = options.length == 0 ? 0 : options.length + 4;
            boolean six = noted.link.ends().areOf(16);
            int ofFrame = ETHERNET_HEADER + (six ? 40 : 20) + TCP_HEADER + length;
            int ofBlock = 12 + 20 + padded(ofFrame) + ofOptions;
            int begin = line.length;
            line.four(PACKET).four(ofBlock).four(0).four((int) (micros >>> 32)).four((int) micros);
            line.four(ofFrame).four(ofFrame);
            int frame = line.length;
            frame(line, noted, six, pdu, from, length);
            line.fill(frame + padded(ofFrame));
            line.put(options);
            line.fill(begin + ofBlock - 4);
            line.four(ofBlock);
        }
    }

    private static void frame(Line line, Noted noted, boolean six, Pdu pdu, int from, int length) {
        Ends ends = noted.link.ends();
        boolean known = six || ends.areOf(4);
        byte[] source = !known ? ONE : noted.out ? ends.ours() : ends.theirs();
        byte[] destination = !known ? OTHER : noted.out ? ends.theirs() : ends.ours();
        line.put(noted.out ? FROM_US : FROM_THEM).two(six ? 0x86DD : 0x0800);
        int ip = line.length;
        if (six) {
            line.four(0x60000000).two(TCP_HEADER + length).two(TCP << 8 | HOPS);
            line.put(source).put(destination);
        } else {
            line.two(0x4500).two(20 + TCP_HEADER + length).four(0x4000);
            line.two(HOPS << 8 | TCP).two(0).put(source).put(destination);
            set(line, ip + 10, ~folded(sum(line.octets, ip, 20)));
        }
        int tcp = line.length;
        tcp(line, noted, ends, pdu, from, length);
        // Over TCP and the pseudo header of RFC 9293 §3.1 (RFC 8200 §8.1 for IPv6).
        long sum = sum(line.octets, tcp, TCP_HEADER + length)
                + sum(source, 0, source.length)
                + sum(destination, 0, destination.length)
                + TCP
                + TCP_HEADER
                + length;
        set(line, tcp + 16, ~folded(sum));
    }

    private static void tcp(Line line, Noted noted, Ends ends, Pdu pdu, int from, int length) {
        int[] next = noted.link.dialogue().next;
        int us = noted.out ? 1 : 0;
        line.two(noted.out ? ends.ourPort() : ends.theirPort());
        line.two(noted.out ? ends.theirPort() : ends.ourPort());
        line.four(next[us])
                .four(next[1 - us])
                .two(0x5000 | PUSH_ACK)
                .two(0xFFFF)
                .four(0);
        line.put(pdu.octets, pdu.start + from, length);
        next[us] += length;
    }

    private static void set(Line line, int at, int value) {
        line.octets[at] = (byte) (value >>> 8);
        line.octets[at + 1] = (byte) value;
    }

    private static long sum(byte[] octets, int from, int length) {
        long sum = 0;
        int last = from + length - 1;
        for (int i = from; i < last; i += 2) {
            sum += (octets[i] & 0xFF) << 8 | octets[i + 1] & 0xFF;
        }
        return (length & 1) == 0 ? sum : sum + ((octets[last] & 0xFF) << 8);
    }

    private static int folded(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xFFFF) + (folded >>> 16);
        }
        return (int) folded;
    }

    private static byte[] block(int type, byte[] body) {
        int length = 12 + padded(body.length);
        ByteBuffer block =
                ByteBuffer.allocate(length).putInt(type).putInt(length).put(body);
        return block.putInt(length - 4, length).array();
    }

    private static byte[] option(int code, String text) {
        byte[] value = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + padded(value.length))
                .putShort((short) code)
                .putShort((short) value.length)
                .put(value)
                .array();
    }

    private static int padded(int length) {
        return length + 3 & ~3;
    }
}
