package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.app.Bridge;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An operator is asked what became of a message, by its number. */
@Timeout(60)
class FindIT {
    private static final String ASKED = "46701234567";
    private static final String LONG = "A text of a hundred characters, again and again. ".repeat(4);

    @TempDir
    Path directory;

    private Typed find(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "find";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--dir";
        all[words.length + 2] = "journal";
        return Typed.in(directory, all);
    }

    private Bridge bridge(SmscSimulator smsc) throws Exception {
        return Bridge.start(SmallBridge.file(directory, smsc.port()));
    }

    private static String id(Bridge bridge, OutboundSms sms) throws Exception {
        SendOutcome outcome =
                bridge.middleWare().send(List.of(sms)).get(10, TimeUnit.SECONDS).get(0);
        return ((SendOutcome.Acceptance) outcome).id().toString();
    }

    @Test
    void it_is_told_step_by_step_while_the_bridge_runs_and_after_it_has_ended() throws Exception {
        String whole;
        String other;
        String code = "123456 is your code";
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests());
                Bridge bridge = bridge(smsc)) {
            whole = id(
                    bridge,
                    OutboundSms.to(ASKED)
                            .from("Acme")
                            .text(LONG)
                            .clientRef("order-17")
                            .receipt(ReceiptWish.FINAL)
                            .build());
            other = id(
                    bridge,
                    OutboundSms.to("46700000002").from("Acme").text(code).build());
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> find("--ref", "order-17").out().contains("ended"));
            Typed running = find("+" + ASKED);
            assertThat(running.code()).as(running.err()).isZero();
            assertThat(running.out()
                            .lines()
                            .map(line -> line.replaceAll("\\d{4}-\\S+Z", "AT").replaceAll("( as )\\S+", "$1ID")))
                    .containsExactly(
                            whole + "  local  from Acme  to " + ASKED + "  ref order-17",
                            "  AT  accepted, 2 parts, by only for one",
                            "  AT  part 1: taken by one as ID",
                            "  AT  taken by one as ID",
                            "  AT  receipt of part 1: DELIVERED, stat:DELIVRD err:000",
                            "  AT  receipt of part 2: DELIVERED, stat:DELIVRD err:000",
                            "  AT  ended: DELIVERED, stat:DELIVRD err:000");
            assertThat(running.out()).doesNotContain("A text of");
            id(
                    bridge,
                    OutboundSms.to("46700000003")
                            .from("Acme")
                            .text(code)
                            .clientRef("a\u001b[2J\r\n" + other)
                            .build());
            assertThat(find("46700000003").out().lines().findFirst().orElseThrow())
                    .endsWith("  ref a\\u001b[2J\\r\\n" + other);
        }
        assertThat(find("--ref", "order-17").out()).contains("ended: DELIVERED").startsWith(whole);
        assertThat(find("--ref", "order-17", "46700000002").code()).isEqualTo(1);
        Typed sender = find("Acme");
        assertThat(sender.out()).contains(whole + "  ").contains(other + "  ").doesNotContain(code);
        assertThat(sender.out().indexOf(whole)).isLessThan(sender.out().indexOf(other));
        assertThat(find("Acme", "--since", "0s").code()).isEqualTo(1);
    }

    @Test
    void of_a_damaged_journal_it_tells_what_stands_before_the_damage() throws Exception {
        String before;
        String behind;
        try (SmscSimulator smsc = SmscSimulator.start(SimulatorConfig.forTests());
                Bridge bridge = bridge(smsc)) {
            before =
                    id(bridge, OutboundSms.to(ASKED).from("Acme").text("before").build());
            await().atMost(Duration.ofSeconds(20)).until(() -> find(ASKED).out().contains("taken by"));
            behind = id(
                    bridge, OutboundSms.to(ASKED).from("Acme").text("damaged").build());
        }
        try (Stream<Path> files = Files.list(directory.resolve("journal"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] octets = Files.readAllBytes(file);
                int at = new String(octets, StandardCharsets.ISO_8859_1).indexOf("damaged");
                if (at >= 0) {
                    octets[at] ^= 1;
                    Files.write(file, octets);
                }
            }
        }
        Typed found = find(ASKED);
        assertThat(found.code()).isEqualTo(74);
        assertThat(found.out())
                .startsWith(before + "  ")
                .contains("accepted", "taken by")
                .doesNotContain(behind);
        assertThat(found.err()).contains("behind that place nothing is told", "offset");
    }

    @Test
    void who_asks_for_nothing_or_where_there_is_nothing_is_told_so() {
        assertThat(find().code()).isEqualTo(2);
        assertThat(find().err()).contains("nothing to look for, expected NUMBER or --ref REF");
        assertThat(find("").err()).contains("nothing to look for");
        assertThat(find("--ref", "").err()).contains("nothing to look for");
        assertThat(find("+467").err()).contains("journal is not a directory");
        assertThat(directory.resolve("journal").toFile().mkdir()).isTrue();
        assertThat(find("+467").code()).isEqualTo(2);
        assertThat(find("+467").err()).contains("no segment of a journal in ");
        assertThat(find("x".repeat(100)).err()).contains("NUMBER xxx");
    }
}
