package io.smppbridge.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.settings.LoadOutcome;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.threads.Ticker;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("hot")
class LoginsTest {
    private final SecureRandom random = new SecureRandom();

    @Test
    @Tag("S-23")
    void an_unknown_user_costs_as_many_rounds_as_one_with_two_passwords_right_or_wrong(@TempDir Path directory)
            throws Exception {
        try (Logins logins = new Logins(accounts(directory).accounts().values(), Ticker.SYSTEM, random)) {
            for (List<String> tried : List.of(
                    List.of("nobody", "first", ""),
                    List.of("single", "first", "one"),
                    List.of("single", "wrong", ""),
                    List.of("double", "first", "two"),
                    List.of("double", "second", "two"),
                    List.of("double", "wrong", ""))) {
                long before = logins.worked();
                assertThat(logins.accountOf(tried.get(0), tried.get(1)).orElse(""))
                        .isEqualTo(tried.get(2));
                assertThat(logins.worked() - before).as("%s", tried).isEqualTo(200_000);
            }
        }
    }

    @Test
    @Tag("S-23")
    void who_has_opened_opens_after_a_reload_too_though_others_guess_from_the_same_address(@TempDir Path directory)
            throws Exception {
        InetAddress here = InetAddress.getByName("192.0.2.7");
        BridgeConfig config = accounts(directory);
        try (Logins logins = new Logins(config.accounts().values(), () -> 1_000, random)) {
            assertThat(result(logins, "single", "first", here)).isEqualTo(Logins.Result.OPEN);
            for (int i = 0; i < 10; i++) {
                assertThat(result(logins, "single", "guess " + i, here)).isEqualTo(Logins.Result.WRONG);
            }
            assertThat(result(logins, "double", "first", here)).isEqualTo(Logins.Result.LATER);
            for (int reload = 0; reload < 2; reload++) {
                logins.replace(config.accounts().values());
                logins.replace(config.accounts().values());
                assertThat(result(logins, "double", "first", here)).isEqualTo(Logins.Result.LATER);
                assertThat(result(logins, "single", "first", here)).isEqualTo(Logins.Result.OPEN);
            }
            logins.replace(List.of());
            assertThat(result(logins, "single", "first", here)).isEqualTo(Logins.Result.WRONG);
            assertThat(result(logins, "single", "first", here)).isEqualTo(Logins.Result.LATER);
        }
    }

    private static Logins.Result result(Logins logins, String user, String password, InetAddress peer)
            throws Exception {
        CompletableFuture<Logins.Result> told = new CompletableFuture<>();
        logins.check(user, password, peer, Runnable::run, (result, account) -> told.complete(result));
        return told.get(20, TimeUnit.SECONDS);
    }

    private BridgeConfig accounts(Path directory) throws Exception {
        String first = PasswordHash.create("first", random).toString();
        String second = PasswordHash.create("second", random).toString();
        Path file = Files.write(
                directory.resolve("bridge.properties"),
                List.of(
                        "smsc.a.host = 127.0.0.1",
                        "smsc.a.system-id = a",
                        "smsc.a.password = a",
                        "smsc.a.rate = 1",
                        "account.one.dropin.user = single",
                        "account.one.dropin.password-hash = " + first,
                        "account.two.dropin.user = double",
                        "account.two.dropin.password-hash = " + first + "," + second));
        LoadOutcome outcome = BridgeConfig.load(file, Map.of(), Map.of());
        if (outcome instanceof LoadOutcome.Faulty faulty) {
            throw new AssertionError(faulty.faults());
        }
        return ((LoadOutcome.Loaded) outcome).config();
    }
}
