package io.smppbridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import io.smppbridge.simulator.ReceivedSubmit;
import io.smppbridge.simulator.Silence;
import io.smppbridge.simulator.SimulatedPort;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * SMSCs that take a message and do not answer, each with another policy of its own in one bridge, and each policy over both transports:
 * numbers 0 and 1 send again, 2 and 3 hold, 4 and 5 give up, 6 and 7 make the bind anew at once, 8 and 9 wait.
 */
@Tag("waits")
@Timeout(60)
class LateAnswersIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    @TempDir
    static Path directory;

    private static CarrierBed bed;

    @BeforeAll
    static void start() throws Exception {
        CarrierBed.Plan plan = CarrierBed.with(directory, 10)
                .overBothTransports()
                .node("admin.enabled", "true")
                .node("admin.port", "0")
                .each("answer-within", "500ms")
                .each("answer-timers", "2")
                .each("uncertain-wait", "0s")
                .simulator(config -> config.with("receipt-after", "0"));
        for (int transport = 0; transport < 2; transport++) {
            plan.of(transport, "uncertain", "resend")
                    .of(2 + transport, "uncertain", "hold")
                    .of(4 + transport, "uncertain", "never")
                    .of(6 + transport, "answer-timers", "1")
                    .of(6 + transport, "answer-within", "1s")
                    .of(8 + transport, "answer-timers", "100")
                    .of(8 + transport, "answer-within", "200ms");
        }
        bed = plan.start().bound();
        bed.audit.mayDouble(
                6,
                "at six of the SMSCs a message whose answer never comes is sent once more, two by a word of the operator");
    }

    @AfterAll
    static void stop() {
        bed.close();
    }

    private static TaskId send(int smsc, int number) throws Exception {
        OutboundSms message = CarrierBed.message(smsc, number);
        SendOutcome outcome = bed.middleWare()
                .send(List.of(message))
                .get(10, TimeUnit.SECONDS)
                .get(0);
        return ((SendOutcome.Acceptance) outcome).id();
    }

    private static List<Receipt> told(TaskId message) {
        synchronized (bed.receipts) {
            return bed.receipts.stream()
                    .filter(receipt -> receipt.message().equals(message))
                    .toList();
        }
    }

    private static void awaitState(TaskId message, MessageState state) {
        await().atMost(SOON)
                .untilAsserted(() ->
                        assertThat(told(message)).extracting(Receipt::state).containsExactly(state));
    }

    private static long binds(SimulatedPort port) {
        return port.report().sessions().total();
    }

    @Test
    @Tag("C20")
    void under_resend_it_goes_once_more_on_a_new_bind_and_is_marked() throws Exception {
        for (int smsc = 0; smsc < 2; smsc++) {
            SimulatedPort port = bed.port(smsc);
            port.silence(Silence.SUBMITS);
            TaskId message = send(smsc, 1);
            await().atMost(SOON).until(() -> port.report().submits().silenced() == 1);
            port.answerAgain();
            awaitState(message, MessageState.DELIVERED);
            assertThat(told(message).get(0).possibleDuplicate()).isTrue();
            assertThat(port.submits()).extracting(ReceivedSubmit::text).containsExactly("message 1", "message 1");
            assertThat(port.submits()).extracting(ReceivedSubmit::bind).containsExactly(1, 2);
        }
    }

    @Test
    @Tag("C20")
    void under_hold_it_is_sent_again_only_when_an_operator_says_so() throws Exception {
        for (int smsc = 2; smsc < 4; smsc++) {
            SimulatedPort port = bed.port(smsc);
            port.silence(Silence.SUBMITS);
            TaskId message = send(smsc, 1);
            await().atMost(SOON).until(() -> port.report().submits().silenced() == 1);
            port.answerAgain();
            await().atMost(SOON).until(() -> ask("GET", "/held").contains(message.toString()));
            TaskId after = send(smsc, 2);
            awaitState(after, MessageState.DELIVERED);
            assertThat(port.submits()).extracting(ReceivedSubmit::text).containsExactly("message 1", "message 2");
            assertThat(told(message)).isEmpty();
            ask("POST", "/held/" + message + "/resend");
            awaitState(message, MessageState.DELIVERED);
            assertThat(told(message).get(0).possibleDuplicate()).isTrue();
            assertThat(port.submits())
                    .extracting(ReceivedSubmit::text)
                    .containsExactly("message 1", "message 2", "message 1");
        }
    }

    private static String ask(String method, String path) throws Exception {
        String key = Files.readString(directory.resolve("journal/admin.key"));
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + bed.bridge.adminPort() + path))
                                .header("Authorization", "Bearer " + key.strip())
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .timeout(Duration.ofSeconds(10))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isLessThan(300);
        return answer.body();
    }

    @Test
    @Tag("C20")
    void under_never_it_ends_as_uncertain_and_no_second_one_is_seen() throws Exception {
        for (int smsc = 4; smsc < 6; smsc++) {
            SimulatedPort port = bed.port(smsc);
            port.silence(Silence.SUBMITS);
            TaskId message = send(smsc, 1);
            await().atMost(SOON).until(() -> port.report().submits().silenced() == 1);
            port.answerAgain();
            awaitState(message, MessageState.UNCERTAIN);
            TaskId after = send(smsc, 2);
            awaitState(after, MessageState.DELIVERED);
            assertThat(binds(port)).isEqualTo(2);
            assertThat(port.submits()).extracting(ReceivedSubmit::text).containsExactly("message 1", "message 2");
        }
    }

    /** While it still answers enquire_link. */
    @Test
    @Tag("C20")
    void with_one_timer_the_bind_is_made_anew_as_soon_as_one_answer_is_late() throws Exception {
        for (int smsc = 6; smsc < 8; smsc++) {
            SimulatedPort port = bed.port(smsc);
            port.silence(Silence.SUBMITS);
            TaskId message = send(smsc, 1);
            await().atMost(SOON).until(() -> port.report().submits().silenced() == 1);
            port.answerAgain();
            await().atMost(SOON).until(() -> binds(port) == 2);
            awaitState(message, MessageState.DELIVERED);
            List<ReceivedSubmit> seen = port.submits();
            assertThat(seen).extracting(ReceivedSubmit::bind).containsExactly(1, 2);
            assertThat(Duration.ofNanos(seen.get(1).nanos() - seen.get(0).nanos()))
                    .as("not before its time was over")
                    .isGreaterThanOrEqualTo(Duration.ofMillis(990));
        }
    }

    @Test
    @Tag("C20")
    @Tag("C18")
    void with_many_timers_it_waits_sends_nothing_meanwhile_and_takes_the_late_answer() throws Exception {
        Duration late = Duration.ofMillis(1500);
        Map<Integer, List<TaskId>> messages = Map.of(8, new ArrayList<>(), 9, new ArrayList<>());
        for (int smsc = 8; smsc < 10; smsc++) {
            bed.port(smsc).respondAfter(late);
            messages.get(smsc).add(send(smsc, 1));
        }
        for (int smsc = 8; smsc < 10; smsc++) {
            SimulatedPort port = bed.port(smsc);
            await().atMost(SOON).until(() -> port.report().sessions().enquireLinks() > 0);
            messages.get(smsc).add(send(smsc, 2));
        }
        for (int smsc = 8; smsc < 10; smsc++) {
            for (TaskId message : messages.get(smsc)) {
                awaitState(message, MessageState.DELIVERED);
                assertThat(told(message).get(0).possibleDuplicate()).isFalse();
            }
            List<ReceivedSubmit> seen = bed.port(smsc).submits();
            assertThat(seen).extracting(ReceivedSubmit::text).containsExactly("message 1", "message 2");
            assertThat(Duration.ofNanos(seen.get(1).nanos() - seen.get(0).nanos()))
                    .as("nothing goes on a bind whose answer is late")
                    .isGreaterThanOrEqualTo(late);
            assertThat(binds(bed.port(smsc))).isEqualTo(1);
        }
    }
}
