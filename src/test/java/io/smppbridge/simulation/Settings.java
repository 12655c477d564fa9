package io.smppbridge.simulation;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.JournalConfig;
import io.smppbridge.settings.LoadOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The configurations that runs are made with: small windows, small segments, and each promise of another kind. */
final class Settings {
    private static final List<String> USUAL = List.of(
            "smsc.a.host = 127.0.0.1",
            "smsc.a.port = 2775",
            "smsc.a.system-id = me",
            "smsc.a.password = secret",
            "smsc.a.bind = transceiver",
            "smsc.a.uncertain-wait = 5s",
            "smsc.a.receipt-park = 5m",
            "smsc.a.answer-within = 10s",
            "route.all.smsc = a",
            "bridge.validity = 30m",
            "pipeline.receipt-within = 5m",
            "pipeline.ring-size = 64",
            "pipeline.client-refs = 10000",
            "pipeline.slow-answers = 0s",
            "intake.http.enabled = false",
            "admin.enabled = false");

    private static final List<List<String>> OWN = List.of(
            List.of("smsc.a.rate = unlimited", "smsc.a.binds = 2", "smsc.a.window = 3"),
            List.of(
                    "smsc.a.rate = unlimited",
                    "smsc.a.senders = 2",
                    "smsc.a.binds = 3",
                    "smsc.a.window = 4",
                    "smsc.a.order = destination"),
            List.of(
                    "smsc.a.rate = 5",
                    "smsc.a.binds = 1",
                    "smsc.a.window = 2",
                    "smsc.a.order = destination",
                    "pipeline.hot-bytes = 0",
                    "handback.hot-events = 1"),
            List.of(
                    "smsc.a.rate = unlimited",
                    "smsc.a.senders = 2",
                    "smsc.a.window = 5",
                    "smsc.a.uncertain = never",
                    "pipeline.hot-bytes = 2000"),
            List.of(
                    "smsc.a.rate = 50",
                    "smsc.a.binds = 2",
                    "smsc.a.window = 3",
                    "smsc.a.uncertain = hold",
                    "handback.hot-events = 1"),
            List.of("smsc.a.rate = unlimited", "smsc.a.window = 10", "smsc.a.uncertain-max = 3"));

    static final int COUNT = OWN.size();

    /** The longest record fits, and little more: segments fill and are emptied within a run. */
    private static final int SEGMENT = 288 << 10;

    private final BridgeConfig[] all = new BridgeConfig[COUNT];

    /** @param directory for flight notes, which are the only files on a real disk */
    Settings(Path directory) {
        for (int i = 0; i < COUNT; i++) {
            List<String> lines = new ArrayList<>(USUAL);
            lines.addAll(OWN.get(i));
            lines.add("journal.directory = " + directory);
            all[i] = small(load(directory, lines));
        }
    }

    BridgeConfig get(int number) {
        return all[number];
    }

    private static BridgeConfig load(Path directory, List<String> lines) {
        try {
            Path file = directory.resolve("bridge.properties");
            Files.write(file, lines);
            LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
            Files.delete(file);
            if (outcome instanceof LoadOutcome.Faulty faulty) {
                throw new IllegalArgumentException(faulty.faults().toString());
            }
            return ((LoadOutcome.Loaded) outcome).config();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BridgeConfig small(BridgeConfig of) {
        JournalConfig journal = new JournalConfig(of.journal().directory(), SEGMENT, 1, 0, 0, 0, Duration.ofMillis(50));
        return new BridgeConfig(
                of.node(),
                journal,
                of.http(),
                of.tcp(),
                of.admin(),
                of.accounts(),
                of.smscs(),
                of.routing(),
                of.webhooks(),
                of.handback(),
                of.esme(),
                of.outbind(),
                of.pduLog(),
                of.inbound(),
                of.plugins(),
                of.dropIn(),
                of.datagram());
    }
}
