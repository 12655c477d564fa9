package io.smppbridge.app;

import io.smppbridge.dropin.DropIns;
import io.smppbridge.esme.EsmeServer;
import io.smppbridge.handback.Handback;
import io.smppbridge.http.AccountRates;
import io.smppbridge.intake.DatagramIntake;
import io.smppbridge.intake.HttpIntake;
import io.smppbridge.intake.TcpIntake;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The platform's ways in over the network, as far as they are enabled. */
@OwnedBy("the bridge's start, reload and stop, one at a time")
final class Doors {
    /** What a door takes at most to end its threads, beyond the time that it has for its callers. */
    private static final Duration LOOPS_END = Duration.ofSeconds(10);

    private static final Duration LAST_ANSWERS = Duration.ofMillis(200);

    private AccountRates rates;
    private HttpIntake http;
    private TcpIntake tcp;
    private DatagramIntake datagram;
    private EsmeServer esme;
    private DropIns dropIns;
    private boolean missing;

    /**
     * Opens them.
     *
     * @throws IOException if an address cannot be had; the message says which
     */
    void open(BridgeConfig config, HttpIntake.Surroundings with, Handback handback, PduLogs pduLogs)
            throws IOException {
        rates = new AccountRates(with.stats().refused("throttled"), with.ticker());
        rates.apply(perSecond(config));
        if (config.http().enabled()) {
            http = HttpIntake.open(config.http(), config.accounts().values(), rates, with);
        }
        if (config.tcp().enabled()) {
            tcp = TcpIntake.open(
                    config.tcp(),
                    config.accounts().values(),
                    new TcpIntake.Surroundings(with.door(), with.stats(), with.clock(), with.ticker()));
        }
        if (config.datagram().enabled()) {
            datagram = DatagramIntake.open(
                    config.datagram(),
                    config.accounts().values(),
                    new DatagramIntake.Surroundings(with.door(), with.stats(), with.clock(), with.ticker()));
        }
        if (config.dropIn().enabled()) {
            dropIns = DropIns.open(
                    config.dropIn(),
                    config.http(),
                    config.accounts().values(),
                    new DropIns.Surroundings(
                            with.door(),
                            with.stats(),
                            handback,
                            rates,
                            with.clock(),
                            with.ticker(),
                            new SecureRandom()));
        }
        esme = EsmeServer.open(
                config.esme(),
                config.accounts().values(),
                new EsmeServer.Surroundings(
                        with.door(),
                        handback,
                        with.stats(),
                        with.clock(),
                        with.ticker(),
                        pduLogs::tap,
                        new SecureRandom()));
    }

    /** Takes the accounts over, and what else changes while they are open; returns what could not be taken over. */
    List<String> apply(BridgeConfig config) {
        Collection<AccountConfig> accounts = config.accounts().values();
        rates.apply(perSecond(config));
        if (http != null) {
            http.accounts(accounts);
        }
        if (tcp != null) {
            tcp.accounts(accounts);
        }
        if (datagram != null) {
            datagram.accounts(accounts);
        }
        if (dropIns != null) {
            dropIns.apply(accounts);
        }
        List<String> troubles = esme.apply(config.esme(), accounts);
        missing = !troubles.isEmpty();
        return troubles;
    }

    /** Something of what was to be taken over last could not be. */
    boolean isMissing() {
        return missing;
    }

    private static Map<String, Double> perSecond(BridgeConfig config) {
        return config.accounts().values().stream()
                .collect(Collectors.toMap(AccountConfig::name, AccountConfig::httpRate));
    }

    int httpPort() {
        return http == null ? -1 : http.port();
    }

    int tcpPort() {
        return tcp == null ? -1 : tcp.port();
    }

    int kannelPort() {
        return dropIns == null ? -1 : dropIns.kannelPort();
    }

    int jasminPort() {
        return dropIns == null ? -1 : dropIns.jasminPort();
    }

    /** @param listener its name in the configuration */
    int esmePort(String listener) {
        return esme.port(listener);
    }

    /** Ends the process a moment later: whoever waited has been refused, but the answers leave by other threads. */
    static Consumer<Throwable> afterLastAnswers(Consumer<Throwable> fatal) {
        return error -> {
            LockSupport.parkNanos(LAST_ANSWERS.toNanos());
            fatal.accept(error);
        };
    }

    /** Ends the streams, whose clients get no answer while there is no room for their messages, and would wait for it until the end. */
    void stopStreams(Duration within) {
        if (tcp != null) {
            tcp.stop(within);
        }
    }

    /** Refuses new work, answers what is asked already, closes: all of them beside each other. */
    void stop(Duration within) throws InterruptedException {
        List<Thread> closing = new ArrayList<>();
        for (Consumer<Duration> door : open()) {
            Thread thread = NamedThreads.single("stop-" + closing.size(), () -> door.accept(within));
            try {
                thread.start();
                closing.add(thread);
            } catch (RejectedExecutionException e) { // no further thread can be made: then one after the other
                door.accept(within);
            }
        }
        for (Thread thread : closing) {
            thread.join(within.plus(LOOPS_END).toMillis());
        }
    }

    private List<Consumer<Duration>> open() {
        List<Consumer<Duration>> open = new ArrayList<>();
        Optional.ofNullable(http).ifPresent(door -> open.add(door::stop));
        Optional.ofNullable(tcp).ifPresent(door -> open.add(door::stop));
        Optional.ofNullable(datagram).ifPresent(door -> open.add(door::stop));
        Optional.ofNullable(dropIns).ifPresent(door -> open.add(door::stop));
        Optional.ofNullable(esme).ifPresent(door -> open.add(door::stop));
        return open;
    }
}
