package io.smppbridge;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/** A certificate authority for tests: makes certificates (RFC 5280) in this process within milliseconds, and writes them as PEM files. */
public final class Certificates {
    private static final byte[] ECDSA_SHA256 = der(0x30, hex("06082A8648CE3D040302"));
    private static final AtomicLong SERIAL = new AtomicLong(1);

    private final String name;
    private final KeyPair keys = pair();
    private final X509Certificate own;

    public Certificates(String name) {
        this.name = name;
        own = sign(name, keys, authority(), Duration.ofDays(2));
    }

    /** An authority that another one vouches for. */
    public Certificates(String name, Certificates above) {
        this.name = name;
        own = above.sign(name, keys, authority(), Duration.ofDays(2));
    }

    /** A certificate with its key. */
    public record Issued(X509Certificate certificate, KeyPair keys) {
        public Path certificate(Path file) {
            return write(file, pem("CERTIFICATE", encoded(certificate)));
        }

        public Path key(Path file) {
            return write(file, pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
        }
    }

    /** For a host name, or an address of four numbers; ends after so long, which may be past. */
    public Issued issue(String host, Duration endsIn) {
        KeyPair pair = pair();
        byte[] alternative = host.matches("[0-9.]+") ? der(0x87, address(host)) : der(0x82, ascii(host));
        byte[] extension = der(0x30, cat(hex("0603551D11"), der(0x04, der(0x30, alternative))));
        return new Issued(sign(host, pair, extension, endsIn), pair);
    }

    public Issued issue(String host) {
        return issue(host, Duration.ofDays(1));
    }

    /** The authority's own certificate. */
    public Path trust(Path file) {
        return write(file, pem("CERTIFICATE", encoded(own)));
    }

    public X509Certificate certificate() {
        return own;
    }

    public static String pem(String type, byte[] der) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + type + "-----\n";
    }

    private X509Certificate sign(String subject, KeyPair pair, byte[] extension, Duration endsIn) {
        Instant now = Instant.now();
        byte[] toSign = der(
                0x30,
                cat(
                        der(0xA0, hex("020102")),
                        der(0x02, BigInteger.valueOf(SERIAL.incrementAndGet()).toByteArray()),
                        ECDSA_SHA256,
                        called(name),
                        der(0x30, cat(time(now.minus(Duration.ofDays(30))), time(now.plus(endsIn)))),
                        called(subject),
                        pair.getPublic().getEncoded(),
                        der(0xA3, der(0x30, extension))));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(toSign);
            byte[] signed = signature.sign();
            byte[] whole = der(0x30, cat(toSign, ECDSA_SHA256, der(0x03, cat(new byte[1], signed))));
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(whole));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] authority() {
        return der(0x30, cat(hex("0603551D13"), hex("0101FF"), der(0x04, der(0x30, hex("0101FF")))));
    }

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whole at once, as tools that renew certificates write, and for the owner only. */
    private static Path write(Path file, String text) {
        try {
            Path fresh = Files.createTempFile(file.toAbsolutePath().getParent(), "new", ".pem");
            Files.writeString(fresh, text);
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            return Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] called(String commonName) {
        byte[] attribute = der(0x30, cat(hex("0603550403"), der(0x0C, ascii(commonName))));
        return der(0x30, der(0x31, attribute));
    }

    private static byte[] time(Instant at) {
        DateTimeFormatter form =
                DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
        return der(0x17, ascii(form.format(at)));
    }

    private static byte[] address(String dotted) {
        byte[] address = new byte[4];
        String[] parts = dotted.split("\\.");
        for (int i = 0; i < 4; i++) {
            address[i] = (byte) Integer.parseInt(parts[i]);
        }
        return address;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] hex(String text) {
        return java.util.HexFormat.of().parseHex(text);
    }

    private static byte[] der(int tag, byte[] body) {
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
