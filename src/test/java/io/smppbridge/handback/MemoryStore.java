package io.smppbridge.handback;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A journal in memory: what it holds survives the hand-back that is thrown away. */
final class MemoryStore implements EventStore {
    final Map<Long, Event> events = new ConcurrentHashMap<>();
    final Map<Long, Integer> taken = new ConcurrentHashMap<>();
    final Map<Long, String> dead = new ConcurrentHashMap<>();
    final AtomicInteger loads = new AtomicInteger();

    Event put(Event event) {
        events.put(event.id(), event);
        return event;
    }

    @Override
    public Optional<Event> load(long id, long position) {
        loads.incrementAndGet();
        return Optional.ofNullable(events.get(id));
    }

    @Override
    public void taken(long[] ids, int count) {
        for (int i = 0; i < count; i++) {
            taken.merge(ids[i], 1, Integer::sum);
        }
    }

    @Override
    public void dead(long id, String why) {
        dead.put(id, why);
    }

    @Override
    public void again(long id) {
        dead.remove(id);
    }
}
