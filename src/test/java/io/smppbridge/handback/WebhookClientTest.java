package io.smppbridge.handback;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request whose lane does not give it up. */
@Timeout(60)
class WebhookClientTest {
    @Test
    void that_no_answer_came_is_told_in_the_same_words_where_the_client_is_first_to_give_up() throws Exception {
        WebhookClient client = new WebhookClient();
        InetAddress here = InetAddress.getByName("127.0.0.1");
        try (ServerSocket silent = new ServerSocket(0, 10, here)) {
            client.start();
            BlockingQueue<HandOver.Answer> answers = new LinkedBlockingQueue<>();
            HttpHost target = new HttpHost("http", here, silent.getLocalPort());
            client.post(
                    new WebhookClient.Post(target, "/", "1", 0, "", new byte[] {'{', '}'}),
                    Duration.ofMillis(200),
                    answers::add);
            assertThat(answers.poll(40, TimeUnit.SECONDS))
                    .isEqualTo(new HandOver.Answer.Failed("no answer within 200 ms", true, 0));
        } finally {
            client.end();
        }
    }

    @Test
    @Tag("C90")
    void what_is_given_up_without_a_connection_was_seen_by_nobody_and_what_had_one_may_have_been() throws Exception {
        WebhookClient client = new WebhookClient();
        InetAddress here = InetAddress.getByName("127.0.0.1");
        try (Unreachable nowhere = new Unreachable("127.0.0.1", 0);
                ServerSocket silent = new ServerSocket(0, 10, here)) {
            client.start();
            assertThat(begin(client, here, nowhere.port()).giveUp())
                    .isEqualTo(new HandOver.Answer.Failed("no connection within 10000 ms", false, 0));

            HandOver.Sending begun = begin(client, here, silent.getLocalPort());
            try (Socket connection = silent.accept()) {
                assertThat(connection.getInputStream().read()).isEqualTo('P'); // of POST
                assertThat(begun.giveUp()).isEqualTo(new HandOver.Answer.Failed("no answer within 60000 ms", true, 0));
            }
        } finally {
            client.end();
        }
    }

    private static HandOver.Sending begin(WebhookClient client, InetAddress address, int port) {
        HttpHost target = new HttpHost("http", address, port);
        return client.post(
                new WebhookClient.Post(target, "/", "1", 0, "", new byte[] {'{', '}'}),
                Duration.ofMinutes(1),
                answer -> {});
    }
}
