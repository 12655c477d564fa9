package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Where the last records of the messages that ended last stand, so that a platform can still ask about them. The oldest makes room.
 *
 * <p>A ring in the order of the ends, and through it a chain for each of as many heads: from the youngest message whose id belongs to the head to
 * older ones. What makes room is not taken out of its chain: whatever is further back than the ring is long ends the chain, as all behind it is
 * older still. So an end costs one look at its head and nothing is ever removed; heads of neighbouring ids are neighbours, as messages end in about
 * the order in which they came.
 *
 * <p>Memory: 20 octets for each message that may be remembered and 8 to 16 for heads, in arrays that grow as messages end.
 */
@OwnedBy("journal thread")
final class History {
    private static final int FIRST = 4_096;
    private static final int FAMILY = 7;
    private static final int FAMILY_BITS = 3;
    private static final int NOT_THERE = -1;

    private final int most;
    /** By place: the message, its last record, and by how many ends the next one of its chain is older, 0 when there is none. */
    private long[] ids;

    private long[] positions;
    private int[] older;
    /** By head, the number of the youngest end in its chain; 0 for none. The first end has number 1. */
    private long[] heads;

    /** Ends that have come, which is the number of the last one. */
    private long ends;
    /** The place of the next one. */
    private int next;

    private int size;
    private long forgotten;

    History(int most) {
        this.most = Math.max(1, most);
        int first = Math.min(this.most, FIRST);
        ids = new long[first];
        positions = new long[first];
        older = new int[first];
        heads = new long[headsFor(first)];
    }

    /** One that has ended before, and goes on until now, stands there twice for a while: the younger end is found first, and alone counts. */
    void enter(long id, long lastPosition) {
        if (size == ids.length && size < most) {
            grow();
        }
        if (size == ids.length) {
            forgotten = Math.max(forgotten, ids[next]);
        } else {
            size++;
        }
        ends++;
        ids[next] = id;
        positions[next] = lastPosition;
        chain(next, ends);
        next = next + 1 == most ? 0 : next + 1;
    }

    /** Ids above this one have not made room yet: who has ended since is remembered. A look at it costs nothing. */
    long forgottenUpTo() {
        return forgotten;
    }

    /** The last record of an ended message stands elsewhere now; false when the message is not known. */
    boolean moved(long id, long position) {
        int place = find(id);
        if (place == NOT_THERE) {
            return false;
        }
        positions[place] = position;
        return true;
    }

    /** Of one that has ended twice perhaps both times. */
    void forEach(LongConsumer consumer) {
        for (int i = 0; i < size; i++) {
            consumer.accept(ids[i]);
        }
    }

    boolean knows(long id) {
        return find(id) != NOT_THERE;
    }

    /** Position of the message's last record, or 0. */
    long lastPosition(long id) {
        int place = find(id);
        return place == NOT_THERE ? 0 : positions[place];
    }

    /** Ends that are remembered. */
    int size() {
        return size;
    }

    /** The message's place, or {@link #NOT_THERE}. */
    private int find(long id) {
        for (long age = ends - heads[head(id)]; age < size; ) {
            int place = next - 1 - (int) age;
            place += place < 0 ? ids.length : 0;
            if (ids[place] == id) {
                return place;
            }
            if (older[place] == 0) {
                break;
            }
            age += older[place];
        }
        return NOT_THERE;
    }

    /** Looks where an end would be chained in, and changes nothing: when it comes, the processor need not wait for memory. */
    long touch(long id) {
        return heads[head(id)];
    }

    /** Puts the end with that number before all others of its head. */
    private void chain(int place, long end) {
        int head = head(ids[place]);
        long distance = heads[head] == 0 ? 0 : end - heads[head];
        older[place] = distance > Integer.MAX_VALUE ? 0 : (int) distance; // further back than any ring is long
        heads[head] = end;
    }

    /** Ids of a family, which differ in their lowest bits alone, have heads side by side. */
    private int head(long id) {
        long family = id >>> FAMILY_BITS;
        long hash = (family ^ family >>> 32) * 0x9E3779B97F4A7C15L;
        return ((int) (hash >>> 32) & ~FAMILY | (int) id & FAMILY) & heads.length - 1;
    }

    private static int headsFor(int places) {
        return Math.max(FAMILY + 1, Integer.highestOneBit(places) << 1);
    }

    /** While nothing has made room yet all stand in their order from the first place on, and stay there. */
    private void grow() {
        int room = (int) Math.min(most, 2L * ids.length);
        ids = Arrays.copyOf(ids, room);
        positions = Arrays.copyOf(positions, room);
        older = Arrays.copyOf(older, room);
        heads = new long[headsFor(room)];
        for (int place = 0; place < size; place++) {
            chain(place, place + 1L);
        }
    }
}
