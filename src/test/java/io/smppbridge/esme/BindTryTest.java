package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.ThreadsSince;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.threads.Ticker;
import io.smppbridge.wire.Status;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BindTryTest {
    private final ThreadsSince since = ThreadsSince.now();

    @TempDir
    Path directory;

    private final CompletableFuture<Void> halfway = new CompletableFuture<>();
    private final CompletableFuture<Void> goesOn = new CompletableFuture<>();
    private Accounts accounts;

    /** Once they are, who holds a place is ended with the others of its account. */
    @Test
    void a_bind_that_is_admitted_while_other_terms_are_taken_over_leaves_no_place_taken() throws Exception {
        EventLoopGroup group = EventLoops.group("try", 1);
        try (EsmeBed bed = EsmeBed.with(directory, List.of("other"));
                Gatekeeper gatekeeper = gatekeeper(bed)) {
            Account account = accounts.find("one").orElseThrow();
            Listening listening = listening(bed, group, gatekeeper);
            Map<String, AccountConfig> others = config(bed, "two", "b").accounts();
            CompletableFuture<List<Account>> reload;
            try (RawPeer peer = new RawPeer(listening.port())) {
                synchronized (account) {
                    peer.write(RawPeer.bind(RawPeer.TRX, "one", "secret", 1));
                    await().until(() -> since.running("try-").stream()
                            .anyMatch(thread -> thread.getState() == Thread.State.BLOCKED));
                    reload = CompletableFuture.supplyAsync(
                            () -> accounts.apply(List.of(others.get("a"), others.get("b"))));
                    halfway.get(30, TimeUnit.SECONDS);
                }
                int status = peer.read().status();
                goesOn.complete(null);
                assertThat(reload.get(30, TimeUnit.SECONDS)).containsExactly(account);
                assertThat(account.sessions()).hasSize(status == Status.ROK ? 1 : 0);
            }
            await().untilAsserted(() -> assertThat(account.sessions()).isEmpty());
            listening.close();
        } finally {
            goesOn.complete(null);
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private Gatekeeper gatekeeper(EsmeBed bed) throws IOException {
        EsmeServer.Surroundings with = bed.surroundings;
        accounts = new Accounts(
                new EsmeServer.Surroundings(
                        with.door(),
                        with.handback(),
                        with.stats(),
                        with.clock(),
                        with.ticker(),
                        link -> {
                            if (link.endsWith("b")) {
                                halfway.complete(null);
                                goesOn.join();
                            }
                            return with.pduTaps().apply(link);
                        },
                        with.random()),
                Durability.FORCED);
        accounts.apply(config(bed, "one").accounts().values());
        return new Gatekeeper(accounts, Ticker.SYSTEM, new Random(7));
    }

    private static BridgeConfig config(EsmeBed bed, String systemId, String... others) throws IOException {
        return bed.config(
                List.of(others),
                "account.a.esme.system-id = " + systemId,
                "account.a.esme.password-hash = " + EsmeBed.HASH);
    }

    private Listening listening(EsmeBed bed, EventLoopGroup group, Gatekeeper gatekeeper) throws IOException {
        Map<EventLoop, Loop> loops = new IdentityHashMap<>();
        group.forEach(one -> loops.put((EventLoop) one, new Loop((EventLoop) one, Ticker.SYSTEM)));
        SubmitReader reader = new SubmitReader(InstantSource.system());
        return Listening.open(
                config(bed, "one").esme().listeners().get("e"),
                new Listening.Shared(group, loops, gatekeeper, accounts, reader, () -> "M", bed.stats));
    }
}
