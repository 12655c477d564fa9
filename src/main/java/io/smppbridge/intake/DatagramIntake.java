package io.smppbridge.intake;

import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.http.Keys;
import io.smppbridge.loops.EventLoops;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.DatagramConfig;
import io.smppbridge.stages.Pools;
import io.smppbridge.stages.ThreeStages;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import io.smppbridge.wire.AddressRange;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The platform's way in by UDP, one message a datagram and one answer for each: {@link #open} and it listens; {@link #stop} receives no
 * more, answers what becomes durable, and closes. The datagrams are described in {@code docs/datagram.md}; the stages are those of
 * {@link ThreeStages}.
 */
@ThreadSafe
public final class DatagramIntake {
    /** Its name in the metrics and in {@link PlatformDoor#middleWare}. */
    public static final String NAME = "datagram";

    private static final Logger LOG = LoggerFactory.getLogger(DatagramIntake.class);

    private final DatagramChannel channel;
    private final Selector readable;
    private final DatagramWork work;
    private final ThreeStages<DatagramSlot> stages;
    private final KernelDrops drops;
    private final BridgeStats stats;
    private final int port;

    /**
     * What the intake works with.
     *
     * @param door where messages go
     * @param stats counts what becomes of datagrams
     * @param clock for schedules and dates
     * @param ticker for how long things take
     */
    public record Surroundings(PlatformDoor door, BridgeStats stats, InstantSource clock, Ticker ticker) {}

    private DatagramIntake(
            DatagramConfig config, Keys keys, DatagramChannel channel, Selector readable, Surroundings with)
            throws IOException {
        this.channel = channel;
        this.readable = readable;
        this.stats = with.stats();
        Durability durability = Durability.valueOf(config.durability().name());
        this.work = new DatagramWork(new DatagramWork.Given(
                channel,
                readable,
                config.threads().slotSize(),
                config.from().stream()
                        .map(AddressRange::parse)
                        .flatMap(Optional::stream)
                        .toList(),
                keys,
                account -> with.door().middleWare(account, NAME, durability),
                with.stats(),
                with.clock(),
                with.ticker()));
        this.stages = new ThreeStages<>(
                "intake-datagram",
                pools(config.threads()),
                DatagramSlot::new,
                DatagramSlot[]::new,
                work,
                with.stats().datagrams,
                with.ticker());
        InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
        this.port = local.getPort();
        this.drops = new KernelDrops(local);
    }

    private static Pools pools(DatagramConfig.Threads threads) {
        return new Pools(
                threads.recv(),
                threads.service(),
                threads.workers(),
                threads.onDemand(),
                threads.resp(),
                threads.slots(),
                threads.slotSize(),
                threads.high() ? Thread.MAX_PRIORITY : Thread.NORM_PRIORITY,
                threads.managed());
    }

    /**
     * Opens the listener.
     *
     * @param accounts whose keys open it
     * @throws IOException if the address cannot be had; the message says which
     */
    public static DatagramIntake open(DatagramConfig config, Collection<AccountConfig> accounts, Surroundings with)
            throws IOException {
        return open(config, HttpIntake.ring(accounts), with);
    }

    /** As the other, with the keys looked up elsewhere. */
    public static DatagramIntake open(DatagramConfig config, Keys keys, Surroundings with) throws IOException {
        DatagramChannel channel = null;
        Selector readable = null;
        try {
            InetAddress address = InetAddress.getByName(config.host());
            channel = DatagramChannel.open(
                    address instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, config.receiveBuffer());
            channel.bind(new InetSocketAddress(address, config.port()));
            channel.configureBlocking(false);
            readable = Selector.open();
            channel.register(readable, SelectionKey.OP_READ);
            DatagramIntake intake = new DatagramIntake(config, keys, channel, readable, with);
            intake.start(config);
            return intake;
        } catch (IOException e) {
            close(channel, readable);
            throw new IOException(
                    "intake-datagram: "
                            + EventLoops.refusal(config.host(), config.port(), e, "is another process using it?"),
                    e);
        }
    }

    private void start(DatagramConfig config) throws IOException {
        stats.datagrams.kernelDrops(drops::total);
        stages.start();
        int buffer = channel.getOption(StandardSocketOptions.SO_RCVBUF);
        LOG.info("intake-datagram listens on {}:{}, receive buffer {} octets", config.host(), port, buffer);
        if (buffer < config.receiveBuffer()) {
            LOG.warn(
                    "the operating system gives {} octets of receive buffer instead of {}: raise net.core.rmem_max, or datagrams of a burst are lost",
                    buffer,
                    config.receiveBuffer());
        }
    }

    /** Replaces the accounts' keys: old ones open nothing from now on. */
    public void accounts(Collection<AccountConfig> accounts) {
        work.keys(HttpIntake.ring(accounts));
    }

    /** The port it listens on. */
    public int port() {
        return port;
    }

    /** Receives no more, answers what becomes durable in time, closes. */
    public void stop(Duration within) {
        work.end();
        if (!stages.stop(within)) {
            LOG.warn(
                    "intake-datagram: not every datagram was answered before the stop; their clients will send them again");
        }
        long lost = drops.total();
        stats.datagrams.kernelDrops(() -> lost);
        close(channel, readable);
    }

    private static void close(DatagramChannel channel, Selector readable) {
        try {
            if (readable != null) {
                readable.close();
            }
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.debug("intake-datagram: closing failed: {}", e.toString());
        }
    }
}
