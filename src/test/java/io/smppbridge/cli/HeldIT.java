package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.app.Bridge;
import io.smppbridge.simulator.Silence;
import io.smppbridge.simulator.SimulatedPort;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages that wait for an operator's word, over a whole bridge. */
@Timeout(90)
@Tag("crowd")
class HeldIT {
    @TempDir
    Path directory;

    private Bridge bridge;
    private Path file;

    private Typed typed(String... words) {
        return SmallBridge.ask(file, bridge, words);
    }

    private void configure(int port) throws Exception {
        file = SmallBridge.file(
                directory,
                port,
                "smsc.one.uncertain = hold",
                "smsc.one.uncertain-wait = 0s",
                "smsc.one.reconnect-min = 50ms",
                "route.all.smsc = one",
                "bridge.drain-within = 1s");
    }

    @Test
    @Tag("S-44")
    void an_operator_sees_the_held_messages_and_frees_them_one_by_one_or_all() throws Exception {
        try (SmscSimulator carrier = SmscSimulator.start(SimulatorConfig.forTests("one"))) {
            SimulatedPort port = carrier.ports().get(0);
            port.silence(Silence.SUBMITS);
            configure(carrier.port());
            bridge = Bridge.start(file);
            try {
                assertThat(typed("held", "list").out()).contains("no held messages");
                for (int i = 0; i < 3; i++) {
                    assertThat(bridge.middleWare()
                                    .send(OutboundSms.to("4670123456" + i)
                                            .from("Shop")
                                            .text("Hello")
                                            .build())
                                    .get(10, TimeUnit.SECONDS))
                            .isInstanceOf(SendOutcome.Acceptance.class);
                }
                await().until(() -> port.report().submits().total() == 3);
                port.dropAllBinds();
                port.answerAgain();
                await().atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(typed("held", "list").out())
                                .contains("3 shown;")
                                .contains("one"));
                bridge.close();
                bridge = Bridge.start(file);
                Typed list = typed("held", "list");
                assertThat(list.out()).as("after a restart").contains("3 shown;");
                String first = list.out().lines().findFirst().orElseThrow().split(" ")[0];

                Typed resent = typed("held", "resend", first);
                assertThat(resent.code()).as(resent.err()).isZero();
                assertThat(resent.out()).contains("1 message to be sent again");
                await().atMost(Duration.ofSeconds(20))
                        .until(() -> port.report().submits().total() == 4);
                assertThat(typed("held", "resend", first).code()).isEqualTo(1);
                assertThat(typed("held", "giveup").code()).isEqualTo(2);
                for (String what : List.of("giveup", "list")) {
                    Typed strange = what.equals("list")
                            ? typed("held", what, "--smsc", "two")
                            : typed("held", what, "--all", "--smsc", "two");
                    assertThat(strange.code()).isEqualTo(2);
                    assertThat(strange.err()).contains("--smsc two is not known, expected one of one");
                }
                String second = typed("uncertain", "list")
                        .out()
                        .lines()
                        .findFirst()
                        .orElseThrow()
                        .split(" ")[0];
                assertThat(typed("uncertain", "resolve", second).err()).contains("--as resend");
                assertThat(typed("uncertain", "resolve", second, "--as", "giveup")
                                .out())
                        .contains("1 message given up as UNCERTAIN");
                assertThat(typed("held", "giveup", "--all").out()).contains("1 message given up as UNCERTAIN");
                assertThat(typed("held", "list").out()).contains("no held messages");
                assertThat(bridge.stats().endedByState().get("UNCERTAIN").sum()).isEqualTo(2);
            } finally {
                bridge.close();
            }
        }
    }
}
