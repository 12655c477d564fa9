package io.smppbridge.settings;

import static io.smppbridge.settings.Reload.RESTART;
import static io.smppbridge.settings.Types.FLAG;
import static io.smppbridge.settings.Types.HOST;
import static io.smppbridge.settings.Types.LISTEN_PORT;
import static io.smppbridge.settings.Types.choice;
import static io.smppbridge.settings.Types.count;
import static io.smppbridge.settings.Types.oneOf;
import static io.smppbridge.settings.Types.powerOfTwo;
import static io.smppbridge.settings.Types.size;
import static io.smppbridge.settings.Types.time;
import static io.smppbridge.settings.Types.word;

import io.smppbridge.settings.NodeConfig.Durability;
import java.util.List;

/** The keys of the bridge itself, but for those of {@link RoutingKeys}. */
final class NodeKeys {
    static final List<KeySpec> TABLE = List.of(
            key("bridge.validity", time("1m", "30d"), "48h", "life of a message that names none"),
            key("bridge.drain-within", time("0s", "10m"), "30s", "how long an orderly stop waits for answers of SMSCs"),
            key("journal.directory", Types.PATH, "/var/lib/smpp-bridge/journal", "where accepted messages are kept")
                    .after(RESTART),
            key("journal.segment-size", size("1M", "1G"), "64M", "size of one journal file")
                    .after(RESTART),
            key("journal.spare-segments", count(1, 64), "2", "zero-filled journal files kept ready")
                    .after(RESTART),
            key(
                            "journal.reserve",
                            size("0", "1T"),
                            "1G",
                            "octets that must stay free on the disk, else nothing is accepted")
                    .after(RESTART),
            key(
                            "journal.reserve-share",
                            count(0, 50),
                            "5",
                            "percent of the disk that must stay free as well, else nothing is accepted")
                    .after(RESTART),
            key(
                            "journal.keep",
                            size("0", "1T"),
                            "512M",
                            "octets of ended journal files kept so that ended messages can be asked about")
                    .after(RESTART),
            key(
                            "journal.force-within",
                            time("1ms", "10s"),
                            "50ms",
                            "longest time that the outcome of a message waits to be forced to disk")
                    .after(RESTART),
            key(
                            "journal.key",
                            Types.journalKeys(),
                            "",
                            "seals what new journal files hold (AES-256-GCM); further lines only open what older keys sealed;"
                                    + " empty: contents lie in clear. Best as journal.key-file")
                    .secretly(),
            key(
                            "retention.content",
                            time("10m", "3650d"),
                            "72h",
                            "how long after its end, or after it was handed back, nothing of a message is on disk any more")
                    .after(RESTART),
            key("pipeline.ring-size", powerOfTwo(64, 1 << 20), "8192", "slots of each of the two rings")
                    .after(RESTART),
            key(
                            "pipeline.hot-bytes",
                            size("0", "64G"),
                            "64M",
                            "memory for bodies of waiting messages; beyond it they are read back from the journal")
                    .after(RESTART),
            key(
                            "pipeline.client-refs",
                            count(0, 100_000_000),
                            "1000000",
                            "client references remembered for 24 h so that a repeated request sends nothing twice")
                    .after(RESTART),
            key(
                            "pipeline.reference-life",
                            time("1s", "7d"),
                            "24h",
                            "how long a handset may wait for the parts of a message: so long no 8-bit reference comes again, unless all parts were delivered")
                    .after(RESTART),
            key(
                            "pipeline.streams",
                            count(1, 10_000_000),
                            "100000",
                            "streams with a name whose last id is remembered, each some 150 octets of memory; further"
                                    + " ones are refused at the login")
                    .after(RESTART),
            key(
                            "pipeline.streams-kept",
                            time("1m", "366d"),
                            "7d",
                            "how long after its last message a stream with a name is remembered")
                    .after(RESTART),
            key("pipeline.history", count(0, 100_000_000), "100000", "ended messages that can still be asked about")
                    .after(RESTART),
            key(
                    "pipeline.receipt-within",
                    time("1m", "30d"),
                    "24h",
                    "how long a receipt is awaited after the validity of its message ended"),
            key(
                    "pipeline.awaiting-receipts",
                    count(0, 1_000_000_000),
                    "0",
                    "parts of messages that may await a receipt, each some 200 octets of memory; when there are more, the"
                            + " oldest end as NO_RECEIPT; 0 for one for each 512 octets of the heap, a million of 512 MiB"),
            key(
                            "pipeline.unmatched-receipts",
                            count(0, 1_000_000),
                            "10000",
                            "receipts that fit no message, kept on disk for ./bridge receipts; the oldest makes room")
                    .after(RESTART),
            key(
                            "pipeline.slow-answers",
                            time("0s", "10s"),
                            "500ms",
                            "longest time that an answer is kept back when the bag it goes to is nearly full; 0s for"
                                    + " never")
                    .after(RESTART),
            key(
                            "pipeline.wait",
                            oneOf(NodeConfig.Idle.class),
                            "auto",
                            "what the journal thread does when idle: park sleeps; spin has lower latency and takes a whole core;"
                                    + " auto sleeps, but from four cores on it tries to stay awake for a moment after an answer,"
                                    + " and does so while that answers more messages")
                    .after(RESTART),
            key(
                            "smpp.threads",
                            count(0, 64),
                            "1",
                            "event loops that carry the binds of all SMSCs with transport = netty; one carries some hundred"
                                    + " thousand messages a second; with 0 each sender carries its own: less work where windows"
                                    + " are small, but more receipts at once than the bridge can journal are put off")
                    .after(RESTART),
            key("middleware.account", word(1, 32), "local", "account of messages sent in process by MiddleWare.send")
                    .after(RESTART),
            key(
                            "middleware.durability",
                            oneOf(Durability.class),
                            "forced",
                            "what a positive answer to MiddleWare.send promises: forced to disk, or written to the"
                                    + " operating system")
                    .after(RESTART),
            key("plugin.directory", word(0, 1_000), "", "where the jars of plug-ins are; empty for none")
                    .after(RESTART),
            key(
                            "plugin.names",
                            Types.NAMES,
                            "",
                            "plug-ins that are wanted, others are left out; empty for all that are found")
                    .after(RESTART),
            key("plugin.answer-within", time("1ms", "10s"), "100ms", "time for one answer of a plug-in")
                    .after(RESTART),
            key(
                            "plugin.at-once",
                            count(1, 256),
                            "32",
                            "messages of one account that plug-ins look at at the same time before they are submitted to one SMSC; four times as many over all")
                    .after(RESTART),
            key(
                            "plugin.on-failure",
                            choice(Types.ordered("bypass", false, "refuse", true)),
                            "bypass",
                            "what becomes of a message when a plug-in is missing, fails or gives no answer in time: it"
                                    + " does without, or is refused")
                    .after(RESTART),
            key("log.format", choice("text", "json"), "text", "form of the log lines")
                    .after(RESTART),
            key("log.level", choice("error", "warn", "info", "debug", "trace"), "info", "least level that is logged"),
            key("intake.http.enabled", FLAG, "true", "whether messages are taken by HTTP")
                    .after(RESTART),
            key(
                            "intake.http.host",
                            HOST,
                            "127.0.0.1",
                            "address to listen on; any other than loopback needs an account with a key")
                    .after(RESTART),
            key("intake.http.port", LISTEN_PORT, "8080", "TCP port of the HTTP intake")
                    .after(RESTART),
            key("intake.http.threads", count(1, 64), "2", "event loops of the HTTP intake")
                    .after(RESTART),
            key(
                            "intake.http.connections",
                            count(1, 1_000_000),
                            "4096",
                            "HTTP connections at once; beyond it the oldest that has shown no key gives way, else the newcomer")
                    .after(RESTART),
            key(
                            "intake.http.max-body",
                            size("1k", "64M"),
                            "1M",
                            "largest body of a request; those under way have 64M beside it together, others get 503")
                    .after(RESTART),
            key(
                            "intake.http.max-header",
                            size("1k", "256k"),
                            "8k",
                            "largest sum of header lines of a request, with their ends")
                    .after(RESTART),
            key(
                            "intake.http.max-batch",
                            count(1, 10_000),
                            "1000",
                            "messages in one request; of more than pipeline.ring-size some may find no room, and come back with status 503")
                    .after(RESTART),
            key("intake.http.max-depth", count(4, 256), "32", "nesting of the JSON in a request")
                    .after(RESTART),
            key("intake.http.header-within", time("100ms", "5m"), "5s", "time for the header of a request to arrive")
                    .after(RESTART),
            key(
                            "intake.http.request-within",
                            time("100ms", "10m"),
                            "30s",
                            "time from the head of a request to its answer; few clients wait for longer than half a minute")
                    .after(RESTART),
            key(
                            "intake.http.durability",
                            oneOf(Durability.class),
                            "forced",
                            "what a positive answer by HTTP promises: forced to disk, or written to the operating"
                                    + " system")
                    .after(RESTART),
            key(
                            "intake.esme.threads",
                            count(0, 64),
                            "0",
                            "event loops of the SMPP server; 0 for half as many as there are cores, at least one")
                    .after(RESTART),
            key(
                            "intake.esme.durability",
                            oneOf(Durability.class),
                            "forced",
                            "what a submit_sm_resp promises: forced to disk, or written to the operating system")
                    .after(RESTART),
            key("intake.tcp.enabled", FLAG, "false", "whether messages are taken as a TCP stream with gathered ACKs")
                    .after(RESTART),
            key(
                            "intake.tcp.host",
                            HOST,
                            "127.0.0.1",
                            "address to listen on; any other than loopback needs an account with a key")
                    .after(RESTART),
            key("intake.tcp.port", LISTEN_PORT, "8081", "TCP port of the stream intake")
                    .after(RESTART),
            key("intake.tcp.threads", count(1, 64), "1", "event loops of the stream intake")
                    .after(RESTART),
            key(
                            "intake.tcp.connections",
                            count(1, 100_000),
                            "1000",
                            "stream connections at once; beyond it the oldest that has not logged in gives way, else the newcomer")
                    .after(RESTART),
            key("intake.tcp.max-frame", size("16", "1M"), "64k", "largest content of a frame")
                    .after(RESTART),
            key(
                            "intake.tcp.ack-every",
                            time("0ms", "1s"),
                            "5ms",
                            "how long ACKs are gathered; 0ms acknowledges at once")
                    .after(RESTART),
            key("intake.tcp.silence", time("100ms", "1h"), "5s", "a connection without a frame for so long is ended")
                    .after(RESTART),
            key(
                            "intake.tcp.window",
                            count(1, 1_000_000),
                            "50000",
                            "messages of one connection that may wait for their ACK; then it is read no more until"
                                    + " some have theirs")
                    .after(RESTART),
            key(
                            "intake.tcp.account",
                            word(0, 32),
                            "",
                            "account of clients that do not log in, on loopback only; without it all must")
                    .after(RESTART),
            key(
                            "intake.tcp.to",
                            word(0, 21),
                            "",
                            "destination of messages that are bare text, for clients that do not log in")
                    .after(RESTART),
            key(
                            "intake.tcp.durability",
                            oneOf(Durability.class),
                            "forced",
                            "what an ACK promises: forced to disk, or written to the operating system")
                    .after(RESTART),
            key("admin.enabled", FLAG, "true", "whether health, metrics, status and levers are served")
                    .after(RESTART),
            key(
                            "admin.host",
                            HOST,
                            "127.0.0.1",
                            "address of the operator's listener; any other than loopback needs admin.key-hash or an operator")
                    .after(RESTART),
            key("admin.port", LISTEN_PORT, "9090", "TCP port of the operator's listener")
                    .after(RESTART),
            key(
                            "admin.key-hash",
                            Types.KEY_HASH,
                            "",
                            "hash of the key that may all; without it that is the key in admin.key in the journal"
                                    + " directory, new at each start")
                    .secretly()
                    .after(RESTART),
            key(
                            "admin.counters-every",
                            time("0s", "1s"),
                            "500ms",
                            "how often the counters are written to counters.live in the journal directory, for"
                                    + " ./bridge stat; 0s: never")
                    .after(RESTART),
            key("outbind.enabled", FLAG, "false", "whether there is a port at which SMSCs call by outbind")
                    .after(RESTART),
            key("outbind.host", HOST, "127.0.0.1", "address to listen on for SMSCs with receive = outbind")
                    .after(RESTART),
            key("outbind.port", LISTEN_PORT, "2776", "TCP port for SMSCs with receive = outbind")
                    .after(RESTART),
            key("pdulog.directory", Types.PATH, "/var/log/smpp-bridge/pdu", "where PDU logs and captures are written"),
            key("pdulog.file-size", size("64k", "1G"), "16M", "octets of one file of a PDU log"),
            key("pdulog.files", count(2, 1000), "8", "files kept of each SMSC and kind; the oldest goes"),
            key("handback.threads", count(1, 64), "2", "threads that hand events back to the platform")
                    .after(RESTART),
            key("handback.retry-min", time("10ms", "1h"), "1s", "first pause after an event could not be handed over"),
            key(
                    "handback.retry-max",
                    time("10ms", "1d"),
                    "5m",
                    "longest pause after an event could not be handed over"),
            key("handback.attempts", count(1, 1_000_000), "100", "tries before an event is laid aside as dead"),
            key("handback.keep", time("1m", "30d"), "3d", "how long an event may wait before it is laid aside as dead"),
            key("handback.hot-events", count(1, 10_000_000), "10000", "events of one endpoint held in memory")
                    .after(RESTART));

    private NodeKeys() {}

    private static KeySpec key(String leaf, ValueType type, String fallback, String meaning) {
        return KeySpec.of(Family.NODE, leaf, type, fallback, meaning);
    }
}
