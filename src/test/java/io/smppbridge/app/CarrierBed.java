package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.InboundListener;
import io.smppbridge.InboundSms;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SubscriberAlert;
import io.smppbridge.records.Chronicle;
import io.smppbridge.settings.JournalKeys;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SimulatorConfig.CaptureConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * A whole bridge between a platform in this process and simulated SMSCs called s0, s1 and so on. Messages to 46700nnn… go to SMSC nnn.
 * What is measured is measured at the SMSCs.
 */
final class CarrierBed implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;

    /** What a bed is made of; every call returns the plan itself. */
    static final class Plan {
        private final Path directory;
        private final int smscs;
        private final List<Map<String, String>> keys = new ArrayList<>();
        private final Map<String, String> node = new LinkedHashMap<>();
        private UnaryOperator<SimulatorConfig> simulator = config -> config;
        private InstantSource clock = InstantSource.system();

        private Plan(Path directory, int smscs) {
            this.directory = directory;
            this.smscs = smscs;
            for (int i = 0; i < smscs; i++) {
                keys.add(new LinkedHashMap<>(Map.of("rate", "unlimited", "reconnect-min", "50ms")));
            }
            node.put("intake.http.port", "0");
            node.put("admin.enabled", "false");
            node.put("journal.segment-size", "1M");
            node.put("journal.reserve", "1M");
            node.put("journal.reserve-share", "0");
            node.put("bridge.drain-within", "1s");
            node.put("journal.directory", directory.resolve("journal").toString());
        }

        /** A key of every SMSC. */
        Plan each(String key, String value) {
            keys.forEach(smsc -> smsc.put(key, value));
            return this;
        }

        /** A key of one SMSC. */
        Plan of(int smsc, String key, String value) {
            keys.get(smsc).put(key, value);
            return this;
        }

        /** Those with an even number are reached over jSMPP, the others over Netty. */
        Plan overBothTransports() {
            for (int i = 0; i < smscs; i++) {
                of(i, "transport", i % 2 == 0 ? "jsmpp" : "netty");
            }
            return this;
        }

        /** What the bridge takes for the time of day. */
        Plan clock(InstantSource instead) {
            clock = instead;
            return this;
        }

        /** Every SMSC by this transport, whatever the default. */
        Plan over(TransportKind kind) {
            return each("transport", kind.name().toLowerCase(Locale.ROOT));
        }

        Plan node(String key, String value) {
            node.put(key, value);
            return this;
        }

        Plan simulator(UnaryOperator<SimulatorConfig> change) {
            simulator = change;
            return this;
        }

        SmscSimulator startSimulator() throws IOException {
            return SmscSimulator.start(simulatorConfig());
        }

        private SimulatorConfig simulatorConfig() {
            return simulator.apply(SimulatorConfig.forTests(
                    IntStream.range(0, smscs).mapToObj(i -> "s" + i).toArray(String[]::new)));
        }

        /** Writes the properties file of a bridge to these ports. */
        Path write(List<Integer> ports) throws IOException {
            List<String> lines = new ArrayList<>();
            node.forEach((key, value) -> lines.add(key + " = " + value));
            for (int i = 0; i < smscs; i++) {
                String smsc = "smsc.s" + i + ".";
                lines.add(smsc + "host = 127.0.0.1");
                lines.add(smsc + "port = " + ports.get(i));
                lines.add(smsc + "system-id = smppclient1");
                lines.add(smsc + "password = password");
                keys.get(i).forEach((key, value) -> lines.add(smsc + key + " = " + value));
                lines.add("route.r" + i + ".smsc = s" + i);
                lines.add("route.r" + i + ".prefix = " + prefix(i));
            }
            return Files.write(directory.resolve("bridge.properties"), lines);
        }

        CarrierBed start() throws IOException {
            Path messages = Files.createTempFile(directory, "smscs", ".jsonl");
            SimulatorConfig config = simulatorConfig();
            CaptureConfig capture = config.capture();
            SmscSimulator simulator = SmscSimulator.start(
                    config.capturing(new CaptureConfig(capture.file(), capture.ring(), Optional.of(messages))));
            try {
                List<Integer> ports =
                        simulator.ports().stream().map(SimulatedPort::number).toList();
                Chronicle.Kept journal = new Chronicle.Kept(Path.of(node.get("journal.directory")), JournalKeys.NONE);
                BedAudit audit = new BedAudit(simulator, messages, journal);
                return new CarrierBed(simulator, bridge(write(ports), clock), audit, smscs);
            } catch (IOException | RuntimeException e) {
                simulator.close();
                throw e;
            }
        }
    }

    private static Bridge bridge(Path file, InstantSource clock) {
        Bridge.Options usual = Bridge.Options.of(file);
        LoadOutcome outcome = usual.reload().read();
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw BridgeException.of(faulty);
        }
        return Bridge.start(
                (LoadOutcome.Loaded) outcome,
                new Bridge.Options(usual.reload(), usual.fatal(), clock, false, usual.disks()));
    }

    static Plan with(Path directory, int smscs) {
        return new Plan(directory, smscs);
    }

    final SmscSimulator simulator;
    final Bridge bridge;
    final List<Receipt> receipts = new CopyOnWriteArrayList<>();
    final List<InboundSms> inbound = new CopyOnWriteArrayList<>();
    final List<SubscriberAlert> alerts = new CopyOnWriteArrayList<>();
    /** What the bed ends in. */
    final BedAudit audit;

    private final int smscs;
    private boolean closed;

    private CarrierBed(SmscSimulator simulator, Bridge bridge, BedAudit audit, int smscs) {
        this.simulator = simulator;
        this.bridge = bridge;
        this.audit = audit;
        this.smscs = smscs;
        Consumer<Receipt> heard = receipts::add;
        bridge.middleWare().listen(listener(heard.andThen(audit::heard), inbound, alerts));
    }

    static InboundListener listener(List<Receipt> receipts, List<InboundSms> inbound) {
        return listener(receipts::add, inbound, new ArrayList<>());
    }

    private static InboundListener listener(
            Consumer<Receipt> receipts, List<InboundSms> inbound, List<SubscriberAlert> alerts) {
        return new InboundListener() {
            @Override
            public void onMessage(InboundSms message) {
                inbound.add(message);
            }

            @Override
            public void onReceipt(Receipt receipt) {
                receipts.accept(receipt);
            }

            @Override
            public void onAlert(SubscriberAlert alert) {
                alerts.add(alert);
            }
        };
    }

    static String prefix(int smsc) {
        return String.format("46700%03d", smsc);
    }

    static OutboundSms message(int smsc, int number) {
        return OutboundSms.to(prefix(smsc) + String.format("%06d", number))
                .from("Acme")
                .text("message " + number)
                .receipt(ReceiptWish.FINAL)
                .build();
    }

    /** The bridge's door for a platform in the same process, with a note for the audit of what is answered. */
    MiddleWare middleWare() {
        return audit.over(bridge.middleWare());
    }

    SimulatedPort port(int smsc) {
        return simulator.ports().get(smsc);
    }

    /** Waits until every SMSC has a bind that can submit, so that all begin at once. */
    CarrierBed bound() {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> IntStream.range(0, smscs)
                        .allMatch(i -> bridge.stats().smsc("s" + i).anyBound()));
        return this;
    }

    /** Hands over messages 0..count-1 for each of these SMSCs, in turn; all must be accepted. */
    void send(int count, int... to) throws Exception {
        List<OutboundSms> list = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            for (int smsc : to) {
                list.add(message(smsc, number));
            }
        }
        for (int from = 0; from < list.size(); from += 5000) {
            List<SendOutcome> outcomes = middleWare()
                    .send(list.subList(from, Math.min(list.size(), from + 5000)))
                    .get(30, TimeUnit.SECONDS);
            assertThat(outcomes).allMatch(outcome -> outcome instanceof SendOutcome.Acceptance);
        }
    }

    int[] all() {
        return IntStream.range(0, smscs).toArray();
    }

    long arrived(int smsc) {
        return port(smsc).report().submits().total();
    }

    long arrived() {
        return simulator.report().stream()
                .mapToLong(report -> report.submits().total())
                .sum();
    }

    void awaitArrived(long count, Duration within) {
        await().atMost(within).pollInterval(Duration.ofMillis(5)).until(() -> arrived() >= count);
    }

    /** Arrivals of all SMSCs, in order. */
    long[] arrivals() {
        return simulator.ports().stream()
                .flatMap(port -> port.submits().stream())
                .mapToLong(ReceivedSubmit::nanos)
                .sorted()
                .toArray();
    }

    static long[] arrivals(SimulatedPort port) {
        return port.submits().stream().mapToLong(ReceivedSubmit::nanos).toArray();
    }

    /** Arrivals in each second from the first one on; the last second may be short of its end. */
    static int[] perSecond(long[] arrivals) {
        int[] counts = new int[(int) ((arrivals[arrivals.length - 1] - arrivals[0]) / SECOND) + 1];
        for (long nanos : arrivals) {
            counts[(int) ((nanos - arrivals[0]) / SECOND)]++;
        }
        return counts;
    }

    /** No SMSC has seen more in any half-open second. */
    void assertAtMostInAnySecond(int most) {
        assertThat(simulator.report())
                .extracting(report -> report.submits().mostInAnySecond())
                .allMatch(number -> number <= most);
    }

    static double seconds(long[] arrivals) {
        return (arrivals[arrivals.length - 1] - arrivals[0]) / 1e9;
    }

    /** Ends all, and checks what became of every message. A second time it does nothing more. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (!bridge.obstacles().contains("the bridge is stopping")) {
                audit.awaitTold();
            }
            bridge.close();
            audit.check();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            bridge.close();
            simulator.close();
        }
    }
}
