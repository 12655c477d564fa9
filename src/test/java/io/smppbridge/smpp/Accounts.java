package io.smppbridge.smpp;

import io.smppbridge.settings.IdPart;
import io.smppbridge.settings.ReceiptGrammar;
import io.smppbridge.settings.Secret;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Binds;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TlsConfig;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.tlv.Tlvs;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Accounts at an SMSC on this machine, with deadlines for connection and bind that a busy machine keeps, but for {@link #hasty}. */
final class Accounts {
    static final String PASSWORD = "pa55w0rd";
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Accounts() {}

    static SmscConfig at(int port) {
        return at(port, PASSWORD, 0x34, LongMessage.UDH8);
    }

    static SmscConfig at(int port, String password, int version, LongMessage longMessage) {
        return at("127.0.0.1", port, password, version, longMessage);
    }

    static SmscConfig at(String host, int port, String password, int version, LongMessage longMessage) {
        return at(
                new SmscConfig.Link(host, port, "bridge", new Secret(password), "", "", version),
                timers(PATIENCE, Duration.ofMillis(800)),
                longMessage);
    }

    private static SmscConfig.Timers timers(Duration untilBound, Duration answerWithin) {
        return new SmscConfig.Timers(
                untilBound, untilBound, answerWithin, 3, Duration.ofSeconds(30), Duration.ofSeconds(2));
    }

    /** Patient with answers and writes too. */
    static SmscConfig patient(int port) {
        return at(at(port).link(), timers(PATIENCE, PATIENCE), LongMessage.UDH8);
    }

    /** With deadlines that a test can await. */
    static SmscConfig hasty(int port) {
        return at(at(port).link(), timers(Duration.ofMillis(800), Duration.ofMillis(800)), LongMessage.UDH8);
    }

    /** Carried by one or the other. */
    static SmscConfig over(int port, TransportKind kind) {
        SmscConfig a = at(port);
        SmscConfig.Link l = a.link();
        SmscConfig.Link link = new SmscConfig.Link(
                l.host(),
                l.port(),
                l.systemId(),
                l.password(),
                l.systemType(),
                l.addressRange(),
                l.interfaceVersion(),
                l.tls(),
                kind);
        return at(link, a.timers(), LongMessage.UDH8);
    }

    /** Messages go by data_sm. */
    static SmscConfig withDataSm(int port) {
        SmscConfig plain = at(port);
        return new SmscConfig(
                plain.name(),
                plain.link(),
                plain.binds(),
                plain.pace(),
                plain.timers(),
                plain.reconnect(),
                plain.retry(),
                plain.uncertain(),
                plain.text(),
                plain.inbound(),
                new SmscConfig.Operations(Tlvs.STANDARD, Set.of(), true, 0),
                plain.leaving());
    }

    private static SmscConfig at(SmscConfig.Link link, SmscConfig.Timers timers, LongMessage longMessage) {
        return new SmscConfig(
                "test",
                link,
                new Binds(Binds.Mode.TRANSCEIVER, Binds.Receive.TRANSCEIVER, 1, 1, false, Duration.ofSeconds(1)),
                new SmscConfig.Pace(Double.POSITIVE_INFINITY, 1, Duration.ZERO, 1000, 100, 1000),
                timers,
                new SmscConfig.Reconnect(
                        Duration.ofMillis(10), Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1)),
                new SmscConfig.Retry(
                        3,
                        Duration.ofMillis(10),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(10),
                        Duration.ofSeconds(1),
                        Map.of(),
                        io.smppbridge.settings.RetryBudgets.USUAL),
                new SmscConfig.Uncertain(SmscConfig.Uncertain.Policy.NEVER, 0, Duration.ofSeconds(1)),
                new SmscConfig.Text(
                        longMessage,
                        10,
                        io.smppbridge.settings.TextCoding.GSM,
                        java.util.Map.of(),
                        "",
                        false,
                        SmscConfig.Text.Shaping.NONE,
                        io.smppbridge.settings.Addresses.AS_GIVEN,
                        io.smppbridge.settings.Passing.USUAL),
                new SmscConfig.Inbound(
                        "text",
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        ZoneOffset.UTC,
                        false,
                        SmscConfig.Verdict.ALL,
                        IdPart.ALL,
                        Duration.ZERO,
                        ReceiptGrammar.USUAL));
    }

    /** The same account, over TLS, which has so long to come about. */
    static SmscConfig over(SmscConfig a, TlsConfig tls, Duration connectWithin) {
        SmscConfig.Timers t = a.timers();
        SmscConfig.Link l = a.link();
        SmscConfig.Link link = new SmscConfig.Link(
                l.host(),
                l.port(),
                l.systemId(),
                l.password(),
                l.systemType(),
                l.addressRange(),
                l.interfaceVersion(),
                Optional.of(tls),
                l.transport());
        SmscConfig.Timers timers = new SmscConfig.Timers(
                connectWithin,
                Duration.ofSeconds(8),
                t.answerWithin(),
                t.answerTimers(),
                t.enquireLink(),
                t.unbindWithin());
        return at(link, timers, LongMessage.UDH8);
    }
}
