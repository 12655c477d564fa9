package io.smppbridge.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestTest {
    @Test
    void who_waited_in_vain_for_an_order_hears_that_it_may_be_done_all_the_same() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Rest rest = new Rest(
                    URI.create("http://127.0.0.1:" + silent.getLocalPort()), Optional.empty(), "the test", "no key");
            assertThatThrownBy(() -> rest.post("/reload", "", Duration.ofSeconds(1)))
                    .isInstanceOf(Complaint.class)
                    .hasMessageContaining(
                            "did not answer within 1 s; what it was asked to do it may be doing all the same");
        }
    }
}
