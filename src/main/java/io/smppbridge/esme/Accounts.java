package io.smppbridge.esme;

import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.handback.Handback;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.Rate;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The accounts that may bind. */
@ThreadSafe
final class Accounts {
    private static final Duration RATE_AT_ONCE = Duration.ofMillis(100);

    private final PlatformDoor door;
    private final Handback handback;
    private final BridgeStats stats;
    private final Durability durability;
    private final Ticker ticker;
    private final Function<String, PduTap> taps;
    private final Map<String, Account> byName = new HashMap<>();
    private volatile Map<String, Account> bySystemId = Map.of();

    Accounts(EsmeServer.Surroundings with, Durability durability) {
        this.stats = with.stats();
        this.door = with.door();
        this.handback = with.handback();
        this.durability = durability;
        this.ticker = with.ticker();
        this.taps = with.pduTaps();
    }

    Optional<Account> find(String systemId) {
        return Optional.ofNullable(bySystemId.get(systemId));
    }

    /** Whether it may still bind. */
    boolean isCurrent(Account account) {
        return bySystemId.get(account.config().systemId()) == account;
    }

    Collection<Account> all() {
        return bySystemId.values();
    }

    /**
     * Takes these terms over.
     *
     * @return accounts that may bind no more, or not as before: their sessions are to be ended
     */
    synchronized List<Account> apply(Collection<AccountConfig> configs) {
        Map<String, Account> fresh = new HashMap<>();
        Map<String, Account> left = new HashMap<>(byName);
        List<Account> ended = new ArrayList<>();
        for (AccountConfig config : configs) {
            if (!config.esme().binding()) {
                continue;
            }
            Account known = left.remove(config.name());
            if (known != null && !sameLogin(known, config)) {
                ended.add(known);
            }
            Rate rate = new Rate(config.esme().rate(), RATE_AT_ONCE, ticker);
            if (known == null) {
                known = create(config, rate);
                byName.put(config.name(), known);
            } else {
                known.apply(config.esme(), rate);
            }
            fresh.put(config.esme().systemId(), known);
        }
        for (Account gone : left.values()) {
            byName.remove(gone.name());
            stats.forgetEsme(gone.name());
            handback.close(Handback.esme(gone.name()));
            ended.add(gone);
        }
        bySystemId = Map.copyOf(fresh);
        return ended;
    }

    private Account create(AccountConfig config, Rate rate) {
        Binds binds = new Binds();
        Account account = new Account(
                config.name(),
                config.esme(),
                new Account.Doors(
                        door.middleWare(config.name(), EsmeServer.NAME, durability),
                        door.messages(config.name()),
                        taps.apply(PduLogConfig.ofAccount(config.name()))),
                binds,
                rate);
        stats.esmeBinds(config.name(), () -> account.sessions().size());
        binds.onRoom(handback.outlet(Handback.esme(config.name()), binds));
        return account;
    }

    private static boolean sameLogin(Account known, AccountConfig config) {
        return known.config().systemId().equals(config.esme().systemId())
                && config.esme().passwordHashes().containsAll(known.config().passwordHashes())
                && known.config().addresses().equals(config.esme().addresses());
    }
}
