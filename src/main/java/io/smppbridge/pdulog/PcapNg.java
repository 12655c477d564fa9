package io.smppbridge.pdulog;

import io.smppbridge.pdulog.TappedLink.Ends;
import io.smppbridge.settings.PduLogConfig;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

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
    private static final byte PUSH_ACK = 0x18;

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
    static byte[] packets(Noted noted, Instant at, byte[] pdu, String comment) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        long micros = at.getEpochSecond() * 1_000_000 + at.getNano() / 1000;
        for (int from = 0; from < pdu.length; from += LONGEST_SEGMENT) {
            int length = Math.min(LONGEST_SEGMENT, pdu.length - from);
            byte[] frame = frame(noted, pdu, from, length);
            byte[] options = from > 0 || comment.isEmpty() ? new byte[0] : option(COMMENT, comment);
            int ofOptions = options.length == 0 ? 0 : options.length + 4;
            ByteBuffer packet = ByteBuffer.allocate(20 + padded(frame.length) + ofOptions);
            packet.putInt(0).putInt((int) (micros >>> 32)).putInt((int) micros);
            packet.putInt(frame.length).putInt(frame.length).put(frame);
            packet.position(20 + padded(frame.length)).put(options);
            all.writeBytes(block(PACKET, packet.array()));
        }
        return all.toByteArray();
    }

    private static byte[] frame(Noted noted, byte[] pdu, int from, int length) {
        Ends ends = noted.link().ends();
        InetAddress source = noted.out() ? ends.ours() : ends.theirs();
        InetAddress destination = noted.out() ? ends.theirs() : ends.ours();
        byte[] tcp = tcp(noted, ends, pdu, from, length);
        boolean six = source.getAddress().length == 16 && destination.getAddress().length == 16;
        boolean four = source.getAddress().length == 4 && destination.getAddress().length == 4;
        byte[] sourceIp = four || six ? source.getAddress() : new byte[] {(byte) 192, 0, 2, 1};
        byte[] destinationIp = four || six ? destination.getAddress() : new byte[] {(byte) 192, 0, 2, 2};
        checksum(tcp, sourceIp, destinationIp);
        ByteBuffer frame = ByteBuffer.allocate(14 + (six ? 40 : 20) + tcp.length);
        frame.put(noted.out() ? FROM_US : FROM_THEM).putShort((short) (six ? 0x86DD : 0x0800));
        if (six) {
            frame.putInt(0x60000000).putShort((short) tcp.length).put((byte) 6).put((byte) 64);
            frame.put(sourceIp).put(destinationIp);
        } else {
            ByteBuffer ip = ByteBuffer.allocate(20);
            ip.putShort((short) 0x4500).putShort((short) (20 + tcp.length)).putInt(0x4000);
            ip.put((byte) 64).put((byte) 6).putShort((short) 0).put(sourceIp).put(destinationIp);
            ip.putShort(10, (short) ~folded(sum(ip.array(), 0)));
            frame.put(ip.array());
        }
        return frame.put(tcp).array();
    }

    private static byte[] tcp(Noted noted, Ends ends, byte[] pdu, int from, int length) {
        int[] next = noted.link().dialogue.next;
        int us = noted.out() ? 1 : 0;
        ByteBuffer tcp = ByteBuffer.allocate(20 + length);
        tcp.putShort((short) (noted.out() ? ends.ourPort() : ends.theirPort()));
        tcp.putShort((short) (noted.out() ? ends.theirPort() : ends.ourPort()));
        tcp.putInt(next[us]).putInt(next[1 - us]).put((byte) 0x50).put(PUSH_ACK).putShort((short) 0xFFFF);
        tcp.putInt(0).put(pdu, from, length);
        next[us] += length;
        return tcp.array();
    }

    /** Over TCP and the pseudo header of RFC 9293 §3.1 (RFC 8200 §8.1 for IPv6). */
    private static void checksum(byte[] tcp, byte[] source, byte[] destination) {
        long sum = sum(tcp, 0) + sum(source, 0) + sum(destination, 0) + 6 + tcp.length;
        short value = (short) ~folded(sum);
        tcp[16] = (byte) (value >> 8);
        tcp[17] = (byte) value;
    }

    private static long sum(byte[] octets, long from) {
        long sum = from;
        for (int i = 0; i < octets.length; i += 2) {
            sum += (octets[i] & 0xFF) << 8 | (i + 1 < octets.length ? octets[i + 1] & 0xFF : 0);
        }
        return sum;
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
