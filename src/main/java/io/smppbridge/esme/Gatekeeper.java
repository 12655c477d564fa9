package io.smppbridge.esme;

import io.smppbridge.settings.EvenPasswords;
import io.smppbridge.settings.PasswordHash;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.Status;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/**
 * Says who may bind. An unknown system_id, a wrong password, an address that is not allowed and a lock are answered alike, in words and in
 * time, so that nobody learns which system_ids exist.
 *
 * <p>A password is checked on a thread of its own, as that takes long by design; one that has opened is remembered, for the address it came
 * from, by a digest that only this process can make, so that a thousand binds that come back after a restart of the ESME cost no more than a
 * thousand digests, and honest ones never queue behind guesses. Of those that wait with the same password from the same address one is
 * checked, and the others are decided with it; what has opened from one address opens from others without another look.
 *
 * <p>A lock does not look at the password: right or wrong, it is refused at once. Only what has opened from that very address may pass, as an
 * honest ESME may share it with one that is wrong; {@link WrongBinds} says for how long. After a reload that one is looked at once more.
 */
@ThreadSafe
final class Gatekeeper implements AutoCloseable {
    private static final int QUEUE = 1_000;
    private static final int REMEMBERED = 10_000;
    private static final String ANYWHERE = "";

    private final Accounts accounts;
    private final WrongBinds wrong;
    private final byte[] secret = new byte[32];
    private final EvenPasswords passwords = new EvenPasswords();
    private final Map<String, String> opened = new ConcurrentHashMap<>();
    /** The same without the address: no more than accounts have passwords. */
    private final Map<String, String> known = new ConcurrentHashMap<>();

    /** What had opened before a change of passwords, until it is looked at anew: a lock does not keep it out. */
    private final Set<String> former = ConcurrentHashMap.newKeySet();
    /** Grows with each change of passwords. */
    private final AtomicInteger generation = new AtomicInteger();

    private final Alike alike = new Alike();

    private final ExecutorService checker = new ThreadPoolExecutor(
            0, 1, 30, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE), NamedThreads.numbered("esme-password"));

    /** Told on any thread. */
    interface Verdict {
        /**
         * @param status {@link Status#ROK}, with the account, or why not
         * @param why it is refused, for the log alone: the ESME does not learn it
         */
        void is(int status, String why, Optional<Account> account);
    }

    Gatekeeper(Accounts accounts, Ticker ticker, RandomGenerator random) {
        this.accounts = accounts;
        this.wrong = new WrongBinds(ticker);
        random.nextBytes(secret);
    }

    /** Decides about a bind; never blocks. */
    void check(InetAddress peer, BindRequest bind, Verdict verdict) {
        Optional<Account> account = accounts.find(bind.systemId());
        String digest = digest(WrongBinds.network(peer), bind);
        if (isDecided(peer, bind, account, digest, verdict)) {
            return;
        }
        boolean first = alike.enter(
                digest,
                new Alike.Waiting(
                        () -> decide(peer, bind, digest, verdict),
                        () -> verdict.is(Status.RSYSERR, "too many passwords wait to be checked", Optional.empty())));
        try {
            if (first) {
                checker.execute(() -> alike.turn(digest));
            }
        } catch (RejectedExecutionException full) {
            alike.refuse(digest);
        }
    }

    /** Decides what needs no look at the password: what has opened before, and what a lock keeps out. */
    private boolean isDecided(
            InetAddress peer, BindRequest bind, Optional<Account> account, String digest, Verdict verdict) {
        boolean opens = isOpened(peer, account, digest);
        boolean passes = opens || account.isPresent() && former.contains(digest);
        if (wrong.keepsOut(peer, bind.systemId(), digest, passes)) {
            verdict.is(Status.RBINDFAIL, "locked after wrong passwords", Optional.empty());
            return true;
        }
        if (opens || isRight(peer, bind, account, digest)) {
            verdict.is(Status.ROK, "its account has gone", account);
            return true;
        }
        return false;
    }

    private boolean isOpened(InetAddress peer, Optional<Account> account, String digest) {
        return account.isPresent()
                && account.get().mayComeFrom(peer)
                && account.get().name().equals(opened.get(digest));
    }

    /** Whether it has opened from elsewhere; from an address that is not allowed it is looked at as any other, for the same time. */
    private boolean isRight(InetAddress peer, BindRequest bind, Optional<Account> account, String digest) {
        int asOf = generation.get();
        boolean right = account.isPresent()
                && account.get().mayComeFrom(peer)
                && account.get().name().equals(known.get(digest(ANYWHERE, bind)));
        if (right) {
            wrong.good(peer, bind.systemId());
            former.remove(digest);
            remember(digest, bind, account.get(), asOf);
        }
        return right;
    }

    /** Another one once passwords have changed. */
    int generation() {
        return generation.get();
    }

    /** Passwords may have changed. */
    void forget() {
        synchronized (opened) {
            generation.incrementAndGet();
            opened.keySet().stream().limit(REMEMBERED - former.size()).forEach(former::add);
            opened.clear();
            known.clear();
        }
    }

    /** Remembers what has opened, unless passwords have changed since it was looked at. */
    private void remember(String digest, BindRequest bind, Account account, int asOf) {
        synchronized (opened) {
            if (generation.get() == asOf) {
                known.put(digest(ANYWHERE, bind), account.name());
                if (opened.size() < REMEMBERED) {
                    opened.put(digest, account.name());
                }
            }
        }
    }

    private void decide(InetAddress peer, BindRequest bind, String digest, Verdict verdict) {
        int asOf = generation.get();
        Optional<Account> account =
                accounts.find(bind.systemId()); // it may have gone, or be another, since the bind came
        if (isDecided(peer, bind, account, digest, verdict)) {
            return; // it came while the same password, or others of its name, were being checked
        }
        List<PasswordHash> hashes = account.map(Account::passwords).orElse(List.of());
        boolean matches = passwords.matches(bind.password(), hashes, mostRounds());
        boolean good = matches && account.isPresent() && account.get().mayComeFrom(peer);
        if (account.isPresent()) { // else it may come back with the next reload
            former.remove(digest);
        }
        if (!good) {
            wrong.count(peer, bind.systemId());
            String why = account.isEmpty()
                    ? "no account has this system_id"
                    : matches ? "its address is not allowed" : "wrong password";
            verdict.is(Status.RBINDFAIL, why, Optional.empty());
            return;
        }
        wrong.good(peer, bind.systemId());
        if (asOf != generation.get()) {
            decide(peer, bind, digest, verdict); // the password may be a former one by now
            return;
        }
        remember(digest, bind, account.get(), asOf);
        verdict.is(Status.ROK, "its account has gone", account);
    }

    private long mostRounds() {
        return accounts.all().stream()
                .mapToLong(account -> EvenPasswords.rounds(account.passwords()))
                .max()
                .orElse(0);
    }

    /** Rounds of hashing so far. */
    long worked() {
        return passwords.worked();
    }

    private String digest(String from, BindRequest bind) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(secret);
            sha.update(from.getBytes(StandardCharsets.ISO_8859_1));
            sha.update((byte) 0);
            sha.update(bind.systemId().getBytes(StandardCharsets.ISO_8859_1));
            sha.update((byte) 0);
            return HexFormat.of().formatHex(sha.digest(bind.password().getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("no SHA-256 in this JDK", e);
        }
    }

    @Override
    public void close() {
        checker.shutdownNow();
    }
}
