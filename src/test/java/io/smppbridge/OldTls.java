package io.smppbridge;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Octets of handshakes of TLS 1.1, which no JDK of today speaks any more (RFC 4346 §7.4.1), and of TLS 1.2, to compare with. */
public final class OldTls {
    public static final int ALERT = 21;
    public static final int HANDSHAKE = 22;
    /** The description of the alert of RFC 5246 §7.2.2. */
    public static final int PROTOCOL_VERSION = 70;

    private static final int SUPPORTED_VERSIONS = 43;

    private OldTls() {}

    /** A record as it came. */
    public record Fragment(int type, byte[] octets) {
        public static Fragment read(DataInputStream in) throws IOException {
            int type = in.readUnsignedByte();
            in.readUnsignedShort();
            byte[] octets = new byte[in.readUnsignedShort()];
            in.readFully(octets);
            return new Fragment(type, octets);
        }
    }

    /** What a client says first: curve P-256, and suites of ECDSA that the version has. */
    public static byte[] clientHello(boolean old) {
        String suites = old ? "0004c009c00a" : "0002c02b";
        String curve = "000a000400020017" + "000b00020100";
        String extensions = old ? curve : curve + "000d000400020403";
        return message(1, old, "00" + suites + "0100" + sized(extensions));
    }

    /** What a server says that has chosen TLS 1.1. */
    public static byte[] serverHello() {
        return message(2, true, "00" + "c009" + "00");
    }

    /** The versions that a client offers, in hexadecimal; what a hello without the extension of TLS 1.3 says is its one version. */
    public static List<String> offered(byte[] hello) {
        String hex = HexFormat.of().formatHex(hello);
        int at = 4 + 2 + 32;
        at += 1 + hello[at];
        at += 2 + number(hello, at);
        at += 1 + hello[at];
        int end = at + 2 + number(hello, at);
        List<String> versions = new ArrayList<>();
        for (at += 2; at < end; at += 4 + number(hello, at + 2)) {
            if (number(hello, at) == SUPPORTED_VERSIONS) {
                for (int i = 0; i < hello[at + 4]; i += 2) {
                    versions.add(hex.substring(2 * (at + 5 + i), 2 * (at + 7 + i)));
                }
            }
        }
        return versions.isEmpty() ? List.of(hex.substring(8, 12)) : versions;
    }

    private static byte[] message(int type, boolean old, String rest) {
        String version = old ? "0302" : "0303";
        byte[] body = HexFormat.of().parseHex(version + "5a".repeat(32) + rest);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(HexFormat.of().parseHex("16" + (type == 1 ? "0301" : version)));
        out.writeBytes(two(body.length + 4));
        out.write(type);
        out.write(0);
        out.writeBytes(two(body.length));
        out.writeBytes(body);
        return out.toByteArray();
    }

    private static String sized(String hex) {
        return HexFormat.of().formatHex(two(hex.length() / 2)) + hex;
    }

    private static byte[] two(int number) {
        return new byte[] {(byte) (number >> 8), (byte) number};
    }

    private static int number(byte[] octets, int at) {
        return (octets[at] & 0xff) << 8 | octets[at + 1] & 0xff;
    }
}
