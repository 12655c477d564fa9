package io.smppbridge.dropin;

import io.smppbridge.http.Exchange;
import io.smppbridge.http.WrongKeys;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.EvenPasswords;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Whom a user name and a password belong to. A pair that has opened is remembered, for the address it came from, by a keyed digest, so that
 * it costs one SHA-256 from then on; a new one is hashed on a thread of its own, because that takes tens of milliseconds on purpose. Wrong ones are limited by
 * address, as API keys are; beyond that the right one is not looked at either, unless it has opened from there before. After a change of the
 * configuration that one is tried anew, also while its address is paused.
 */
@ThreadSafe
final class Logins implements AutoCloseable {
    private static final int WAITING = 256;
    private static final int REMEMBERED = 10_000;
    private static final int LONGEST = 256;

    /** What the look found. */
    enum Result {
        OPEN,
        WRONG,
        /** Too many wrong ones from there, or too many at once. */
        LATER
    }

    /** Told once, on the exchange's event loop. */
    interface Verdict {
        /** @param account empty unless open */
        void is(Result result, String account);
    }

    private record Known(String account, List<PasswordHash> hashes) {}

    /**
     * One state of the configuration.
     *
     * @param mostRounds what the costliest of its users costs
     * @param opened the pairs that have opened under it
     * @param former pairs that had opened before, and have not been tried since
     */
    private record Book(Map<String, Known> users, long mostRounds, Map<String, String> opened, Set<String> former) {}

    private final ExecutorService worker = NamedThreads.worker("dropin-logins", WAITING);
    private final WrongKeys wrong;
    private final byte[] secret = new byte[16];
    private final EvenPasswords passwords = new EvenPasswords();
    private volatile Book book = new Book(Map.of(), 0, Map.of(), Set.of());

    Logins(Collection<AccountConfig> accounts, Ticker ticker, SecureRandom random) {
        wrong = new WrongKeys(ticker);
        random.nextBytes(secret);
        replace(accounts);
    }

    /** Other accounts: what only the former ones opened is closed from now on. */
    void replace(Collection<AccountConfig> accounts) {
        Map<String, Known> users = new HashMap<>();
        for (AccountConfig account : accounts) {
            if (!account.dropIn().user().isEmpty()) {
                List<PasswordHash> hashes = account.dropIn().passwordHashes().stream()
                        .map(PasswordHash::parse)
                        .flatMap(Optional::stream)
                        .toList();
                users.put(account.dropIn().user(), new Known(account.name(), hashes));
            }
        }
        long most = users.values().stream()
                .mapToLong(user -> EvenPasswords.rounds(user.hashes()))
                .max()
                .orElse(0);
        Set<String> former = ConcurrentHashMap.newKeySet();
        Stream.concat(book.opened().keySet().stream(), book.former().stream())
                .limit(REMEMBERED)
                .forEach(former::add);
        book = new Book(users, most, new ConcurrentHashMap<>(), former);
    }

    void check(String user, String password, Exchange exchange, Verdict verdict) {
        check(user, password, exchange.peer(), exchange::run, verdict);
    }

    /** @param answers runs what is told later */
    void check(String user, String password, InetAddress peer, Consumer<Runnable> answers, Verdict verdict) {
        Book now = book;
        if (user.length() > LONGEST || password.length() > LONGEST) {
            verdict.is(Result.WRONG, "");
            return;
        }
        String digest = digest(peer, user, password);
        String account = now.opened().get(digest);
        if (account != null) {
            verdict.is(Result.OPEN, account);
            return;
        }
        if (isPaused(now, peer, digest)) {
            verdict.is(Result.LATER, "");
            return;
        }
        try {
            worker.execute(() -> decide(now, user, password, digest, peer, answers, verdict));
        } catch (RejectedExecutionException full) {
            verdict.is(Result.LATER, "");
        }
    }

    private boolean isPaused(Book now, InetAddress peer, String digest) {
        return !now.former().contains(digest) && wrong.pauseNanos(peer) > 0;
    }

    private void decide(
            Book now,
            String user,
            String password,
            String digest,
            InetAddress peer,
            Consumer<Runnable> answers,
            Verdict verdict) {
        String known = now.opened().get(digest);
        if (known != null) { // the same has been looked at while it waited
            answers.accept(() -> verdict.is(Result.OPEN, known));
            return;
        }
        if (isPaused(now, peer, digest)) { // others from there have been wrong while it waited
            answers.accept(() -> verdict.is(Result.LATER, ""));
            return;
        }
        Optional<String> account = accountOf(now, user, password);
        if (account.isPresent() && now.opened().size() < REMEMBERED) {
            now.opened().put(digest, account.get());
        }
        now.former().remove(digest);
        answers.accept(() -> {
            if (account.isPresent()) {
                verdict.is(Result.OPEN, account.get());
            } else {
                wrong.count(peer);
                verdict.is(Result.WRONG, "");
            }
        });
    }

    /** Takes as long whether there is such a user or not. */
    Optional<String> accountOf(String user, String password) {
        return accountOf(book, user, password);
    }

    private Optional<String> accountOf(Book now, String user, String password) {
        Optional<Known> known = Optional.ofNullable(now.users().get(user));
        List<PasswordHash> hashes = known.map(Known::hashes).orElse(List.of());
        boolean good = passwords.matches(password, hashes, now.mostRounds());
        return good ? known.map(Known::account) : Optional.empty();
    }

    /** Rounds of hashing so far. */
    long worked() {
        return passwords.worked();
    }

    private String digest(InetAddress peer, String user, String password) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(secret);
            sha.update(peer.getAddress());
            sha.update((byte) 0);
            sha.update(user.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) 0);
            return HexFormat.of().formatHex(sha.digest(password.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this JDK", e);
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
    }
}
