package io.smppbridge.settings;

import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.List;

/** Private keys in DER. Java reads PKCS#8 (RFC 5208) only, so the older forms (RFC 8017 A.1.2, RFC 5915) are put into it. */
final class PemKeys {
    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int PARAMETERS = 0xA0;
    private static final byte[] VERSION = {0x02, 0x01, 0x00};
    /** 1.2.840.113549.1.1.1 with its NULL. */
    private static final byte[] RSA = {
        0x06, 0x09, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00
    };
    /** 1.2.840.10045.2.1. */
    private static final byte[] EC = {0x06, 0x07, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 0x02, 0x01};

    private PemKeys() {}

    static PrivateKey read(String type, byte[] der, Path file) throws PemException {
        byte[] pkcs8 =
                switch (type) {
                    case "PRIVATE KEY" -> der;
                    case "RSA PRIVATE KEY" -> wrapped(RSA, der);
                    case "EC PRIVATE KEY" -> wrapped(cat(EC, curve(der, file)), der);
                    case "ENCRYPTED PRIVATE KEY" ->
                        throw new PemException(
                                file,
                                "a key without a pass phrase (openssl pkey takes it off), in a file that only the bridge may read");
                    default -> throw new PemException(file, "a key of RSA, EC or Ed25519");
                };
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (GeneralSecurityException next) {
                // Not of this kind.
            }
        }
        throw new PemException(file, "a key of RSA, EC or Ed25519");
    }

    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        return element(SEQUENCE, cat(VERSION, element(SEQUENCE, algorithm), element(OCTET_STRING, key)));
    }

    /** The curve's name, which RFC 5915 puts behind the key as element [0]. */
    private static byte[] curve(byte[] der, Path file) throws PemException {
        try {
            int at = bodyOf(der, 0);
            int end = at + length(der, 0);
            while (at < end) {
                int body = bodyOf(der, at);
                int length = length(der, at);
                if ((der[at] & 0xFF) == PARAMETERS) {
                    return Arrays.copyOfRange(der, body, body + length);
                }
                at = body + length;
            }
        } catch (ArrayIndexOutOfBoundsException cut) {
            // Told below.
        }
        throw new PemException(file, "an EC key that names its curve");
    }

    private static int bodyOf(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7F);
    }

    private static int length(byte[] der, int at) {
        int first = der[at + 1] & 0xFF;
        int length = first < 0x80 ? first : 0;
        for (int i = 0; first >= 0x80 && i < (first & 0x7F); i++) {
            length = length << 8 | der[at + 2 + i] & 0xFF;
        }
        return Math.max(0, length);
    }

    private static byte[] element(int tag, byte[] body) {
        int n = body.length;
        byte[] head = n < 0x80
                ? new byte[] {(byte) tag, (byte) n}
                : n < 0x100
                        ? new byte[] {(byte) tag, (byte) 0x81, (byte) n}
                        : new byte[] {(byte) tag, (byte) 0x82, (byte) (n >> 8), (byte) n};
        return cat(head, body);
    }

    private static byte[] cat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
