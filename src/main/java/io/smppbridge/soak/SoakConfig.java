package io.smppbridge.soak;

import io.smppbridge.settings.KeyHash;
import io.smppbridge.simulator.SimulatedPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** The bridge's configuration file in a soak. */
final class SoakConfig {
    private SoakConfig() {}

    static Path write(Path directory, List<SimulatedPort> ports, KeyHash key, int hookPort) throws IOException {
        String smscs = ports.stream()
                .map(port -> "smsc." + port.name() + ".port = " + port.number() + "\n")
                .collect(Collectors.joining());
        String names = ports.stream().map(SimulatedPort::name).collect(Collectors.joining(", "));
        return Files.writeString(directory.resolve("bridge.properties"), """
                # Made by ./bridge soak; every key is explained in config/bridge.properties.
                smsc-defaults.host = 127.0.0.1
                smsc-defaults.system-id = soak
                smsc-defaults.password = secret
                smsc-defaults.rate = unlimited
                smsc-defaults.window = %s
                smsc-defaults.bag = 20000
                smsc-defaults.reconnect-min = 50ms
                smsc-defaults.reconnect-max = 1s
                smsc-defaults.retry-min = 100ms
                smsc-defaults.uncertain-wait = 0s
                %sroute.all.smsc = %s
                account.soak.key-hash = %s
                account.soak.webhook = hook
                middleware.account = soak
                pipeline.client-refs = %s
                webhook.hook.url = http://127.0.0.1:%s/events
                webhook.hook.secret = 0123456789abcdef0123
                webhook.hook.allow-private = true
                journal.directory = journal
                journal.segment-size = 16M
                journal.reserve = 64M
                journal.reserve-share = 0
                journal.keep = 64M
                intake.http.port = 0
                admin.enabled = false
                handback.retry-min = 100ms
                handback.retry-max = 1s
                """.formatted(
                        Soak.WINDOW, smscs, names, key, Caller.MOST_REFERENCES, hookPort));
    }
}
