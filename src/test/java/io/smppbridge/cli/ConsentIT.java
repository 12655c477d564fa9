package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.app.Bridge;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator keeps the list of those who want no messages. */
@Tag("C104")
@Tag("crowd")
class ConsentIT {
    @TempDir
    Path directory;

    private Path file;

    private Typed typed(Bridge bridge, String... words) {
        return SmallBridge.ask(file, bridge, words);
    }

    private static SendOutcome send(Bridge bridge, String to) throws Exception {
        return bridge.middleWare()
                .send(OutboundSms.to(to).from("72404").text("News").build())
                .get(10, TimeUnit.SECONDS);
    }

    @Test
    void a_number_is_opted_out_listed_after_a_restart_and_opted_in_again() throws Exception {
        file = SmallBridge.file(directory, 1, "bridge.drain-within = 0s");
        try (Bridge bridge = Bridge.start(file)) {
            assertThat(typed(bridge, "consent", "add", "+46701234567", "+46701234568", "--sender", "72404")
                            .out())
                    .contains("+46701234567 is opted out now", "+46701234568 is opted out now");
            assertThat(typed(bridge, "consent", "add", "+46701234567", "--sender", "72404")
                            .out())
                    .contains("was opted out before");
            assertThat(send(bridge, "+46701234567")).isInstanceOf(SendOutcome.Invalid.class);
            assertThat(typed(bridge, "consent", "add").code()).isEqualTo(2);
        }
        try (Bridge bridge = Bridge.start(file)) {
            assertThat(typed(bridge, "consent", "list").out())
                    .contains("46701234567  since", "from 72404", "2 shown of 2");
            assertThat(typed(bridge, "consent", "remove", "+46701234567").out())
                    .contains("still opted out: from 72404", "./bridge consent remove +46701234567 --sender 72404");
            assertThat(typed(bridge, "consent", "remove", "46701234567", "--sender", "72404")
                            .out())
                    .contains("is opted in now")
                    .doesNotContain("still");
            assertThat(send(bridge, "+46701234567")).isInstanceOf(SendOutcome.Acceptance.class);
            assertThat(typed(bridge, "consent", "list", "46701234567").out()).contains("0 shown of 1");
        }
    }
}
