package io.smppbridge.settings;

import static io.smppbridge.settings.Reload.REBIND;
import static io.smppbridge.settings.Types.FLAG;
import static io.smppbridge.settings.Types.choice;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.ordered;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import io.smppbridge.settings.SmscConfig.Binds.Mode;
import io.smppbridge.settings.SmscConfig.Binds.Receive;
import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.settings.SmscConfig.Uncertain.Policy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The keys of one account at one SMSC. */
final class SmscKeys {
    private static final int USUAL_WINDOW = 10;

    /** Names the profile that the SMSC's other keys come from, where it does not say them itself. */
    static final String PROFILE = "profile";

    static final String STATUS = "status.<code>";
    static final String ATTEMPTS = "attempts.<code>";
    static final String PAUSE = "pause.<code>";
    static final String MO_ALPHABET = "mo-alphabet.<code>";

    static final List<KeySpec> TABLE = List.of(
            key(
                    PROFILE,
                    Types.NAME_OF_ONE,
                    "standard",
                    "the carrier's ways: keys that are not set here come from there"),
            key("host", Types.HOST, "", "address of the SMSC").mandatorily().after(REBIND),
            key("port", Types.PORT, "2775", "TCP port of the SMSC").after(REBIND),
            key("system-id", word(1, 15), "", "system_id to bind as")
                    .mandatorily()
                    .after(REBIND),
            key("password", Types.secret(0, 64), "", "password to bind with; empty where the SMSC wants none")
                    .secretly()
                    .after(REBIND),
            key("long-password", FLAG, "false", "whether a password longer than the 8 characters of SMPP 3.4 is meant")
                    .after(REBIND),
            key("system-type", word(0, 12), "", "system_type to bind with").after(REBIND),
            key("address-range", word(0, 40), "", "address_range to bind with").after(REBIND),
            key("version", choice(versions()), "3.4", "SMPP version to announce")
                    .after(REBIND),
            key(
                            "tls",
                            choice(ordered("on", true, "off", false)),
                            "off",
                            "whether the link is encrypted; if so, a link that is not is never used")
                    .after(REBIND),
            key(
                            "tls-trust",
                            word(0, 4096),
                            "",
                            "PEM file with the certificates of those who vouch for the SMSC; empty: whom Java trusts")
                    .after(REBIND),
            key(
                            "tls-certificate",
                            word(0, 4096),
                            "",
                            "PEM file with the certificate that the bridge shows the SMSC, and its chain; empty for none")
                    .after(REBIND),
            key("tls-key", word(0, 4096), "", "PEM file with the private key of tls-certificate")
                    .after(REBIND),
            key(
                            "tls-name",
                            word(0, 253),
                            "",
                            "name to ask for, which the SMSC's certificate must hold; empty: the host")
                    .after(REBIND),
            key(
                            "transport",
                            oneOf(TransportKind.class),
                            "netty",
                            "what carries the binds: netty with few threads for all (smpp.threads), or jsmpp with one for each")
                    .after(REBIND),
            key("outbind-from", EsmeTypes.ADDRESSES, "", "from where the SMSC calls, under receive = outbind"),
            key("outbind-system-id", word(0, 15), "", "system_id in its outbind; empty for any"),
            key("outbind-password", Types.secret(0, 64), "", "password in its outbind")
                    .secretly(),
            key("bind", oneOf(Mode.class), "transceiver", "what senders bind as")
                    .after(REBIND),
            key(
                            "receive",
                            oneOf(Receive.class),
                            "",
                            "how MO and receipts come: on the senders' binds, on a receiver bind, by polling, when the SMSC calls, or not")
                    .derived("transceiver if bind = transceiver, else receiver", SmscKeys::receive)
                    .after(REBIND),
            key("senders", count(1, 255), "1", "workers that submit"),
            key("binds", count(1, 255), "", "sender binds, shared out over the senders")
                    .derived("as senders", scope -> scope.value("senders").typed()),
            key(
                            "session",
                            choice(ordered("persistent", false, "on-demand", true)),
                            "persistent",
                            "whether a bind is kept, or made for a bunch and given up after it")
                    .after(REBIND),
            key("idle", time("0s", "1h"), "10s", "how long an on-demand bind stays without work"),
            key("rate", Types.RATE, "", "submit_sm per second that the contract allows, all binds together")
                    .mandatorily(),
            key("burst", count(1, 100_000), "1", "submit_sm at once after a pause, at most one second's worth"),
            key(
                    "rate-guard",
                    time("0s", "100ms"),
                    "8ms",
                    "added to each second so that jitter on the way never makes it rate + 1"),
            key("window", count(1, 1_000), "", "submit_sm without an answer, for each bind")
                    .derived(
                            "10, or less if the SMSC needs more than 3 s, or a quarter of answer-within, for that many",
                            SmscKeys::window),
            key("bunch", count(1, 10_000), "100", "messages that a sender takes at once"),
            key(
                    "part-gap-max",
                    time("1s", "1h"),
                    "10s",
                    "how far apart the rate may set two parts of a message; a message that has begun goes before all others, and what is further apart is counted"),
            key(
                    "bag",
                    count(1, 50_000_000),
                    "50000",
                    "messages that may wait for this SMSC; then senders of such messages are told to wait"),
            key("connect-within", time("100ms", "5m"), "10s", "time for the TCP connection"),
            key("bind-within", time("100ms", "5m"), "10s", "time for the answer to the bind"),
            key(
                    "answer-within",
                    time("100ms", "10m"),
                    "30s",
                    "a submit_sm without an answer for so long makes the bind suspect"),
            key(
                    "answer-timers",
                    count(1, 100),
                    "3",
                    "how many times answer-within may pass before the bind is given up"),
            key("enquire-link", time("1s", "1h"), "30s", "silence before an enquire_link"),
            key(
                    "inactivity",
                    time("0s", "1d"),
                    "0s",
                    "silence after which the SMSC ends a bind, as its contract says; only used to check enquire-link; 0s for unknown"),
            key("unbind-within", time("100ms", "5m"), "5s", "time for the answer to the unbind"),
            key("reconnect-min", time("10ms", "1h"), "1s", "first pause before a lost bind is made anew"),
            key("reconnect-max", time("10ms", "1h"), "80s", "longest pause before a lost bind is made anew"),
            key("reconnect-refused", time("1s", "1d"), "60s", "pause after the SMSC refused system-id or password"),
            key(
                    "reconnect-stable",
                    time("0s", "1h"),
                    "30s",
                    "how long a bind must hold, unless it is given up in order, for the pause to begin small again"),
            key("retry-attempts", count(1, 1_000), "5", "refused attempts before a message is given up"),
            key("retry-min", time("10ms", "1d"), "5s", "first pause of a message that was refused for now"),
            key("retry-max", time("10ms", "1d"), "10m", "longest pause of a message that was refused for now"),
            key("retry-growth", count(1, 10), "2", "each pause of a refused message is so many times the one before"),
            key(
                    "retry-unknown",
                    count(1, 1_000),
                    "3",
                    "attempts of a message refused with a command_status whose meaning nobody has said; at most retry-attempts"),
            key(
                    ATTEMPTS,
                    count(1, 1_000),
                    "",
                    "attempts of a message that was refused with this command_status, where other than usual"),
            key(
                    PAUSE,
                    time("10ms", "1d"),
                    "",
                    "first pause of a message that was refused with this command_status, where other than usual"),
            key("throttle-min", time("10ms", "1h"), "1s", "first pause of the whole lane after RTHROTTLED or RMSGQFUL"),
            key(
                    "throttle-max",
                    time("10ms", "1h"),
                    "30s",
                    "longest pause of the whole lane after RTHROTTLED or RMSGQFUL"),
            key(
                    STATUS,
                    oneOf(StatusClass.class),
                    "",
                    "what a command_status of this SMSC means, where it differs from the usual"),
            key(
                    "uncertain",
                    oneOf(Policy.class),
                    "resend",
                    "what becomes of a message whose answer never came: sent again and marked, held for an operator, or ended as UNCERTAIN"),
            key("uncertain-max", count(0, 3), "1", "attempts after unanswered ones, under uncertain = resend"),
            key("uncertain-wait", time("0s", "1d"), "30s", "how long a late receipt may settle it first"),
            key(
                    "order",
                    choice(ordered("none", false, "destination", true)),
                    "none",
                    "whether a message waits until an earlier one of its account and priority to the same number has been taken or has ended"),
            key(
                    "floor-low",
                    count(1, 4),
                    "1",
                    "of every 16 messages taken, how many are of low priority while any of it waits"),
            key("floor-normal", count(1, 8), "3", "the same for normal priority; the others are high"),
            key(
                    "quiet-hours",
                    RouteTypes.HOURS,
                    "",
                    "when only messages of high priority are sent, the others wait; empty for never"),
            key("quiet-zone", Types.ZONE, "UTC", "clock of the quiet hours"));

    private SmscKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.SMSC, leaf, type, fallback, meaning);
    }

    private static Map<String, Object> versions() {
        Map<String, Object> versions = new LinkedHashMap<>();
        versions.put("3.3", 0x33);
        versions.put("3.4", 0x34);
        versions.put("5.0", 0x50);
        return versions;
    }

    private static Optional<Object> receive(Scope smsc) {
        return smsc.value("bind")
                .typed()
                .map(mode -> mode == Mode.TRANSCEIVER ? Receive.TRANSCEIVER : Receive.RECEIVER);
    }

    /** A slow carrier answers in time only if little lies before it, so a small rate lowers the usual window. */
    private static Optional<Object> window(Scope smsc) {
        if (!smsc.sound("rate", "binds", "answer-within")) {
            return Optional.empty();
        }
        double seconds = Math.min(3, smsc.time("answer-within").toMillis() / 4000.0);
        double most = seconds * smsc.rate("rate") / smsc.count("binds");
        return Optional.of((int) Math.max(1, Math.min(USUAL_WINDOW, Math.floor(most))));
    }
}
