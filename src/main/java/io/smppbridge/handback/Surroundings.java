package io.smppbridge.handback;

import io.smppbridge.threads.GuardedClock;
import io.smppbridge.threads.Ticker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;

/**
 * What hand-back takes from the world: clocks, chance and names.
 *
 * @param wall time stamps
 * @param ages what events' ages go by: it does not believe at once where the wall clock jumps
 * @param ticker pauses and deadlines
 * @param chance 0 inclusive to 1 exclusive, for jitter; called by several threads
 * @param names host names to addresses; called on {@code handback-dns} threads only, may take its time
 */
public record Surroundings(InstantSource wall, InstantSource ages, Ticker ticker, DoubleSupplier chance, Names names) {
    /** With a guard of its own for ages. */
    public Surroundings(InstantSource wall, Ticker ticker, DoubleSupplier chance, Names names) {
        this(wall, new GuardedClock(wall, ticker), ticker, chance, names);
    }

    /** The machine's own clocks, chance and resolver. */
    public static Surroundings system() {
        InstantSource wall = InstantSource.system();
        return system(wall, new GuardedClock(wall, Ticker.SYSTEM));
    }

    /** The machine's own but for these clocks. */
    public static Surroundings system(InstantSource wall, InstantSource ages) {
        return new Surroundings(
                wall, ages, Ticker.SYSTEM, () -> ThreadLocalRandom.current().nextDouble(), InetAddress::getAllByName);
    }

    /** Looks names up. */
    @FunctionalInterface
    public interface Names {
        /** All addresses of a host, which is a name or an address literal. */
        InetAddress[] lookup(String host) throws UnknownHostException;
    }
}
