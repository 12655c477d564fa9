package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PDU logs of all SMSCs, and of all accounts of the SMPP server: switched by settings, or by an operator for a limited time. Texts and whole numbers are written only on an
 * operator's word, for at most {@link #LONGEST}.
 *
 * <p>Safe for any thread; only {@link #close} waits.
 */
@ThreadSafe
public final class PduLogs implements AutoCloseable {
    /** How long an operator's word may hold. */
    public static final Duration LONGEST = Duration.ofHours(24);

    private static final Logger LOG = LoggerFactory.getLogger(PduLogs.class);
    /** Octets of PDUs, and of what was meant by them, that may wait to be written. */
    private static final int WAITING = 8 << 20;
    /** So many are read before what came of them is written. */
    private static final int TURN = 1 << 18;
    /** So many are read before others are asked whether they want the processor. */
    private static final int BREATH = 1 << 12;
    /** Who has read so many looks again sooner. */
    private static final int MANY = 1 << 15;

    private static final long LOOK_EVERY_NANOS = 20_000_000;
    private static final long LOOK_SOON_NANOS = 500_000;
    private static final long COMPLAIN_EVERY_NANOS = 60_000_000_000L;
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /**
     * How the log of one link stands.
     *
     * @param link the SMSC's name, or {@link PduLogConfig#ofAccount} of an account
     * @param until when an operator's word ends; empty while the settings hold
     * @param written PDUs since the start
     * @param otherwise of these, PDUs whose octets said something else than was meant
     * @param leftOut PDUs that the log could not keep up with
     */
    public record Status(
            String link,
            Wish wish,
            boolean unmasked,
            Optional<Instant> until,
            long written,
            long otherwise,
            long leftOut) {
        public boolean isAccount() {
            return PduLogConfig.isAccount(link);
        }

        /** Of the SMSC or account. */
        public String name() {
            return PduLogConfig.nameOf(link);
        }
    }

    /** An operator's word about one link. */
    private record Order(Wish wish, boolean unmasked, Instant until, long end) {}

    private final InstantSource clock;
    private final Ticker ticker;
    private final WireTime wireTime;
    private final Ring ring = new Ring(WAITING);
    private final Map<String, PduTap> taps = new ConcurrentHashMap<>();
    private final Map<String, Order> orders = new ConcurrentHashMap<>();
    private final Thread thread = NamedThreads.single("pdulog", this::run);
    private volatile PduLogConfig config;
    private volatile boolean closing;
    private boolean started;

    @OwnedBy("pdulog")
    private final List<Book> books = new ArrayList<>();

    @OwnedBy("pdulog")
    private final Book.Found found = new Book.Found();

    @OwnedBy("pdulog")
    private long turn;

    @OwnedBy("pdulog")
    private long complainedAt;

    @OwnedBy("pdulog")
    private boolean complained;

    public PduLogs(PduLogConfig config, InstantSource clock, Ticker ticker) {
        this.config = config;
        this.clock = clock;
        this.ticker = ticker;
        this.wireTime = new WireTime(clock, ticker);
    }

    /** Where the wire of that SMSC, or {@link PduLogConfig#ofAccount account}, lays its PDUs down: the same for as long as this lives. */
    public PduTap tap(String link) {
        PduTap tap = taps.computeIfAbsent(link, name -> new PduTap(name, ring));
        settle(tap);
        return tap;
    }

    /** Other settings from now on; an operator's word still stands. */
    public void apply(PduLogConfig fresh) {
        config = fresh;
        taps.values().forEach(this::settle);
    }

    /**
     * An operator's word, over the settings until its time is over.
     *
     * @param unmasked texts and whole numbers are written
     * @param who for the log
     * @throws IllegalArgumentException if the link is unknown or the time is not within 1 s..24 h
     */
    public void order(String link, Wish wish, boolean unmasked, Duration during, String who) {
        PduTap tap = known(link);
        if (during.compareTo(Duration.ofSeconds(1)) < 0 || during.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("for = " + during.toSeconds() + " s, expected 1 s..24 h");
        }
        Instant until = clock.instant().plus(during);
        orders.put(link, new Order(wish, unmasked, until, ticker.nanos() + during.toNanos()));
        LOG.warn(
                "PDU log of {}: {}{}{} until {}, by {}",
                link,
                wish.form(),
                wish.capture() ? ", capture" : "",
                unmasked ? ", with texts and whole numbers" : "",
                until,
                who);
        settle(tap);
    }

    /** The settings hold again. */
    public void asSet(String link, String who) {
        PduTap tap = known(link);
        orders.remove(link);
        LOG.info("PDU log of {}: as the settings say, by {}", link, who);
        settle(tap);
    }

    /** The names of all links that may be logged. */
    public List<String> links() {
        return List.copyOf(new TreeMap<>(taps).keySet());
    }

    public List<Status> status() {
        long now = ticker.nanos();
        List<Status> all = new ArrayList<>();
        new TreeMap<>(taps).forEach((link, tap) -> {
            Optional<Order> order = order(link, now);
            all.add(new Status(
                    link,
                    order.map(Order::wish).orElseGet(() -> set(link)),
                    order.map(Order::unmasked).orElse(false),
                    order.map(Order::until),
                    tap.written(),
                    tap.otherwise(),
                    tap.leftOut()));
        });
        return all;
    }

    /** Waits 2 s at most until what waits is written. What takes longer is written all the same, as long as the process lives. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
        try {
            thread.join(FAREWELL.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private PduTap known(String link) {
        PduTap tap = taps.get(link);
        if (tap == null) {
            throw new IllegalArgumentException(UnknownLink.complaint(link, taps.keySet()));
        }
        return tap;
    }

    private Wish set(String link) {
        return config.wishes().getOrDefault(link, Wish.NOTHING);
    }

    /** By the monotonic clock: one that is set back leaves no text to be written for longer than somebody wanted. */
    private Optional<Order> order(String link, long now) {
        return Optional.ofNullable(orders.get(link)).filter(order -> now - order.end < 0);
    }

    private synchronized void settle(PduTap tap) {
        Wish wish = order(tap.link, ticker.nanos()).map(Order::wish).orElseGet(() -> set(tap.link));
        tap.on(!wish.isNothing() && !closing);
        if (tap.isOn() && !started) {
            started = true;
            thread.start();
        }
    }

    private void run() {
        while (!closing || !ring.isEmpty()) {
            int read = 0;
            try {
                read = turn();
            } catch (RuntimeException e) {
                LOG.error("pdulog: unexpected fault; it goes on", e);
            }
            if (read < TURN && !closing) {
                LockSupport.parkNanos(this, read < MANY ? LOOK_EVERY_NANOS : LOOK_SOON_NANOS);
                Thread.interrupted(); // nobody's message: without this the next rest would be none
            }
        }
        books.forEach(book -> quietly(book::close));
    }

    /** @return how many octets were read */
    private int turn() {
        int read = 0;
        int at = ring.next();
        long now = ticker.nanos();
        if (at != Ring.NONE) {
            turn++;
            wireTime.look();
            try {
                while (at != Ring.NONE && read < TURN) {
                    int before = read / BREATH;
                    try {
                        record(at, now);
                    } finally {
                        read += ring.taken(at); // A record that cannot be read is not met again.
                    }
                    if (read / BREATH > before) {
                        ring.free();
                        Thread.yield(); // Whoever carries messages and waits for this processor goes first.
                    }
                    at = ring.next();
                }
            } finally {
                ring.free();
            }
            books.forEach(book -> quietly(book::flush));
        }
        orders.forEach((link, order) -> {
            if (now - order.end >= 0 && orders.remove(link, order)) {
                LOG.info("PDU log of {}: the operator's time is over, as the settings say again", link);
                settle(taps.get(link));
            }
        });
        return read;
    }

    private void record(int at, long now) {
        TappedLink link = ring.link(at);
        Book book = book(link.tap(), now);
        byte[] octets = ring.octets();
        int from = at + TappedLink.RECORD;
        int length = four(at + TappedLink.LENGTH);
        int ofMeant = four(at + TappedLink.MEANT);
        long nanos = (long) four(at + TappedLink.NANOS) << 32 | four(at + TappedLink.NANOS + 4) & 0xFFFFFFFFL;
        Awaited composed = link.dialogue().composed(link.tap().times());
        int kind = four(at + TappedLink.KIND);
        if (kind == TappedLink.COMPOSED) {
            composed.put(nanos, octets, from, ofMeant);
        } else if (kind == TappedLink.IN) {
            write(book, link, false, nanos, found.pdu(octets, from, length).meant(octets, from + length, ofMeant));
        } else {
            for (int one = from; one < from + length; one += found.length) {
                found.pdu(octets, one, TappedLink.pduEnd(four(one), one, from + length) - one);
                composed.take((long) four(one + 4) << 32 | four(one + 12) & 0xFFFFFFFFL, found);
                write(book, link, true, nanos, found);
            }
        }
    }

    /** The book of that link, told what is wished of it now. */
    private Book book(PduTap tap, long now) {
        if (tap.book == null) {
            tap.book = new Book(tap);
            books.add(tap.book);
        }
        if (!tap.book.stands(turn)) {
            Optional<Order> order = order(tap.link, now);
            tap.book.stand(
                    turn,
                    order.map(Order::wish).orElseGet(() -> set(tap.link)),
                    order.map(Order::unmasked).orElse(false));
        }
        return tap.book;
    }

    private void write(Book book, TappedLink link, boolean out, long nanos, Book.Found what) {
        if (book.isWished() && what.length > 0) {
            try {
                book.write(link, out, wireTime.at(nanos), what, config);
            } catch (IOException e) {
                complain(e);
            } catch (RuntimeException e) {
                link.tap().leaveOut(1);
                LOG.error("pdulog: unexpected fault; it goes on", e);
            }
        }
    }

    private int four(int at) {
        return Octets.OF_ARRAY.four(ring.octets(), at);
    }

    private interface Writing {
        void go() throws IOException;
    }

    /** A disk that is full costs the log its lines, and nobody else anything. */
    private void quietly(Writing writing) {
        try {
            writing.go();
        } catch (IOException e) {
            complain(e);
        }
    }

    private void complain(IOException e) {
        long now = ticker.nanos();
        if (!complained || now - complainedAt > COMPLAIN_EVERY_NANOS) {
            complained = true;
            complainedAt = now;
            LOG.warn("PDU log not written: {} (check pdulog.directory and the disk)", e.toString());
        }
    }
}
