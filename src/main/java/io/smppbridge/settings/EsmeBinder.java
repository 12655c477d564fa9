package io.smppbridge.settings;

import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import io.smppbridge.settings.EsmeReceipts.ErrorForm;
import io.smppbridge.settings.EsmeReceipts.IdForm;
import io.smppbridge.settings.NodeConfig.Durability;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts the values of the SMPP server into its records. */
final class EsmeBinder {
    private EsmeBinder() {}

    static EsmeConfig server(Values values, Path directory) {
        Map<String, EsmeConfig.Listener> listeners = new LinkedHashMap<>();
        values.each(Family.ESME).forEach(scope -> listeners.put(scope.name(), listener(scope, directory)));
        return new EsmeConfig(
                values.node().count("intake.esme.threads"),
                values.node().get("intake.esme.durability", Durability.class),
                Collections.unmodifiableMap(listeners));
    }

    private static EsmeConfig.Listener listener(Scope listener, Path directory) {
        return new EsmeConfig.Listener(
                listener.name(),
                listener.word("host"),
                listener.count("port"),
                listener.word("system-id"),
                listener.count("connections"),
                listener.count("unbound-per-address"),
                listener.time("bind-within"),
                listener.time("enquire-link"),
                listener.time("answer-within"),
                listener.count("max-pdu"),
                file(listener, "tls-certificate", directory)
                        .map(certificate -> tls(
                                certificate,
                                file(listener, "tls-key", directory).orElseThrow(),
                                file(listener, "tls-client-ca", directory))));
    }

    private static EsmeConfig.Tls tls(Path certificate, Path key, Optional<Path> clientCa) {
        List<Path> all =
                Stream.concat(Stream.of(certificate, key), clientCa.stream()).toList();
        return new EsmeConfig.Tls(certificate, key, clientCa, PemFiles.print(all));
    }

    private static Optional<Path> file(Scope listener, String leaf, Path directory) {
        return Optional.of(listener.word(leaf))
                .filter(word -> !word.isEmpty())
                .map(word -> directory.resolve(word).normalize());
    }

    static EsmeAccount account(Scope account) {
        String esme = EsmeAccount.PREFIX;
        return new EsmeAccount(
                account.word(esme + "system-id"),
                account.words(esme + "password-hash"),
                account.words(esme + "addresses"),
                account.count(esme + "binds"),
                account.count(esme + "window"),
                account.rate(esme + "rate"),
                account.words(esme + "senders"),
                account.count(esme + "deliver-window"),
                receipts(account, esme + "receipt"),
                account.get(esme + "long-mo", LongMo.class),
                new EsmeAccount.Gather(
                        account.flag(esme + "parts"),
                        account.time(esme + "parts-within"),
                        account.count(esme + "parts-most")));
    }

    private static EsmeReceipts receipts(Scope account, String receipt) {
        IdForm answered = account.get(EsmeAccount.PREFIX + "message-id", IdForm.class);
        String told = account.word(receipt + "-id");
        return new EsmeReceipts(
                account.get(receipt, ReceiptForm.class),
                account.get(receipt + "-zone", ZoneId.class),
                account.word(receipt + "-text"),
                account.word(receipt + "-dates"),
                answered,
                told.equals(EsmeKeys.SAME) ? answered : IdForm.valueOf(told.toUpperCase(Locale.ROOT)),
                account.get(receipt + "-err", ErrorForm.class),
                account.flag(receipt + "-tlvs"));
    }
}
