package io.smppbridge.settings;

import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the values of the SMPP server have to do with one another. */
final class EsmeRules {
    private static final String SYSTEM_ID = EsmeAccount.PREFIX + "system-id";
    private static final String PASSWORD = EsmeAccount.PREFIX + "password-hash";

    /** Hand-back tells about a thousand endpoints apart, webhooks included. */
    private static final int MOST_ACCOUNTS = 900;

    private final Values values;
    private final Path directory;
    private final Complaints complaints;

    EsmeRules(Values values, Path directory, Complaints complaints) {
        this.values = values;
        this.directory = directory;
        this.complaints = complaints;
    }

    void check() {
        accounts();
        values.each(Family.ACCOUNT).forEach(this::receipts);
        values.each(Family.ESME).forEach(this::tls);
    }

    private void accounts() {
        Map<String, Scope> bySystemId = new HashMap<>();
        boolean somebody = false;
        for (Scope account : values.each(Family.ACCOUNT)) {
            if (!account.sound(SYSTEM_ID, PASSWORD)) {
                somebody = true;
                continue;
            }
            String systemId = account.word(SYSTEM_ID);
            if (systemId.isEmpty()) {
                continue;
            }
            somebody = true;
            if (account.words(PASSWORD).isEmpty()) {
                complaints.needed(
                        account.value(PASSWORD),
                        "at least one hash, as the account has a system-id",
                        "make one by ./bridge key --password FILE",
                        account.value(SYSTEM_ID));
            }
            Scope twin = bySystemId.putIfAbsent(systemId, account);
            if (twin != null) {
                complaints.fault(account.value(SYSTEM_ID), "another system_id than that of account " + twin.name(), "");
            }
        }
        if (bySystemId.size() > MOST_ACCOUNTS) {
            complaints.fault(
                    bySystemId.values().iterator().next().value(SYSTEM_ID),
                    "at most " + MOST_ACCOUNTS + " accounts with a system-id, not " + bySystemId.size(),
                    "let several share one: an account may have many binds");
        }
        List<Scope> listeners = values.each(Family.ESME);
        if (!somebody && !listeners.isEmpty()) {
            complaints.warn(
                    listeners.get(0).value("port"),
                    "no account may bind",
                    "set account.<name>.esme.system-id and account.<name>.esme.password-hash");
        }
    }

    private void receipts(Scope account) {
        String form = EsmeAccount.PREFIX + "receipt";
        String tlvs = form + "-tlvs";
        if (account.sound(form, tlvs)
                && account.get(form, ReceiptForm.class) == ReceiptForm.TLV
                && !account.flag(tlvs)) {
            complaints.fault(
                    account.value(tlvs),
                    "true, as receipt = tlv leaves out the text",
                    "a receipt without both says nothing; take one of the two away");
        }
    }

    private void tls(Scope listener) {
        if (!listener.sound("tls-certificate", "tls-key", "tls-client-ca")) {
            return;
        }
        boolean certificate = !listener.word("tls-certificate").isEmpty();
        boolean key = !listener.word("tls-key").isEmpty();
        if (certificate != key) {
            complaints.fault(
                    listener.value(certificate ? "tls-key" : "tls-certificate"),
                    "a PEM file, as " + (certificate ? "tls-certificate" : "tls-key") + " names one",
                    "");
        } else if (!certificate && !listener.word("tls-client-ca").isEmpty()) {
            complaints.fault(listener.value("tls-client-ca"), "empty, as there is no tls-certificate", "");
        }
        boolean readable = true;
        for (String leaf : List.of("tls-certificate", "tls-key", "tls-client-ca")) {
            String file = listener.word(leaf);
            if (!file.isEmpty() && !Files.isReadable(directory.resolve(file))) {
                readable = false;
                complaints.fault(
                        listener.value(leaf),
                        "a PEM file that can be read, relative to the directory of this file",
                        "");
            }
        }
        if (readable && certificate && key) {
            contents(listener);
        }
    }

    /** A key of another certificate would be noticed by the ESMEs first, none of which could connect. */
    private void contents(Scope listener) {
        Path key = directory.resolve(listener.word("tls-key"));
        try {
            PemFiles.identity(directory.resolve(listener.word("tls-certificate")), key)
                    .chain()
                    .forEach(each -> validity(listener.value("tls-certificate"), each));
        } catch (PemException e) {
            boolean ofKey = e.file().equals(key.toString());
            complaints.fault(listener.value(ofKey ? "tls-key" : "tls-certificate"), e.expected(), "");
        }
        String authorities = listener.word("tls-client-ca");
        try {
            if (!authorities.isEmpty()) {
                PemFiles.certificates(directory.resolve(authorities))
                        .forEach(each -> validity(listener.value("tls-client-ca"), each));
            }
        } catch (PemException e) {
            complaints.fault(listener.value("tls-client-ca"), e.expected(), "");
        }
    }

    private void validity(Value value, X509Certificate certificate) {
        TlsRules.validity(complaints, value, certificate, "a reload takes the new file");
    }
}
