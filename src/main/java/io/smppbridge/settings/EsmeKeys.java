package io.smppbridge.settings;

import static io.smppbridge.settings.Types.HOST;
import static io.smppbridge.settings.Types.LISTEN_PORT;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import io.smppbridge.settings.EsmeAccount.LongMo;
import io.smppbridge.settings.EsmeAccount.ReceiptForm;
import java.util.List;

/** The keys of the SMPP server: its listeners, and what an account may do there. */
final class EsmeKeys {
    /** Of a form: the one named before. */
    static final String SAME = "same";

    static final List<KeySpec> TABLE = List.of(
            listener("host", HOST, "127.0.0.1", "address to listen on"),
            listener("port", LISTEN_PORT, "2775", "TCP port that ESMEs connect to"),
            listener("system-id", word(0, 15), "smpp-bridge", "what the bridge calls itself in its answer to a bind"),
            listener("connections", count(1, 1_000_000), "10000", "connections at once; more are closed at once"),
            listener(
                    "unbound-per-address",
                    count(1, 100_000),
                    "100",
                    "connections of one address (IPv6: of one /64) that have not bound yet; more are closed at once"),
            listener("bind-within", time("100ms", "10m"), "10s", "time for a connection to bind"),
            listener(
                    "enquire-link",
                    time("1s", "1d"),
                    "60s",
                    "silence after which the bridge asks whether the ESME lives"),
            listener(
                    "answer-within",
                    time("100ms", "10m"),
                    "30s",
                    "time for the ESME to answer; then its bind is given up and what it had not answered is kept"),
            listener(
                    "max-pdu",
                    count(1_024, 1_000_000),
                    "70000",
                    "octets of the longest PDU that an ESME may send once it has bound; 1024 before"),
            listener("tls-certificate", word(0, 4_096), "", "PEM file with the certificate chain; empty: no TLS"),
            listener("tls-key", word(0, 4_096), "", "PEM file with the private key of the certificate"),
            listener(
                    "tls-client-ca",
                    word(0, 4_096),
                    "",
                    "PEM file with the authorities that sign the certificates of ESMEs; empty: none is asked for"),
            account("system-id", word(0, 15), "", "system_id that it binds with; empty: it does not bind"),
            account(
                            "password-hash",
                            EsmeTypes.PASSWORD_HASHES,
                            "",
                            "hashes of its passwords, any of which opens; ./bridge key --password FILE makes one")
                    .secretly(),
            account(
                    "addresses",
                    EsmeTypes.ADDRESSES,
                    "",
                    "addresses it may come from, such as 192.0.2.7 or 192.0.2.0/24; empty for any"),
            account("binds", count(1, 10_000), "10", "binds at once"),
            account("window", count(1, 10_000), "100", "messages without an answer on each bind; more get RTHROTTLED"),
            account("rate", Types.RATE, "unlimited", "messages a second over all its binds; more get RTHROTTLED"),
            account(
                    "senders",
                    Types.WORDS,
                    "",
                    "source addresses it may use here, * at the end for all that begin so; empty for any that senders allows"),
            account(
                    "deliver-window",
                    count(1, 10_000),
                    "10",
                    "deliver_sm without an answer on each of its receiving binds"),
            account(
                    "receipt",
                    oneOf(ReceiptForm.class),
                    "minutes",
                    "how receipts are written: dates of ten digits, of twelve, or only TLVs"),
            account("receipt-zone", Types.ZONE, "UTC", "time zone of the dates in its receipts"),
            account(
                    "receipt-text",
                    EsmeTypes.RECEIPT_TEXT,
                    EsmeReceipts.USUAL,
                    "text of its receipts, in the order and with the names that it reads"),
            account(
                    "receipt-dates",
                    EsmeTypes.RECEIPT_DATES,
                    ReceiptGrammar.USUAL_DATES,
                    "how dates in its receipts are written"),
            account(
                    "message-id",
                    oneOf(EsmeReceipts.IdForm.class),
                    "text",
                    "how the ids of its messages are written in answers and in receipted_message_id; those that it"
                            + " asks with are read in each form"),
            account(
                    "receipt-id",
                    Types.choice(SAME, "text", "decimal", "hex"),
                    SAME,
                    "how the text of its receipts writes them; same as in answers"),
            account(
                    "receipt-err",
                    oneOf(EsmeReceipts.ErrorForm.class),
                    "smsc",
                    "what err is in its receipts: the SMSC's own word, that as three digits, or the code of"
                            + " network_error_code"),
            account("receipt-tlvs", Types.FLAG, "true", "whether its receipts have TLVs beside the text"),
            account(
                    "long-mo",
                    oneOf(LongMo.class),
                    "udh",
                    "how an MO of several parts reaches it: parts with a header, or whole in message_payload"),
            account(
                    "parts",
                    Types.choice(Types.ordered("pass", false, "reassemble", true)),
                    "pass",
                    "parts of a long message that it has cut itself: they pass as they are, or are put together and"
                            + " sent as the SMSC likes it"),
            account(
                    "parts-within",
                    time("1s", "10m"),
                    "30s",
                    "how long a part waits for the others; then it passes as it is"),
            account("parts-most", count(1, 1_000_000), "10000", "parts that wait at once; more pass as they are"));

    private EsmeKeys() {}

    private static KeySpec listener(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.ESME, leaf, type, fallback, meaning);
    }

    private static KeySpec account(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.ACCOUNT, EsmeAccount.PREFIX + leaf, type, fallback, meaning);
    }
}
