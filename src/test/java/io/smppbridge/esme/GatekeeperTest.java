package io.smppbridge.esme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.settings.EvenPasswords;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("S-23")
@Timeout(60)
@Tag("hot")
class GatekeeperTest {
    private final AtomicLong nanos = new AtomicLong();

    @TempDir
    Path directory;

    private EsmeBed bed;
    private Accounts accounts;
    private Gatekeeper gatekeeper;

    @BeforeEach
    void open() throws IOException {
        bed = EsmeBed.with(directory, List.of("other"));
        accounts = new Accounts(bed.surroundings, Durability.FORCED);
        String second = PasswordHash.create("second", new Random(1)).toString();
        accounts.apply(bed.config(
                        List.of("one", "far"),
                        "account.two.esme.system-id = two",
                        "account.two.esme.password-hash = " + EsmeBed.HASH + "," + second,
                        "account.far.esme.addresses = 192.0.2.0/24")
                .accounts()
                .values());
        gatekeeper = new Gatekeeper(accounts, nanos::get, new Random(7));
    }

    @AfterEach
    void close() {
        gatekeeper.close();
        bed.close();
    }

    @Test
    void an_unknown_name_costs_as_many_rounds_as_a_name_with_one_password_or_two_right_or_wrong() throws Exception {
        long most = 100_001;
        assertThat(rounds("nobody", "wrong", Status.RBINDFAIL)).isEqualTo(most);
        assertThat(rounds("one", "wrong", Status.RBINDFAIL)).isEqualTo(most);
        assertThat(rounds("two", "wrong", Status.RBINDFAIL)).isEqualTo(most);
        assertThat(rounds("far", "wrong", Status.RBINDFAIL)).isEqualTo(most);
        assertThat(rounds("far", "secret", Status.RBINDFAIL)).isEqualTo(most);
        assertThat(rounds("one", "secret", Status.ROK)).isEqualTo(most);
        assertThat(rounds("two", "secret", Status.ROK)).isEqualTo(most);
        assertThat(rounds("two", "second", Status.ROK)).isEqualTo(most);
    }

    @Test
    void a_lock_holds_for_a_quarter_of_an_hour_and_then_ends() throws Exception {
        lock("one", "127.0.0.1");
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        turn(Duration.ofMinutes(15));
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        turn(Duration.ofNanos(1));
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
    }

    @Test
    void a_lock_keeps_neither_another_address_nor_another_name_nor_who_has_bound_before_out() throws Exception {
        assertThat(bind("127.0.0.1", "two", "secret")).isEqualTo(Status.ROK);
        lock("one", "127.0.0.1");
        lock("two", "127.0.0.1");
        assertThat(bind("127.0.0.2", "one", "secret")).isEqualTo(Status.ROK);
        assertThat(bind("127.0.0.1", "two", "secret")).isEqualTo(Status.ROK);
        assertThat(bind("127.0.0.1", "two", "second"))
                .as("a password that has not opened yet")
                .isEqualTo(Status.RBINDFAIL);
    }

    @Test
    void who_has_bound_before_is_kept_out_by_no_lock_after_a_reload_either() throws Exception {
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        lock("one", "127.0.0.1");
        gatekeeper.forget();
        gatekeeper.forget();
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
    }

    @Test
    void a_former_password_is_looked_at_once_after_a_reload_and_then_locked_as_any_other() throws Exception {
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        lock("one", "127.0.0.1");
        String now = PasswordHash.create("another", new Random(2)).toString();
        accounts.apply(
                bed.config(List.of(), "account.one.esme.system-id = one", "account.one.esme.password-hash = " + now)
                        .accounts()
                        .values());
        gatekeeper.forget();
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        long before = gatekeeper.worked();
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        assertThat(gatekeeper.worked()).as("it is not looked at").isEqualTo(before);
    }

    @Test
    void an_esme_that_has_tried_while_its_account_was_gone_binds_when_it_is_back() throws Exception {
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        accounts.apply(List.of());
        gatekeeper.forget();
        lock("one", "127.0.0.1", "secret");
        accounts.apply(bed.config(List.of("one")).accounts().values());
        gatekeeper.forget();
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
    }

    @Test
    void a_name_that_nobody_has_is_locked_as_any_other() throws Exception {
        for (String name : List.of("nobody", "one")) {
            lock(name, "127.0.0.1");
            long before = gatekeeper.worked();
            assertThat(bind("127.0.0.1", name, "wrong")).isEqualTo(Status.RBINDFAIL);
            assertThat(gatekeeper.worked()).as("%s is not looked at", name).isEqualTo(before);
        }
    }

    @Test
    void a_locked_address_learns_nothing_of_a_password_that_has_opened_from_another_one() throws Exception {
        assertThat(bind("127.0.0.2", "one", "secret")).isEqualTo(Status.ROK);
        lock("one", "127.0.0.1");
        long before = gatekeeper.worked();
        assertThat(bind("127.0.0.1", "one", "guess")).isEqualTo(Status.RBINDFAIL);
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        assertThat(bind("127.0.0.2", "one", "secret"))
                .as("who has opened before, from there")
                .isEqualTo(Status.ROK);
        assertThat(gatekeeper.worked()).as("no password is looked at").isEqualTo(before);
    }

    @Test
    void an_address_of_ipv6_is_its_network_to_a_lock_and_to_what_has_opened() throws Exception {
        assertThat(bind("2001:db8::1", "one", "secret")).isEqualTo(Status.ROK);
        lock("one", "2001:db8::2");
        lock("one", "2001:db8:0:1::2");
        assertThat(bind("2001:db8::3", "one", "secret")).isEqualTo(Status.ROK);
        assertThat(bind("2001:db8:0:1::1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
    }

    @Test
    void five_different_passwords_in_a_lock_keep_out_what_has_opened_from_there_and_the_same_one_does_not()
            throws Exception {
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        assertThat(bind("127.0.0.2", "one", "secret")).isEqualTo(Status.ROK);
        lock("one", "127.0.0.1");
        for (int i = 0; i < 100; i++) {
            assertThat(bind("127.0.0.1", "one", "former")).isEqualTo(Status.RBINDFAIL);
        }
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        for (int i = 1; i < WrongBinds.EACH; i++) {
            assertThat(bind("127.0.0.1", "one", "guess" + i)).isEqualTo(Status.RBINDFAIL);
        }
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        assertThat(bind("127.0.0.2", "one", "secret")).isEqualTo(Status.ROK);
        turn(Duration.ofMinutes(15).plusNanos(1));
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
    }

    @Test
    void a_locked_address_ends_what_has_opened_after_twenty_guesses_of_any_name() throws Exception {
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        for (int i = 0; i < WrongBinds.ALL; i++) {
            assertThat(bind("127.0.0.1", "name" + i, "wrong")).isEqualTo(Status.RBINDFAIL);
        }
        for (int i = 0; i < WrongBinds.ALL; i++) {
            assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
            assertThat(bind("127.0.0.1", "one", "guess" + i)).isEqualTo(Status.RBINDFAIL);
        }
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
    }

    @Test
    void guesses_that_come_all_at_once_are_looked_at_no_more_often_than_one_by_one() throws Exception {
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(asked("127.0.0.1", "one", "guess" + i));
        }
        for (CompletableFuture<Integer> one : all) {
            assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo(Status.RBINDFAIL);
        }
        assertThat(gatekeeper.worked()).isEqualTo(100_001L * WrongBinds.EACH);
    }

    @Test
    void a_crowd_with_one_password_that_comes_back_at_once_is_let_in_by_one_look_at_it() throws Exception {
        List<CompletableFuture<Integer>> crowd = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            crowd.add(asked("127.0.0.1", "one", "secret"));
        }
        assertThat(bind("127.0.0.1", "two", "secret")).as("another beside it").isEqualTo(Status.ROK);
        for (CompletableFuture<Integer> one : crowd) {
            assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo(Status.ROK);
        }
        assertThat(gatekeeper.worked()).isEqualTo(2 * 100_001L);
    }

    @Test
    void what_has_opened_from_one_address_opens_from_others_that_are_allowed_and_not_locked_without_another_look()
            throws Exception {
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        lock("one", "10.0.0.1");
        long before = gatekeeper.worked();
        for (int i = 2; i < 250; i++) {
            assertThat(bind("10.0.0." + i, "one", "secret")).isEqualTo(Status.ROK);
        }
        assertThat(bind("10.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        assertThat(gatekeeper.worked()).isEqualTo(before);
        lock("one", "10.0.0.2");
        assertThat(bind("10.0.0.2", "one", "secret"))
                .as("it has opened from there")
                .isEqualTo(Status.ROK);
        gatekeeper.forget();
        before = gatekeeper.worked();
        assertThat(bind("10.0.1.1", "one", "secret")).isEqualTo(Status.ROK);
        assertThat(gatekeeper.worked()).as("a reload may have changed it").isEqualTo(before + 100_001);
    }

    @Test
    void a_password_that_has_opened_costs_as_much_as_another_from_an_address_that_is_not_allowed() throws Exception {
        assertThat(bind("192.0.2.1", "far", "secret")).isEqualTo(Status.ROK);
        assertThat(rounds("far", "secret", Status.RBINDFAIL)).isEqualTo(100_001);
        assertThat(rounds("far", "wrong", Status.RBINDFAIL)).isEqualTo(100_001);
    }

    @Test
    void who_finds_that_too_many_passwords_wait_is_told_so_each_time_it_asks() throws Exception {
        CompletableFuture<Void> on = new CompletableFuture<>();
        gatekeeper.check(
                InetAddress.getByName("127.0.0.1"),
                new BindRequest("one", "secret", "", 0x34, ""),
                (answer, why, account) -> on.join());
        for (int i = 0; i < 1_001; i++) { // one of them may be refused: the first has begun, or not yet
            asked("10.0." + i / 250 + "." + i % 250, "one", "secret");
        }
        assertThat(bind("127.0.0.3", "one", "secret")).isEqualTo(Status.RSYSERR);
        assertThat(bind("127.0.0.3", "one", "secret")).isEqualTo(Status.RSYSERR);
        gatekeeper.close();
        on.complete(null);
    }

    /** Else its ESME, which asks again and again, would have the one thread to itself. */
    @Test
    void what_has_opened_is_locked_as_any_other_once_its_account_has_gone() throws Exception {
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.ROK);
        accounts.apply(bed.config(List.of("far")).accounts().values());
        gatekeeper.forget();
        long before = gatekeeper.worked();
        for (int i = 0; i < 50; i++) {
            assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        }
        long each = EvenPasswords.rounds(accounts.find("far").orElseThrow().passwords());
        assertThat(gatekeeper.worked() - before).as("it is locked as any other").isEqualTo(each * WrongBinds.EACH);
    }

    @Test
    void a_former_password_that_has_waited_while_its_account_went_and_came_back_opens_nothing() throws Exception {
        CompletableFuture<Void> on = heldUp();
        CompletableFuture<Integer> waits = asked("127.0.0.1", "one", "secret");
        accounts.apply(List.of());
        gatekeeper.forget();
        String now = PasswordHash.create("another", new Random(2)).toString();
        accounts.apply(
                bed.config(List.of(), "account.one.esme.system-id = one", "account.one.esme.password-hash = " + now)
                        .accounts()
                        .values());
        gatekeeper.forget();
        on.complete(null);
        int waited = waits.get(30, TimeUnit.SECONDS);
        assertThat(bind("127.0.0.2", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        assertThat(bind("127.0.0.1", "one", "secret")).isEqualTo(Status.RBINDFAIL);
        assertThat(waited).isEqualTo(Status.RBINDFAIL);
        assertThat(bind("127.0.0.3", "one", "another")).isEqualTo(Status.ROK);
    }

    /** Who has gone meanwhile waits like the others: without a bound a stranger that comes and goes would fill the memory. */
    @Test
    void so_many_may_wait_and_no_more_however_alike_they_are() throws Exception {
        CompletableFuture<Void> on = heldUp();
        List<CompletableFuture<Integer>> crowd = new ArrayList<>();
        for (int i = 0; i < Alike.MOST; i++) {
            crowd.add(asked("127.0.0.1", "one", "secret"));
        }
        assertThat(asked("127.0.0.1", "one", "secret")).isCompletedWithValue(Status.RSYSERR);
        assertThat(asked("127.0.0.2", "two", "secret")).isCompletedWithValue(Status.RSYSERR);
        on.complete(null);
        for (CompletableFuture<Integer> one : crowd) {
            assertThat(one.get(30, TimeUnit.SECONDS)).isEqualTo(Status.ROK);
        }
        assertThat(bind("127.0.0.2", "two", "secret")).isEqualTo(Status.ROK);
    }

    @Test
    void those_alike_have_another_turn_after_one_that_ended_in_an_error() throws Exception {
        CompletableFuture<Void> thrown = new CompletableFuture<>();
        gatekeeper.check(
                InetAddress.getByName("127.0.0.1"),
                new BindRequest("one", "secret", "", 0x34, ""),
                (answer, why, account) -> {
                    thrown.complete(null);
                    throw new StackOverflowError("of a test");
                });
        thrown.get(30, TimeUnit.SECONDS);
        gatekeeper.forget(); // what has opened is not looked at
        // RSYSERR for as long as that turn ends.
        await().atMost(30, TimeUnit.SECONDS).until(() -> bind("127.0.0.1", "one", "secret") == Status.ROK);
    }

    /** The thread that checks is in the middle of a bind until what is returned is complete. */
    private CompletableFuture<Void> heldUp() throws Exception {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        CompletableFuture<Void> on = new CompletableFuture<>();
        gatekeeper.check(
                InetAddress.getByName("127.0.0.9"),
                new BindRequest("two", "second", "", 0x34, ""),
                (answer, why, account) -> {
                    begun.complete(null);
                    on.join();
                });
        begun.get(30, TimeUnit.SECONDS);
        return on;
    }

    private void lock(String name, String address) throws Exception {
        lock(name, address, "wrong");
    }

    private void lock(String name, String address, String password) throws Exception {
        for (int i = 0; i < WrongBinds.EACH; i++) {
            assertThat(bind(address, name, password)).isEqualTo(Status.RBINDFAIL);
        }
    }

    private void turn(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    private long rounds(String name, String password, int expected) throws Exception {
        long before = gatekeeper.worked();
        assertThat(bind("127.0.0.1", name, password))
                .as("%s %s", name, password)
                .isEqualTo(expected);
        turn(Duration.ofMinutes(16)); // No lock comes between.
        return gatekeeper.worked() - before;
    }

    private int bind(String address, String name, String password) throws Exception {
        return asked(address, name, password).get(30, TimeUnit.SECONDS);
    }

    private CompletableFuture<Integer> asked(String address, String name, String password) throws Exception {
        CompletableFuture<Integer> status = new CompletableFuture<>();
        gatekeeper.check(
                InetAddress.getByName(address),
                new BindRequest(name, password, "", 0x34, ""),
                (answer, why, account) -> status.complete(answer));
        return status;
    }
}
