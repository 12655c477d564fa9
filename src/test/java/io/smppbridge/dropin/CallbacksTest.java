package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.smppbridge.Address;
import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.TaskId;
import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.QuickPassword;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An account with a host that answers, and one at which nobody listens, or nobody answers. */
class CallbacksTest {
    @TempDir
    Path directory;

    private final CallbackClient client = new CallbackClient();
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final AtomicInteger calls = new AtomicInteger();
    private HttpServer platform;
    private ServerSocket silent;
    private int status = 200;

    @BeforeEach
    void listen() throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        platform = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
        platform.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        platform.start();
        silent = new ServerSocket(0, 50, loopback);
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        platform.stop(0);
        silent.close();
    }

    private String works() {
        return "127.0.0.1:" + platform.getAddress().getPort();
    }

    private String hangs() {
        return "127.0.0.1:" + silent.getLocalPort();
    }

    private String gone() throws IOException {
        silent.close();
        return hangs();
    }

    private Callbacks to(String... hosts) throws IOException {
        return by(client, hosts);
    }

    private Callbacks by(CallbackClient caller, String... hosts) throws IOException {
        Path file = Files.write(
                directory.resolve("bridge.properties"),
                List.of(
                        "smsc.a.host = 127.0.0.1",
                        "smsc.a.system-id = a",
                        "smsc.a.password = a",
                        "smsc.a.rate = 1",
                        "account.shop.dropin.user = shop",
                        "account.shop.dropin.password-hash = " + QuickPassword.hash("secret"),
                        "account.shop.dropin.callback-hosts = " + String.join(", ", hosts)));
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        assertThat(outcome).isInstanceOf(LoadOutcome.Loaded.class);
        AccountConfig account =
                ((LoadOutcome.Loaded) outcome).config().accounts().get("shop");
        return new Callbacks(caller, account, Duration.ofMinutes(1), 16);
    }

    private Outlet.Attempt call(Callbacks callbacks, String host) {
        return callUrl(callbacks, "http://" + host + "/dlr?%d");
    }

    private Outlet.Attempt callUrl(Callbacks callbacks, String url) {
        Callback callback = new Callback(Callback.Kind.KANNEL, url, 31, false);
        Receipt receipt = new Receipt(
                new TaskId(1),
                new TaskId(2),
                "",
                MessageState.DELIVERED,
                "telia",
                Address.of("Acme"),
                Address.of("+46701234567"),
                1,
                "",
                false,
                Instant.EPOCH,
                Instant.EPOCH,
                new CarrierReport("DELIVRD", "", -1, Instant.EPOCH, Instant.EPOCH),
                List.of(),
                Optional.empty(),
                callback.tags());
        return callbacks.deliver(new Event.State(receipt), new Outlet.Said() {
            @Override
            public void taken() {
                said.add("taken");
            }

            @Override
            public void takenQuietly() {
                said.add("taken");
            }

            @Override
            public void refused(String why) {
                said.add("refused");
            }

            @Override
            public void busy(String why, long pauseMs) {
                said.add("busy");
            }

            @Override
            public void away(String why) {
                said.add("away");
            }

            @Override
            public void full(String why) {
                said.add("full");
            }

            @Override
            public void returned() {
                said.add("returned");
            }
        });
    }

    private String comesTo(Callbacks callbacks, String host) throws InterruptedException {
        call(callbacks, host);
        return said.poll(30, TimeUnit.SECONDS);
    }

    @Test
    @Tag("C91")
    void a_host_that_fails_keeps_no_other_of_its_account_waiting() throws Exception {
        String gone = gone();
        Callbacks callbacks = to(works(), gone);
        for (int i = 0; i < 5; i++) {
            assertThat(comesTo(callbacks, gone)).isEqualTo("away");
            assertThat(comesTo(callbacks, works())).isEqualTo("taken");
        }
    }

    @Test
    @Tag("C91")
    void an_only_host_that_fails_is_left_alone() throws Exception {
        String gone = gone();
        assertThat(comesTo(to(gone), gone)).isEqualTo("busy");
    }

    @Test
    @Tag("C90")
    void what_one_of_several_answers_to_one_message_counts_against_that_until_it_answers_all_so() throws Exception {
        Callbacks callbacks = to(works(), hangs());
        status = 503;
        assertThat(comesTo(callbacks, works())).isEqualTo("refused");
        status = 200;
        assertThat(comesTo(callbacks, works())).isEqualTo("taken");
        status = 503;
        assertThat(comesTo(callbacks, works())).isEqualTo("refused");
        assertThat(comesTo(callbacks, works())).isEqualTo("refused");
        assertThat(comesTo(callbacks, works())).isEqualTo("away");
        status = 400;
        assertThat(comesTo(callbacks, works())).isEqualTo("refused");
        status = 503;
        assertThat(comesTo(callbacks, works())).isEqualTo("refused");
    }

    /** Such a one may come at another time; what it says of the message alone does not. */
    @ParameterizedTest
    @CsvSource({
        "200, taken",
        "299, taken",
        "302, busy",
        "400, refused",
        "404, busy",
        "429, busy",
        "499, refused",
        "500, busy",
        "599, busy"
    })
    @Tag("C90")
    void what_an_only_host_answers_speaks_of_the_message_or_of_the_place(int answer, String verdict) throws Exception {
        status = answer;
        assertThat(comesTo(to(works()), works())).isEqualTo(verdict);
    }

    @Test
    @Tag("C90")
    void a_port_that_there_is_not_is_the_messages_fault_and_takes_no_place() throws Exception {
        Callbacks callbacks = to("127.0.0.1");
        for (int i = 0; i < 16; i++) {
            callUrl(callbacks, "http://127.0.0.1:99999/dlr?%d");
            assertThat(said.poll(10, TimeUnit.SECONDS)).isEqualTo("refused");
        }
        assertThat(callbacks.room()).isEqualTo(16);
        assertThat(comesTo(callbacks, works())).isEqualTo("taken");
    }

    @Test
    @Tag("C90")
    void a_url_that_its_escapes_make_longer_than_a_message_may_bring_is_called() throws Exception {
        String url = "http://" + works() + "/dlr?%A&";
        callUrl(to("127.0.0.1"), url + "x".repeat(Callback.LONGEST - url.length()));
        assertThat(said.poll(10, TimeUnit.SECONDS)).isEqualTo("taken");
    }

    @Test
    @Tag("C90")
    void a_call_that_cannot_even_begin_is_told_as_failed() throws Exception {
        CallbackClient.Call impossible = new CallbackClient.Call(URI.create("http://127.0.0.1:99999/dlr"), "");
        client.call(client.turns("127.0.0.1"), impossible, Duration.ofMinutes(1), new CallbackClient.End() {
            @Override
            public void answered(CallbackClient.Answer answer) {
                said.add("answered");
            }

            @Override
            public void failed(String why) {
                said.add(why);
            }
        });
        assertThat(said.poll(10, TimeUnit.SECONDS)).isEqualTo("the callback failed");
    }

    @Test
    @Tag("C91")
    void while_a_host_fails_one_call_at_a_time_tries_it() {
        CallbackHost host = new CallbackHost("app.example.com", "shop", Runnable::run);
        assertThat(host.enter()).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(host.enter()).isTrue();
            host.failed("HTTP 503");
            host.left();
        }
        assertThat(host.enter()).isFalse();
        host.left();
        assertThat(host.enter()).isTrue();
        assertThat(host.enter()).isFalse();
        host.lives();
        assertThat(host.enter()).isTrue();
    }

    @Test
    void a_call_that_was_given_up_while_names_were_looked_up_is_not_made_any_more() throws Exception {
        CountDownLatch lookedUp = new CountDownLatch(1);
        ExecutorService starters = Executors.newSingleThreadExecutor();
        starters.execute(() -> {
            try {
                lookedUp.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        CallbackClient slow = new CallbackClient(starters, SystemDefaultDnsResolver.INSTANCE);
        CallbackClient.End end = new CallbackClient.End() {
            @Override
            public void answered(CallbackClient.Answer answer) {
                said.add("answered");
            }

            @Override
            public void failed(String why) {
                said.add(why);
            }
        };
        try {
            CallbackClient.Call call = new CallbackClient.Call(URI.create("http://" + works() + "/dlr"), "");
            slow.call(slow.turns("127.0.0.1"), call, Duration.ofMinutes(1), end).run();
            slow.call(slow.turns("127.0.0.1"), call, Duration.ofMinutes(1), end);
            lookedUp.countDown();
            assertThat(said.poll(10, TimeUnit.SECONDS)).isEqualTo("answered");
            assertThat(calls.get()).isEqualTo(1);
        } finally {
            slow.close();
        }
    }

    /** Its name server does not answer. */
    private static InetAddress[] lookUp(String host, CountDownLatch answers) throws UnknownHostException {
        if (host.equals("dead.example")) {
            try {
                answers.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(host);
        }
        return InetAddress.getAllByName(host);
    }

    private static CallbackClient withDeadNameServer(CountDownLatch answers) {
        return new CallbackClient(Executors.newFixedThreadPool(2), new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) throws UnknownHostException {
                return lookUp(host, answers);
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        });
    }

    @Test
    void a_name_server_that_does_not_answer_keeps_no_other_host_waiting() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        try (CallbackClient slow = withDeadNameServer(answers)) {
            Callbacks theirs = by(slow, "dead.example");
            for (int i = 0; i < 3; i++) {
                call(theirs, "dead.example");
            }
            assertThat(comesTo(by(slow, works()), works())).isEqualTo("taken");
            answers.countDown();
            for (int i = 0; i < 3; i++) {
                assertThat(said.poll(30, TimeUnit.SECONDS)).isEqualTo("busy");
            }
        }
    }

    @Test
    void it_keeps_nobody_waiting_either_where_several_accounts_name_that_host() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        try (CallbackClient slow = withDeadNameServer(answers)) {
            for (int i = 0; i < 3; i++) {
                Callbacks ofAnotherAccount = by(slow, "dead.example:" + (81 + i), works());
                call(ofAnotherAccount, "dead.example:" + (81 + i));
            }
            assertThat(comesTo(by(slow, works()), works())).isEqualTo("taken");
            answers.countDown();
            for (int i = 0; i < 3; i++) {
                assertThat(said.poll(30, TimeUnit.SECONDS)).isEqualTo("away");
            }
        }
    }

    /** What gives it up is the net of the hand-back, below the client's own deadline, which a look-up or a connection may outlast. */
    @Test
    void a_host_whose_calls_are_given_up_is_tried_by_one_at_a_time() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        try (CallbackClient slow = withDeadNameServer(answers)) {
            Callbacks callbacks = by(slow, works(), "dead.example");
            for (int i = 0; i < 3; i++) {
                call(callbacks, "dead.example").end();
            }
            call(callbacks, "dead.example");
            assertThat(comesTo(callbacks, "dead.example")).isEqualTo("away");
            assertThat(comesTo(callbacks, works())).isEqualTo("taken");
            answers.countDown();
        }
    }

    @Test
    void as_many_are_under_way_as_the_setting_says() throws Exception {
        Callbacks callbacks = to(hangs());
        for (int i = 0; i < 15; i++) {
            call(callbacks, hangs());
            assertThat(callbacks.room()).isEqualTo(16);
        }
        Outlet.Attempt last = call(callbacks, hangs());
        assertThat(callbacks.room()).isZero();
        last.end();
        assertThat(callbacks.room()).isEqualTo(16);
    }
}
