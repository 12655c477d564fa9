package io.smppbridge.handback;

import io.smppbridge.threads.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * What hand-back takes from the world: clocks, chance and names.
 *
 * @param wall time stamps and ages
 * @param ticker pauses and deadlines
 * @param chance 0 inclusive to 1 exclusive, for jitter; called by several threads
 * @param names host names to addresses; called on {@code handback-dns} threads only, may take its time
 */
public record Surroundings(InstantSource wall, Ticker ticker, DoubleSupplier chance, Names names) {
    /** The machine's own clocks, chance and resolver. */
    public static Surroundings system() {
        return new Surroundings(
                InstantSource.system(),
                Ticker.SYSTEM,
                () -> ThreadLocalRandom.current().nextDouble(),
                InetAddress::getAllByName);
    }

    /** Looks names up. */
    @FunctionalInterface
    public interface Names {
        /** All addresses of a host, which is a name or an address literal. */
        InetAddress[] lookup(String host) throws UnknownHostException;
    }
}
