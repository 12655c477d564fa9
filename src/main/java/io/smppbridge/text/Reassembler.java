package io.smppbridge.text;

import io.smppbridge.text.Assembled.Why;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Owner;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts MO parts together, in any order, parts of many messages in between, repeated ones once.
 *
 * <p>Parts belong together when SMSC, sender, receiver, kind of reference, reference and total are equal. A part whose number is there
 * already is a repeat if its content is the same; if not, the sender has used the reference again: what was there is handed out
 * incomplete, and a new set begins. A message that is complete is remembered for at most five minutes, so that a part which the SMSC sends
 * again (our answer was late) does not open a new set.
 *
 * <p>Bounded: when more sets would be open than allowed, the oldest is handed out incomplete; so is a set that would hold more octets than any
 * 255 short messages do, before the part that would not fit. Nothing is ever dropped.
 */
@OwnedBy("whoever made it: one thread")
public final class Reassembler {
    private static final Duration MEMORY = Duration.ofMinutes(5);
    /** Parts with a message_payload could make a message that no record holds. */
    private static final int MOST_OCTETS = 48 * 1024;

    private Duration within;
    private Duration memory;
    private Instant looked = Instant.MIN;
    private final int maxOpen;
    private final InstantSource clock;
    private final Owner owner = new Owner();

    /** Both in order of their first part's and their completion's time, so that the head is the first to end. */
    private final LinkedHashMap<Key, Open> open = new LinkedHashMap<>();

    private final LinkedHashMap<Key, Done> done = new LinkedHashMap<>();

    private record Key(String smsc, String from, String to, Concat.Kind kind, int reference, int total, int tons) {
        static Key of(MoPart part) {
            Concat concat = part.content().concat();
            int tons = part.from().ton() << 8 | part.to().ton();
            return new Key(
                    part.smsc(),
                    part.from().number(),
                    part.to().number(),
                    concat.kind(),
                    concat.reference(),
                    concat.total(),
                    tons);
        }
    }

    /**
     * What is remembered of a complete message: its parts, and which of them came again. Those begin the next set if the sender turns out
     * to have used the reference for another message that begins alike.
     */
    private record Done(MoPart[] parts, MoPart[] again, Instant at) {
        boolean repeats(MoPart part) {
            Fragment content = part.content();
            int index = content.concat().sequence() - 1;
            if (!Arrays.equals(parts[index].content().octets(), content.octets())) {
                return false;
            }
            again[index] = part;
            return true;
        }

        /** Whether the part in its place came again: then all that came again was of the complete message. */
        boolean cameAgain(MoPart other) {
            return again[other.content().concat().sequence() - 1] != null;
        }
    }

    private static final class Open {
        private Instant since;
        private final MoPart first;
        private final MoPart[] parts;
        private MoPart last;
        private int missing;
        private int octets;
        private long[] ids = new long[4];
        private int count;

        Open(MoPart first, Instant since, int total) {
            this.first = first;
            this.since = since;
            this.parts = new MoPart[total];
            this.missing = total;
        }

        void take(MoPart part) {
            int index = part.content().concat().sequence() - 1;
            if (parts[index] == null) {
                parts[index] = part;
                octets += part.content().octets().length;
                missing--;
            }
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, count * 2);
            }
            ids[count++] = part.id();
            last = part;
        }

        /** Takes a part whose id is settled already. */
        void borrow(MoPart part) {
            take(part);
            count--;
        }

        boolean hasRoomFor(Fragment fragment) {
            return octets + fragment.octets().length <= MOST_OCTETS;
        }

        boolean contradicts(Fragment fragment) {
            MoPart there = parts[fragment.concat().sequence() - 1];
            return there != null && !Arrays.equals(there.content().octets(), fragment.octets());
        }

        Assembled ended(Why why) {
            List<MoPart> came = new ArrayList<>(parts.length);
            for (MoPart part : parts) {
                if (part != null) {
                    came.add(part);
                }
            }
            return new Assembled(why, first, last, came, parts.length, Arrays.copyOf(ids, count));
        }
    }

    /**
     * @param within how long missing parts are awaited
     * @param maxOpen how many messages may be open at once, at least 1
     */
    public Reassembler(Duration within, int maxOpen, InstantSource clock) {
        if (maxOpen < 1) {
            throw new IllegalArgumentException("bound of " + maxOpen + " open messages, expected at least 1");
        }
        within(within);
        this.maxOpen = maxOpen;
        this.clock = clock;
    }

    /** Missing parts are awaited so long from now on, those of messages that are open included. */
    public void within(Duration time) {
        within = time;
        memory = time.compareTo(MEMORY) < 0 ? time : MEMORY;
    }

    /** Takes a part. Returns what ended by it: nothing, one message, or two when another one had to make room. */
    public List<Assembled> add(MoPart part) {
        assert owner.isHere() : owner;
        Fragment content = part.content();
        if (!content.concat().several()) {
            return List.of(new Assembled(Why.COMPLETE, part, part, List.of(part), 1, new long[] {part.id()}));
        }
        Key key = Key.of(part);
        if (repeats(key, part)) {
            return List.of(new Assembled(
                    Why.REPEATED, part, part, List.of(part), content.concat().total(), new long[] {part.id()}));
        }
        List<Assembled> ended = new ArrayList<>(2);
        Open set = open.get(key);
        if (set != null && set.contradicts(content)) {
            ended.add(open.remove(key).ended(Why.REUSED));
            set = null;
        } else if (set != null && !set.hasRoomFor(content)) {
            ended.add(open.remove(key).ended(Why.PUSHED_OUT));
            set = null;
        }
        if (set == null) {
            set = opened(key, part);
        }
        set.take(part);
        if (set.missing == 0) {
            open.remove(key);
            ended.add(set.ended(Why.COMPLETE));
            remember(key, set);
        } else if (open.size() > maxOpen) {
            Iterator<Open> oldest = open.values().iterator();
            ended.add(oldest.next().ended(Why.PUSHED_OUT));
            oldest.remove();
        }
        return ended;
    }

    /** Takes out the messages whose time is over. Call it now and then: once a second is plenty. */
    public List<Assembled> expired() {
        assert owner.isHere() : owner;
        Instant now = clock.instant();
        forget(now);
        follow(now);
        List<Assembled> ended = new ArrayList<>();
        Iterator<Map.Entry<Key, Open>> oldest = open.entrySet().iterator();
        while (oldest.hasNext()) {
            Open set = oldest.next().getValue();
            if (set.since.plus(within).isAfter(now)) {
                break;
            }
            ended.add(set.ended(Why.TIMED_OUT));
            oldest.remove();
        }
        return ended;
    }

    /** Where the clock has been set back, what came by its former time counts from now on, and what comes now does not wait behind it. */
    private void follow(Instant now) {
        if (now.isBefore(looked)) {
            open.values().forEach(set -> set.since = earlier(set.since, now));
            done.replaceAll((key, last) -> new Done(last.parts, last.again, earlier(last.at, now)));
        }
        looked = now;
    }

    /** No later than now, where the clock has been set back before a start. */
    private Instant cameAt(MoPart part) {
        return earlier(part.receivedAt(), clock.instant());
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** How many messages wait for parts. */
    public int open() {
        return open.size();
    }

    private boolean repeats(Key key, MoPart part) {
        Done before = done.get(key);
        return before != null && before.at.plus(memory).isAfter(cameAt(part)) && before.repeats(part);
    }

    private Open opened(Key key, MoPart part) {
        Open set = new Open(part, cameAt(part), part.content().concat().total());
        Done before = done.remove(key);
        if (before != null && before.at.plus(memory).isAfter(cameAt(part)) && !before.cameAgain(part)) {
            for (MoPart again : before.again) {
                if (again != null) {
                    set.borrow(again);
                }
            }
        }
        open.put(key, set);
        return set;
    }

    private void remember(Key key, Open set) {
        done.put(key, new Done(set.parts, new MoPart[set.parts.length], cameAt(set.last)));
        if (done.size() > maxOpen) {
            Iterator<Done> oldest = done.values().iterator();
            oldest.next();
            oldest.remove();
        }
    }

    private void forget(Instant now) {
        Iterator<Done> oldest = done.values().iterator();
        while (oldest.hasNext() && !oldest.next().at.plus(memory).isAfter(now)) {
            oldest.remove();
        }
    }
}
