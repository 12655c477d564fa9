package io.smppbridge.esme;

import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The receiving binds of one account, as hand-back sees them: events go to them in turn, to each no more than its window. Their loops are
 * woken once for all that hand-back has for them.
 */
@ThreadSafe
final class Binds implements Outlet {
    /** More would only wait in the sockets. */
    private static final int MOST = 10_000;

    /** A session gives up after its own, shorter time; this is the net below. */
    private static final Duration NET = Duration.ofMinutes(11);

    /** Replaced, never changed. */
    private volatile Session[] receiving = {};

    private volatile Runnable wake = () -> {};
    private volatile int window = 1;
    /** Whose turn it is. Hand-back's lane alone looks at it, and at what follows. */
    private int turn;
    /** Loops that have been given something and have not been woken for it. */
    private final List<Loop> given = new ArrayList<>();

    /** What to call when there is room where there was none, or when something has been said quietly. */
    void onRoom(Runnable call) {
        wake = call;
    }

    /** Makes hand-back look. */
    void wake() {
        wake.run();
    }

    void window(int size) {
        window = size;
        wake();
    }

    int window() {
        return window;
    }

    void add(Session session) {
        synchronized (this) {
            List<Session> more = new ArrayList<>(List.of(receiving));
            more.add(session);
            receiving = more.toArray(Session[]::new);
        }
        wake();
    }

    synchronized void remove(Session session) {
        List<Session> fewer = new ArrayList<>(List.of(receiving));
        if (fewer.remove(session)) {
            receiving = fewer.toArray(Session[]::new);
        }
    }

    int count() {
        return receiving.length;
    }

    @Override
    public int room() {
        return (int) Math.min(MOST, (long) receiving.length * window);
    }

    @Override
    public Attempt deliver(Event event, Said said) {
        Session[] now = receiving;
        for (int i = 0; i < now.length; i++) {
            Session session = now[Math.floorMod(turn++, now.length)];
            if (session.deliveries().reserve(window)) {
                Flight flight = new Flight(session, event, said);
                session.loop().post(flight);
                if (!given.contains(session.loop())) {
                    given.add(session.loop());
                }
                return flight;
            }
        }
        return NO_PLACE;
    }

    @Override
    public void delivered() {
        for (int i = 0; i < given.size(); i++) {
            given.get(i).ring();
        }
        given.clear();
    }

    @Override
    public Duration answerWithin() {
        return NET;
    }
}
