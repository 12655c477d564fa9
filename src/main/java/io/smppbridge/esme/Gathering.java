package io.smppbridge.esme;

import io.smppbridge.Messages;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SmppCoding;
import io.smppbridge.TaskId;
import io.smppbridge.settings.EsmeAccount;
import io.smppbridge.text.Concat;
import io.smppbridge.text.Udh;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.tlv.Tlvs;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Parts of long messages that an account hands over, on whichever of its binds, until all of one message are there.
 *
 * <p>A part is accepted, journaled and answered like any message, only that it is not to leave before the time for the others is over. When
 * the last one has been accepted, one message takes the place of all; if that does not come about (a part never comes, a restart, too many
 * parts at once), each goes as it is when its time is over. Nothing depends on what is remembered here. Locked: only for accounts that have
 * their parts put together.
 *
 * <p>A part that comes again before the others are there is the one that is known. Once all are there, what comes is of another message:
 * there are ESMEs that give all their long messages one reference. Where another part comes in a place that is taken, two messages bear one
 * reference at once, and which part is whose nobody can say: from then on their parts go as they are, until the time is over.
 */
@ThreadSafe
final class Gathering {
    /** Tag of the message that took the place of its parts: their ids, with what each asks to hear. */
    static final String PARTS = OutboundSms.JOINED_PARTS;

    private static final int MOST_TAGS = 16;
    /** The shortest validity that a message may have. */
    private static final Duration LEAST_WORTH = Duration.ofSeconds(1);

    private final Map<Key, Group> groups = new LinkedHashMap<>();
    /** Those of them that have been accepted. */
    private final Map<TaskId, Held> accepted = new HashMap<>();
    /** Parts in all groups. */
    private int held;

    private record Key(String from, String to, Concat.Kind kind, int reference, int total) {}

    private static final class Group {
        final long sinceNanos;
        final Instant until;
        final Held[] parts;
        int count;
        int accepted;
        /** Not once a part was refused, or the time is over: then each goes as it is. */
        boolean joins = true;
        /** Parts of more than one message have come. */
        boolean mixed;

        Group(long sinceNanos, Instant until, int total) {
            this.sinceNanos = sinceNanos;
            this.until = until;
            this.parts = new Held[total];
        }

        /** Holds no part, and the place of one. */
        static Group ofSeveralMessages(long sinceNanos) {
            Group group = new Group(sinceNanos, Instant.EPOCH, 0);
            group.mixed = true;
            group.count = 1;
            return group;
        }

        boolean isWhole() {
            return count == parts.length;
        }
    }

    /** A part that waits for its acceptance, or has it. */
    static final class Held {
        private final Key key;
        private final Group group;
        private final int index;
        private final OutboundSms sms;
        private final Instant from;
        private final CompletableFuture<SendOutcome> outcome = new CompletableFuture<>();
        private TaskId id;
        /** Done when the message that this part, the last, has brought about stands where its parts were; null of the others. */
        CompletableFuture<Boolean> whole;

        /** @param from when it may be sent, but for the others */
        private Held(Key key, Group group, int index, OutboundSms sms, Instant from) {
            this.key = key;
            this.group = group;
            this.index = index;
            this.sms = sms;
            this.from = from;
        }

        /** What became of it, for all who ask: on the thread that tells, or at once when it is known. */
        void whenTold(Consumer<SendOutcome> to) {
            outcome.thenAccept(to);
        }

        /** It has been accepted, or refused; after {@link Gathering#accepted} or {@link Gathering#refused}. */
        void tell(SendOutcome what) {
            outcome.complete(what);
        }

        /** When its own validity ends; {@link Instant#EPOCH} when it names none. */
        private Instant until() {
            return sms.validity().isZero() ? Instant.EPOCH : from.plus(sms.validity());
        }

        /** The part as it is to be handed over: not to be sent before the time for the others is over, nor after its own. */
        OutboundSms waiting() {
            Instant until = sms.schedule().isAfter(group.until) ? sms.schedule() : group.until;
            Duration worth =
                    sms.validity().isZero() ? sms.validity() : Duration.between(until, from.plus(sms.validity()));
            Map<String, String> tags = new HashMap<>(sms.tags());
            tags.put(OutboundSms.AWAITS_PARTS, Integer.toString(index + 1));
            return sms.withContent(sms.binary(), sms.coding(), tags, sms.tlvs()).withTimes(worth, until);
        }
    }

    /** What becomes of a message that is handed over. */
    sealed interface Entered {
        /** It is no part, there is no room, or it is not worth sending any more once the time for the others is over: it goes as it is. */
        record Alone() implements Entered {}

        /** It waits for the others. */
        record Awaits(Held part) implements Entered {}

        /** The very part has been handed over already, and one answer is for both. */
        record Again(Held part) implements Entered {}
    }

    private static final Entered ALONE = new Entered.Alone();

    /**
     * Takes a message in.
     *
     * @param nanos the monotonic time
     */
    Entered enter(OutboundSms sms, EsmeAccount.Gather terms, long nanos, Instant now) {
        Concat place = place(sms);
        if (!place.several()) {
            return ALONE;
        }
        Key key = new Key(sms.from().number(), sms.to().number(), place.kind(), place.reference(), place.total());
        int index = place.sequence() - 1;
        Instant from = sms.schedule().isAfter(now) ? sms.schedule() : now;
        synchronized (this) {
            forget(nanos - terms.within().toNanos());
            Group group = groups.get(key);
            if (group != null && group.mixed) {
                return ALONE;
            }
            if (group != null && group.isWhole()) {
                remove(key, group); // it needs no more parts, only that they are accepted
                group = null;
            }
            if (group != null && group.parts[index] != null) {
                Held there = group.parts[index];
                if (Arrays.equals(there.sms.binary(), sms.binary())) {
                    return new Entered.Again(there);
                }
                drop(key, group);
                groups.put(key, Group.ofSeveralMessages(nanos));
                held++;
                return ALONE;
            }
            Instant until = group == null ? now.plus(terms.within()) : group.until;
            boolean isLast = group != null && group.count == group.parts.length - 1; // it ends the others' wait
            if (held >= terms.most() && !isLast || endsBefore(sms, from, until)) {
                return ALONE;
            }
            if (group == null) {
                group = new Group(nanos, until, place.total());
                groups.put(key, group);
            }
            Held part = new Held(key, group, index, sms, from);
            group.parts[index] = part;
            group.count++;
            held++;
            return new Entered.Awaits(part);
        }
    }

    private static boolean endsBefore(OutboundSms sms, Instant from, Instant until) {
        return !sms.validity().isZero() && from.plus(sms.validity()).isBefore(until.plus(LEAST_WORTH));
    }

    /** A part has been accepted. The message that is to take the place of all, if it was the last. */
    synchronized Optional<Messages.Whole> accepted(Held part, TaskId id) {
        part.id = id;
        Group group = part.group;
        group.accepted++;
        if (group.accepted < group.parts.length) {
            if (groups.get(part.key) == group) {
                accepted.put(id, part);
            }
            return Optional.empty();
        }
        remove(part.key, group);
        return group.joins ? whole(group) : Optional.empty();
    }

    /** A part has not been accepted: the others go as they are. */
    synchronized void refused(Held part) {
        drop(part.key, part.group);
    }

    /** A message has been withdrawn: if it was a part, its place is free for it to be handed over anew. */
    synchronized void withdrawn(TaskId id) {
        Held part = accepted.get(id);
        if (part != null) {
            leave(part);
        }
    }

    private void leave(Held part) {
        Group group = part.group;
        if (group.count == 1) {
            remove(part.key, group);
            return;
        }
        accepted.remove(part.id);
        group.parts[part.index] = null;
        group.count--;
        group.accepted--;
        held--;
    }

    /** How many parts are remembered. */
    synchronized int size() {
        return held;
    }

    private void forget(long before) {
        Iterator<Group> oldest = groups.values().iterator();
        while (oldest.hasNext()) {
            Group group = oldest.next();
            if (group.sinceNanos - before > 0) {
                return;
            }
            group.joins = false;
            oldest.remove();
            gone(group);
        }
    }

    private void drop(Key key, Group group) {
        group.joins = false;
        remove(key, group);
    }

    private void remove(Key key, Group group) {
        if (groups.remove(key, group)) {
            gone(group);
        }
    }

    private void gone(Group group) {
        held -= group.count;
        for (Held part : group.parts) {
            if (part != null && part.id != null) {
                accepted.remove(part.id);
            }
        }
    }

    /** Where TLVs or the header say that it belongs. */
    private static Concat place(OutboundSms sms) {
        SmppCoding coding = sms.coding();
        Concat said = coding.udhi() ? Udh.parse(sms.binary()).concat() : Concat.NONE;
        SmppCoding.Fields fields = coding.fields();
        return said == Concat.NONE && fields.isPart()
                ? new Concat(Concat.Kind.SAR, fields.sarReference(), fields.sarTotal(), fields.sarSequence())
                : said;
    }

    private static Optional<Messages.Whole> whole(Group group) {
        OutboundSms first = group.parts[0].sms;
        byte[] header = first.coding().udhi() ? Udh.parse(first.binary()).others() : new byte[0];
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        octets.writeBytes(header);
        List<TaskId> ids = new ArrayList<>();
        List<String> asked = new ArrayList<>();
        Map<String, String> tlvs = new HashMap<>();
        Held stays = group.parts[0];
        Instant schedule = first.schedule();
        Instant until = Instant.EPOCH;
        Priority priority = first.priority();
        for (Held part : group.parts) {
            if (part.sms.coding().dataCoding() != first.coding().dataCoding()) {
                return Optional.empty(); // one message has one
            }
            byte[] content = part.sms.binary();
            int from = part.sms.coding().udhi() ? Udh.parse(content).length() : 0;
            octets.write(content, from, content.length - from);
            ids.add(part.id);
            asked.add(part.id + ":" + registered(part.sms) + ":"
                    + part.sms.tags().getOrDefault(SubmitReader.USER_REFERENCE, ""));
            part.sms.tlvs().forEach((tag, value) -> {
                if (tlvs.size() < MOST_TAGS && !Tlvs.isHint(tag)) { // of the parts, not of the whole
                    tlvs.putIfAbsent(tag, value);
                }
            });
            schedule = part.sms.schedule().isAfter(schedule) ? part.sms.schedule() : schedule;
            until = earlier(until, part.until());
            priority = part.sms.priority().compareTo(priority) > 0 ? part.sms.priority() : priority;
            stays = part.sms.wish().ordinal() > stays.sms.wish().ordinal() ? part : stays;
        }
        if (!until.equals(Instant.EPOCH) && until.isBefore(schedule.plus(LEAST_WORTH))) {
            return Optional.empty(); // one would end before another is due
        }
        return Optional.of(new Messages.Whole(
                stays.id,
                ids,
                new Messages.Content(
                        octets.toByteArray(), header.length > 0, Map.of(PARTS, String.join(",", asked)), tlvs),
                schedule,
                until,
                priority));
    }

    private static Instant earlier(Instant one, Instant other) {
        boolean alone = one.equals(Instant.EPOCH);
        return alone || !other.equals(Instant.EPOCH) && other.isBefore(one) ? other : one;
    }

    /** registered_delivery as the ESME gave it, as far as it matters. */
    private static int registered(OutboundSms sms) {
        String given = sms.tags().get(SubmitReader.REGISTERED);
        if (given != null) {
            return Integer.parseInt(given);
        }
        return sms.wish() == ReceiptWish.NONE ? 0 : sms.wish() == ReceiptWish.FAILURE ? 2 : 1;
    }
}
