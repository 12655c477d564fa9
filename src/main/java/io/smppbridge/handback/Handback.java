package io.smppbridge.handback;

import io.smppbridge.InboundListener;
import io.smppbridge.settings.HandbackConfig;
import io.smppbridge.settings.WebhookConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;

/**
 * Hands events to the platform until it has taken them: at least once, with a stable event id, each endpoint on its own.
 *
 * <p>Endpoints are called {@code webhook:<name>}, {@code esme:<account>}, {@code callbacks:<account>} and {@code listener}. Events for an endpoint that is not (yet, or any more) configured
 * wait until it is, or until {@code handback.keep}. Events of one message arrive in the order of their offering; others may overtake.
 *
 * <p>Threads: {@code handback-1…n} (webhooks, shared out among them), {@code handback-listener} (the listener alone),
 * {@code handback-io-…} (HTTP), {@code handback-dns-…} (look-ups, only while there are some). Their number does not depend on events
 * or connections, and on endpoints only in that a webhook with {@code tls-trust} has an I/O thread of its own.
 */
@ThreadSafe
public final class Handback {
    /** The endpoint of {@link #listen}. */
    public static final String LISTENER = "listener";

    private static final String WEBHOOK = "webhook:";
    private static final String ESME = "esme:";
    private static final String CALLBACKS = "callbacks:";

    private final Surroundings world;
    private final Endpoint.Shared shared;
    private final Terms terms;
    private final WebhookClients clients;

    final List<Lane> lanes = new ArrayList<>();
    final Lane listenerLane;
    private final Map<String, Endpoint> endpoints = new ConcurrentHashMap<>();
    private final Map<String, WebhookConfig> webhooks = new HashMap<>();
    /** Lanes with something new that have not been woken yet; of the thread that offers. */
    private final List<Lane> unwoken = new ArrayList<>();

    private int nextLane;
    private boolean started;

    /**
     * @param store called on hand-back threads
     * @param stats counts {@code handback} results
     */
    public Handback(HandbackConfig config, EventStore store, BridgeStats stats, Surroundings world) {
        this(config, store, stats, world, null);
    }

    /** @param clientOrNull used for all webhooks; null when it is to be made for the first one */
    Handback(
            HandbackConfig config,
            EventStore store,
            BridgeStats stats,
            Surroundings world,
            WebhookClient clientOrNull) {
        this.clients = new WebhookClients(clientOrNull);
        this.world = world;
        this.terms = new Terms(config, world.chance());
        this.shared = new Endpoint.Shared(terms, store, stats, world);
        for (int i = 1; i <= Math.max(1, config.threads()); i++) {
            lanes.add(new Lane("handback-" + i, world));
        }
        this.listenerLane = new Lane("handback-" + LISTENER, world);
    }

    /** The endpoint name of a webhook. */
    public static String webhook(String name) {
        return WEBHOOK + name;
    }

    /** The endpoint name of an account's binds. */
    public static String esme(String account) {
        return ESME + account;
    }

    /** The endpoint name of the URLs that an account's messages name themselves. */
    public static String callbacks(String account) {
        return CALLBACKS + account;
    }

    /**
     * Offers an event. Called on one thread at a time (the journal thread; before {@link #start}, the one that recovers). Never blocks,
     * never discards. At most {@code hot-events} contents per endpoint stay in memory; of the others only id and position, 16 bytes.
     *
     * @param endpoint {@code webhook:<name>}, {@code esme:<account>}, {@code callbacks:<account>} or {@code listener}
     * @param eventId the event's id, a task id's value
     * @param position where {@link EventStore#load} finds it
     * @param eventOrNull the content when it is at hand
     */
    public void offer(String endpoint, long eventId, long position, Event eventOrNull) {
        offerQuietly(endpoint, eventId, position, eventOrNull);
        offered();
    }

    /** The same of one of many, after the last of which {@link #offered} is called on the same thread. */
    public void offerQuietly(String endpoint, long eventId, long position, Event eventOrNull) {
        Endpoint to = endpoint(endpoint);
        to.waiting.offer(eventId, position, eventOrNull);
        if (!unwoken.contains(to.lane())) {
            unwoken.add(to.lane());
        }
    }

    /** Wakes those for whom there is something new. */
    public void offered() {
        unwoken.forEach(Lane::wake);
        unwoken.clear();
    }

    /** Begins to hand back what has been offered. */
    public synchronized void start() {
        if (started) {
            throw new IllegalStateException("hand-back has been started before");
        }
        started = true;
        clients.start();
        lanes.get(0).eachTenSeconds(clients::tidy);
        lanes.forEach(Lane::start);
        listenerLane.start();
    }

    /**
     * Begins no further hand-over, waits for those under way, and ends all threads. What is not taken stays in the journal.
     *
     * @param deadline after it, hand-overs under way are given up
     * @return whether all of them ended by themselves
     */
    public synchronized boolean stop(Duration deadline) {
        if (!started) {
            clients.close();
            return true;
        }
        long end = System.nanoTime() + deadline.toNanos();
        endpoints.values().forEach(endpoint -> endpoint.lane().execute(endpoint::stopTaking));
        boolean done = settle(end);
        for (Endpoint endpoint : endpoints.values()) {
            endpoint.lane().execute(endpoint::abandon);
        }
        settle(System.nanoTime() + 100_000_000L);
        Duration farewell = Duration.ofMillis(500);
        lanes.forEach(lane -> lane.end(farewell));
        listenerLane.end(farewell);
        clients.close();
        return done;
    }

    /** Waits until each lane has answered with nothing in flight, or for the end. */
    private boolean settle(long end) {
        boolean quiet = false;
        while (!quiet && end - System.nanoTime() > 0) {
            quiet = allLanesPass(end);
            for (Endpoint endpoint : endpoints.values()) {
                quiet &= endpoint.inFlight() == 0;
            }
            if (!quiet) {
                LockSupport.parkNanos(5_000_000L);
            }
        }
        return quiet;
    }

    private boolean allLanesPass(long end) {
        CountDownLatch passed = new CountDownLatch(lanes.size() + 1);
        lanes.forEach(lane -> lane.execute(passed::countDown));
        listenerLane.execute(passed::countDown);
        try {
            return passed.await(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Makes these the webhooks: new ones begin, changed ones go on under the new terms with the next request, missing ones keep their
     * events waiting.
     *
     * @throws IllegalArgumentException if a secret cannot be read; then nothing has changed
     */
    public synchronized void apply(Collection<WebhookConfig> configs) {
        Map<String, WebhookConfig> wanted = new HashMap<>();
        configs.forEach(config -> wanted.put(config.name(), config));
        wanted.values().forEach(config -> new Signature(config.secret(), config.oldSecret()));
        for (String name : List.copyOf(webhooks.keySet())) {
            if (!wanted.containsKey(name)) {
                webhooks.remove(name);
                handTo(endpoint(webhook(name)), NobodyThere.INSTANCE);
            }
        }
        wanted.forEach((name, config) -> {
            if (!config.equals(webhooks.put(name, config))) {
                Endpoint endpoint = endpoint(webhook(name));
                handTo(endpoint, new WebhookHandOver(config, world, clients, endpoint.lane()));
            }
        });
    }

    /** Makes these the terms for all endpoints from now on, but for what only a start changes: threads, and how many events are held in memory. */
    public void apply(HandbackConfig config) {
        terms.apply(config);
        nudge();
    }

    /** Sets the platform's listener, in place of any before. Its calls come one at a time, on {@code handback-listener}. */
    public void listen(InboundListener listener) {
        handTo(endpoint(LISTENER), new ListenerHandOver(listener));
    }

    /**
     * Makes somebody else take the events of an endpoint, in place of any before.
     *
     * @return to be called when there is room where there was none, or something has been said quietly: the endpoint looks again
     */
    public Runnable outlet(String endpoint, Outlet outlet) {
        Endpoint to = endpoint(endpoint);
        handTo(to, new OutletHandOver(outlet));
        return to.lane()::wake;
    }

    /** Nobody takes the events of an endpoint any more: they wait. */
    public void close(String endpoint) {
        handTo(endpoint(endpoint), NobodyThere.INSTANCE);
    }

    private static void handTo(Endpoint endpoint, HandOver next) {
        endpoint.lane().execute(() -> endpoint.handTo(next));
    }

    /** How each endpoint does, by name. */
    public List<EndpointStats> stats() {
        return endpoints.values().stream()
                .map(Endpoint::stats)
                .sorted((a, b) -> a.endpoint().compareTo(b.endpoint()))
                .toList();
    }

    /** How one endpoint does; empty for one that is neither configured nor has ever been offered anything. */
    public Optional<EndpointStats> stats(String endpoint) {
        return Optional.ofNullable(endpoints.get(endpoint)).map(Endpoint::stats);
    }

    /** The dead events of an endpoint in the order in which they were laid aside, the first 10,000: others follow when these have gone. */
    public List<DeadEvent> dead(String endpoint) {
        Endpoint of = endpoints.get(endpoint);
        return of == null ? List.of() : of.dead.list();
    }

    /** Recovery found an event that was laid aside before: it is listed, not offered. */
    public void recoverDead(String endpoint, DeadEvent event) {
        endpoint(endpoint).dead.add(event);
    }

    /**
     * Offers dead events again, with all their attempts before them; also those that are not listed.
     *
     * @return how many of the ids were among the dead
     */
    public int replay(String endpoint, Collection<Long> ids) {
        Endpoint of = endpoints.get(endpoint);
        return of == null ? 0 : again(of, of.dead.remove(ids));
    }

    /** Offers all dead events of an endpoint again, also those that are not listed. */
    public int replayAll(String endpoint) {
        Endpoint of = endpoints.get(endpoint);
        return of == null ? 0 : all(of.dead, some -> again(of, some));
    }

    /** Those that there are now: what is laid aside anew meanwhile stays where it is. */
    private static int all(DeadLetters dead, ToIntFunction<List<DeadEvent>> does) {
        int done = 0;
        long left = dead.count();
        List<DeadEvent> some = dead.removeFirst(left);
        while (!some.isEmpty()) {
            done += does.applyAsInt(some);
            left -= some.size();
            some = dead.removeFirst(left);
        }
        return done;
    }

    private int again(Endpoint endpoint, List<DeadEvent> events) {
        events.forEach(event -> shared.store().again(event.id()));
        endpoint.lane().execute(() -> endpoint.again(events));
        return events.size();
    }

    /**
     * Gives dead events up for good, also those that are not listed: the store hears that they are taken.
     *
     * @return how many of the ids were among the dead
     */
    public int drop(String endpoint, Collection<Long> ids) {
        Endpoint of = endpoints.get(endpoint);
        return of == null ? 0 : gone(of.dead.remove(ids));
    }

    /** Gives all dead events of an endpoint up for good, also those that are not listed. */
    public int dropAll(String endpoint) {
        Endpoint of = endpoints.get(endpoint);
        return of == null ? 0 : all(of.dead, this::gone);
    }

    private int gone(List<DeadEvent> events) {
        long[] ids = events.stream().mapToLong(DeadEvent::id).toArray();
        shared.store().taken(ids, ids.length);
        return events.size();
    }

    /** Makes all lanes look at the clock, and at the terms. */
    void nudge() {
        lanes.forEach(Lane::wake);
        listenerLane.wake();
    }

    private Endpoint endpoint(String name) {
        Endpoint known = endpoints.get(name);
        return known != null ? known : endpoints.computeIfAbsent(name, this::created);
    }

    private Endpoint created(String name) {
        Lane lane;
        if (name.equals(LISTENER)) {
            lane = listenerLane;
        } else {
            synchronized (lanes) {
                lane = lanes.get(nextLane++ % lanes.size());
            }
        }
        Endpoint endpoint = new Endpoint(name, lane, shared);
        lane.execute(() -> lane.adopt(endpoint));
        return endpoint;
    }
}
