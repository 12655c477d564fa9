package io.smppbridge.settings;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Reads certificates and private keys from PEM files, as certificate authorities and their clients write them. Text around the blocks is
 * passed over. Opens the files it is given and nothing else; any thread.
 */
public final class PemFiles {
    private static final int LARGEST = 4 << 20;
    private static final String BEGIN = "-----BEGIN ";
    private static final String DASHES = "-----";

    private PemFiles() {}

    /**
     * Who we are.
     *
     * @param chain the certificate for the key first, then those that vouch for it
     */
    public record Identity(PrivateKey key, List<X509Certificate> chain) {}

    /** All certificates of a file, at least one, in its order. */
    public static List<X509Certificate> certificates(Path file) throws PemException {
        List<X509Certificate> all = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Block block : blocks(file)) {
                if (block.type.equals("CERTIFICATE") || block.type.equals("X509 CERTIFICATE")) {
                    Certificate read = factory.generateCertificate(new ByteArrayInputStream(block.der));
                    all.add((X509Certificate) read);
                }
            }
        } catch (GeneralSecurityException e) {
            throw new PemException(file, "certificates that can be read");
        }
        if (all.isEmpty()) {
            throw new PemException(file, "a PEM file with at least one -----BEGIN CERTIFICATE-----");
        }
        return List.copyOf(all);
    }

    /** The private key of a file: PKCS#8, or the older forms for RSA and EC; not encrypted. */
    public static PrivateKey key(Path file) throws PemException {
        for (Block block : blocks(file)) {
            if (block.type.endsWith("PRIVATE KEY")) {
                if (worldReadable(file)) {
                    throw new PemException(file, "a file that not everybody may read; chmod o-rwx it");
                }
                return PemKeys.read(block.type, block.der, file);
            }
        }
        throw new PemException(file, "a PEM file with a -----BEGIN PRIVATE KEY-----");
    }

    /**
     * A certificate with its chain, and the key that must be its own. Those that vouch for it may stand in any order, and more than once:
     * what Java shows a peer must be in order, each once.
     */
    public static Identity identity(Path certificate, Path key) throws PemException {
        List<X509Certificate> chain = certificates(certificate);
        PrivateKey read = key(key);
        if (!belong(read, chain.get(0).getPublicKey())) {
            throw new PemException(
                    key, "the key of the first certificate in " + certificate.getFileName() + ", which this is not");
        }
        return new Identity(read, inOrder(chain, certificate));
    }

    private static List<X509Certificate> inOrder(List<X509Certificate> all, Path file) throws PemException {
        List<X509Certificate> chain = new ArrayList<>(all.subList(0, 1));
        List<X509Certificate> left = new ArrayList<>(new LinkedHashSet<>(all));
        X509Certificate last = left.remove(0);
        while (!left.isEmpty()) {
            Principal issuer = last.getIssuerX500Principal();
            Optional<X509Certificate> next = left.stream()
                    .filter(each -> each.getSubjectX500Principal().equals(issuer))
                    .findFirst();
            last = next.orElseThrow(() -> new PemException(
                    file,
                    "the certificate for the key, and with it only those of a chain up from it: after that of "
                            + chain.get(chain.size() - 1)
                                    .getSubjectX500Principal()
                                    .getName()
                            + " one of its issuer " + issuer.getName() + " is missing, or others are too many"));
            left.remove(last);
            chain.add(last);
        }
        return List.copyOf(chain);
    }

    /** A word for what files hold at this moment; a file that cannot be read has a word too. */
    static String print(List<Path> files) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) {
                try {
                    digest.update(Files.isRegularFile(file) ? Files.readAllBytes(file) : new byte[0]);
                } catch (IOException unreadable) {
                    digest.update((byte) 0);
                }
            }
            return files.isEmpty() ? "" : HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** By doing what they are for: what one signs, the other must find right. */
    private static boolean belong(PrivateKey key, PublicKey certified) {
        String algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                };
        byte[] probe = "smpp-bridge".getBytes(StandardCharsets.US_ASCII);
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(probe);
            byte[] signed = signing.sign();
            Signature checking = Signature.getInstance(algorithm);
            checking.initVerify(certified);
            checking.update(probe);
            return checking.verify(signed);
        } catch (GeneralSecurityException different) {
            return false; // Another algorithm or curve.
        }
    }

    private static boolean worldReadable(Path file) throws PemException {
        try {
            return SecretFile.worldReadable(file);
        } catch (IOException e) {
            throw unreadable(file);
        }
    }

    private static PemException unreadable(Path file) {
        return new PemException(file, "the name of a file that this user may read");
    }

    private record Block(String type, byte[] der) {}

    private static List<Block> blocks(Path file) throws PemException {
        // Anything else, such as a pipe, could keep us waiting for ever.
        if (!Files.isRegularFile(file)) {
            throw new PemException(
                    file,
                    Files.exists(file)
                            ? "the name of a file, which this is not"
                            : "the name of a file that exists, relative to the directory of the configuration");
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(LARGEST + 1);
        } catch (IOException e) {
            throw unreadable(file);
        }
        if (bytes.length > LARGEST) {
            throw new PemException(file, "a file of at most " + LARGEST + " octets");
        }
        try {
            return blocks(new String(bytes, StandardCharsets.ISO_8859_1), file);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    private static List<Block> blocks(String text, Path file) throws PemException {
        List<Block> blocks = new ArrayList<>();
        int at = text.indexOf(BEGIN);
        while (at >= 0) {
            int typeEnd = text.indexOf(DASHES, at + BEGIN.length());
            String type = typeEnd < 0 ? "" : text.substring(at + BEGIN.length(), typeEnd);
            int end = typeEnd < 0 ? -1 : text.indexOf("-----END " + type + DASHES, typeEnd);
            if (end < 0 || type.length() > 40) {
                throw new PemException(file, "an -----END line for each -----BEGIN line");
            }
            String body = text.substring(typeEnd + DASHES.length(), end);
            // Headers such as Proc-Type say that an old-style key is encrypted.
            blocks.add(new Block(
                    body.contains("ENCRYPTED") ? "ENCRYPTED PRIVATE KEY" : type,
                    body.contains(":") ? new byte[0] : decoded(body, file)));
            at = text.indexOf(BEGIN, end);
        }
        return blocks;
    }

    private static byte[] decoded(String body, Path file) throws PemException {
        try {
            return java.util.Base64.getMimeDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            throw new PemException(file, "base64 between -----BEGIN and -----END");
        }
    }
}
