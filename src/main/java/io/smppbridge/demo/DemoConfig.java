package io.smppbridge.demo;

import io.smppbridge.settings.KeyHash;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/** The bridge's configuration file in the demo: an ordinary one. */
final class DemoConfig {
    private DemoConfig() {}

    static Path write(Path directory, Carriers carriers, KeyHash key, int webhookPort, String secret)
            throws IOException {
        Path file = directory.resolve("bridge.properties");
        Files.writeString(file, text(carriers, key, webhookPort, secret), StandardCharsets.UTF_8);
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null) {
            view.setPermissions(PosixFilePermissions.fromString("rw-------"));
        }
        return file;
    }

    private static String text(Carriers carriers, KeyHash key, int webhookPort, String secret) {
        return """
                # Made by ./bridge demo; every key is explained in config/bridge.properties.
                smsc-defaults.host = 127.0.0.1
                smsc-defaults.system-id = demo
                smsc-defaults.password = %s
                smsc-defaults.reconnect-min = 200ms
                smsc-defaults.reconnect-max = 1s

                smsc.quick.port = %s
                smsc.quick.rate = unlimited
                smsc.quick.window = 100

                # Its contract allows 10 in any second. Its answers have hexadecimal ids, its receipts decimal ones.
                smsc.limited.port = %s
                smsc.limited.rate = 10
                # A stall of the machine between us and the SMSC may squeeze ten together: leave room for it.
                smsc.limited.rate-guard = 100ms
                smsc.limited.message-id = hex-dec

                # Drops its bind now and then: what was under way has no answer then, and is sent again, marked.
                smsc.slow.port = %s
                smsc.slow.rate = 50
                smsc.slow.window = 10
                smsc.slow.transport = netty
                smsc.slow.uncertain = resend
                smsc.slow.uncertain-wait = 2s

                route.sweden.prefix = 46
                route.sweden.smsc = quick
                route.norway.prefix = 47
                route.norway.smsc = limited
                route.britain.prefix = 44
                route.britain.smsc = slow

                account.platform.key-hash = %s
                account.platform.webhook = platform
                account.platform.from = Demo
                middleware.account = platform

                webhook.platform.url = http://127.0.0.1:%s/events
                webhook.platform.secret = %s
                webhook.platform.allow-private = true

                journal.directory = journal
                journal.segment-size = 16M
                journal.reserve = 64M
                journal.reserve-share = 0

                intake.http.port = 0
                intake.http.durability = forced
                admin.port = 0
                handback.retry-min = 100ms
                bridge.drain-within = 10s
                """.formatted(
                        Carriers.PASSWORD,
                        carriers.port("quick"),
                        carriers.port("limited"),
                        carriers.port("slow"),
                        key,
                        webhookPort,
                        secret);
    }
}
