package io.smppbridge.esme;

import io.smppbridge.handback.Event;
import io.smppbridge.handback.Outlet;
import io.smppbridge.threads.ThreadSafe;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The receiving binds of one account, as hand-back sees them: events go to them in turn, to each no more than its window. */
@ThreadSafe
final class Binds implements Outlet {
    /** More would only wait in the sockets. */
    private static final int MOST = 10_000;

    /** A session gives up after its own, shorter time; this is the net below. */
    private static final Duration NET = Duration.ofMinutes(11);

    private final List<Session> receiving = new CopyOnWriteArrayList<>();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile Runnable wake = () -> {};
    private volatile int window = 1;

    /** What to call when there is room where there was none. */
    void onRoom(Runnable call) {
        wake = call;
    }

    void window(int size) {
        window = size;
        wake.run();
    }

    int window() {
        return window;
    }

    void add(Session session) {
        receiving.add(session);
        wake.run();
    }

    void remove(Session session) {
        receiving.remove(session);
    }

    int count() {
        return receiving.size();
    }

    @Override
    public int room() {
        return (int) Math.min(MOST, (long) receiving.size() * window);
    }

    @Override
    public Runnable deliver(Event event, Said said) {
        Object[] now = receiving.toArray();
        for (int i = 0; i < now.length; i++) {
            Session session = (Session) now[Math.floorMod(turn.getAndIncrement(), now.length)];
            if (session.deliveries().reserve(window)) {
                session.loop().run(() -> session.deliveries().send(event, said));
                return () -> session.loop().run(() -> session.close("a deliver_sm has got no answer"));
            }
        }
        said.returned();
        return () -> {};
    }

    @Override
    public Duration answerWithin() {
        return NET;
    }
}
