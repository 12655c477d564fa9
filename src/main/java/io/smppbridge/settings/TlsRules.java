package io.smppbridge.settings;

import java.net.URI;
import java.nio.file.Path;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the PEM files of a link, or of a webhook, must be. They are opened here, so that a wrong one is told at once and not at the next bind
 * or request.
 */
final class TlsRules {
    private static final String TRUST = "tls-trust";
    private static final List<String> FILES = List.of(TRUST, "tls-certificate", "tls-key");

    private final Values values;
    private final Path directory;
    private final Complaints complaints;

    TlsRules(Values values, Path directory, Complaints complaints) {
        this.values = values;
        this.directory = directory;
        this.complaints = complaints;
    }

    void check() {
        values.each(Family.SMSC).stream()
                .filter(smsc -> smsc.sound("tls", "tls-trust", "tls-certificate", "tls-key", "tls-name", "host"))
                .forEach(this::smsc);
        values.each(Family.WEBHOOK).stream()
                .filter(webhook ->
                        webhook.sound("url", TRUST) && !webhook.word(TRUST).isEmpty())
                .forEach(this::webhook);
    }

    /** What the settings say of TLS; empty when it is off. */
    static Optional<TlsConfig> of(Scope smsc, Path directory) {
        if (!smsc.flag("tls")) {
            return Optional.empty();
        }
        String name = smsc.word("tls-name");
        List<Path> all = FILES.stream()
                .flatMap(leaf -> file(smsc, leaf, directory).stream())
                .toList();
        return Optional.of(new TlsConfig(
                file(smsc, TRUST, directory),
                file(smsc, "tls-certificate", directory),
                file(smsc, "tls-key", directory),
                name.isEmpty() ? smsc.word("host") : name,
                PemFiles.print(all)));
    }

    /** Who vouches for the receiver of a webhook: nobody where the file has been taken away since it was checked. */
    static Optional<List<X509Certificate>> trust(Scope webhook, Path directory) {
        return file(webhook, TRUST, directory).map(file -> {
            try {
                return PemFiles.certificates(file);
            } catch (PemException gone) {
                return List.of();
            }
        });
    }

    private static Optional<Path> file(Scope smsc, String leaf, Path directory) {
        String name = smsc.word(leaf);
        return name.isEmpty()
                ? Optional.empty()
                : Optional.of(directory.resolve(name).normalize());
    }

    private void smsc(Scope smsc) {
        if (!smsc.flag("tls")) {
            Stream.concat(FILES.stream(), Stream.of("tls-name"))
                    .filter(leaf -> !smsc.word(leaf).isEmpty())
                    .findFirst()
                    .ifPresent(leaf -> complaints.warn(
                            smsc.value(leaf),
                            "the link is in clear text all the same",
                            "set " + smsc.prefix() + "tls = on, or delete this"));
            return;
        }
        trust(smsc, "the next bind takes the new file");
        identity(smsc);
    }

    private void webhook(Scope webhook) {
        if (!"https".equalsIgnoreCase(webhook.get("url", URI.class).getScheme())) {
            complaints.warn(
                    webhook.value(TRUST),
                    "its events are posted in clear text all the same",
                    "let " + webhook.prefix() + "url begin with https, or delete this");
        }
        trust(webhook, "a reload takes the new file");
    }

    /** @param then what takes a renewed file over */
    private void trust(Scope scope, String then) {
        Optional<Path> trust = file(scope, TRUST, directory);
        if (trust.isPresent()) {
            try {
                PemFiles.certificates(trust.get())
                        .forEach(each -> validity(complaints, scope.value(TRUST), each, then));
            } catch (PemException e) {
                complaints.fault(scope.value(TRUST), e.expected(), "");
            }
        }
    }

    private void identity(Scope smsc) {
        Optional<Path> certificate = file(smsc, "tls-certificate", directory);
        Optional<Path> key = file(smsc, "tls-key", directory);
        if (certificate.isPresent() != key.isPresent()) {
            Value given = smsc.value(key.isPresent() ? "tls-key" : "tls-certificate");
            complaints.fault(
                    given,
                    "both " + smsc.prefix() + "tls-certificate and tls-key, or neither",
                    "one is of no use without the other");
        } else if (key.isPresent()) {
            try {
                PemFiles.identity(certificate.get(), key.get())
                        .chain()
                        .forEach(each -> validity(
                                complaints, smsc.value("tls-certificate"), each, "the next bind takes the new file"));
            } catch (PemException e) {
                boolean ofKey = e.file().equals(key.get().toString());
                complaints.fault(smsc.value(ofKey ? "tls-key" : "tls-certificate"), e.expected(), "");
            }
        }
    }

    /** A warning only: an old trusted certificate may have a younger one beside it, and the other side decides on ours. */
    static void validity(Complaints complaints, Value value, X509Certificate certificate, String then) {
        String whose = certificate.getSubjectX500Principal().getName();
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            complaints.warn(
                    value,
                    "the certificate of " + whose + " expired on "
                            + certificate.getNotAfter().toInstant(),
                    "renew it; " + then);
        } catch (CertificateNotYetValidException e) {
            complaints.warn(
                    value,
                    "the certificate of " + whose + " is not valid before "
                            + certificate.getNotBefore().toInstant(),
                    "is the clock right?");
        }
    }
}
