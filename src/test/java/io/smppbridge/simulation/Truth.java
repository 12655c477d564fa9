package io.smppbridge.simulation;

import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.Receipt;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What callers, carrier and platform know, over all lives of the bridge: what a run is judged by. */
final class Truth {
    private static final int ROOM_OF_ONE = 160;
    private static final int ROOM_OF_8_BITS = 153;
    private static final int ROOM_OF_16_BITS = 152;
    private static final String TAG = "n";

    /** What is known of one message. */
    static final class Message {
        final int number;
        final OutboundSms sms;
        final TreeSet<Long> ids = new TreeSet<>();
        /** Attempts to hand it in whose end nobody has heard. */
        int inDoubt;

        boolean asked;
        final int parts;
        final Map<Integer, Integer> taken = new TreeMap<>();
        /** When each part was taken first. */
        final Map<Integer, Long> takenAt = new TreeMap<>();

        long submittedAt;
        long lastSubmittedAt;
        int refused;
        /** Whether some part was taken a second time before the end was told. */
        boolean twice;
        /** What became of its submissions when the power failed, and nobody can know. */
        boolean dark;
        /** It was refused for good, so that others were let go, before the power failed: it may have been forgotten, and then it comes late. */
        boolean forgotten;

        boolean refusedForGood;

        final TreeSet<String> said = new TreeSet<>();
        final TreeSet<String> heard = new TreeSet<>();
        final Map<Long, Receipt> ends = new TreeMap<>();

        Message(int number, OutboundSms sms) {
            this.number = number;
            this.sms = sms;
            this.parts = sms.text().length() <= ROOM_OF_ONE ? 1 : (sms.text().length() - 1) / ROOM_OF_8_BITS + 1;
        }

        boolean isAccepted() {
            return !ids.isEmpty();
        }

        boolean hasRef() {
            return !sms.clientRef().isEmpty();
        }

        int extra() {
            return taken.values().stream()
                    .mapToInt(count -> Math.max(0, count - 1))
                    .sum();
        }

        boolean isTakenWhole() {
            return taken.size() == parts;
        }

        /** Whether its platform is to hear of its end, or has been promised silence. */
        boolean hasEnded() {
            return !ends.isEmpty() || sms.wish() == ReceiptWish.NONE && isTakenWhole();
        }

        @Override
        public String toString() {
            return "m" + number;
        }
    }

    final Map<Integer, Message> messages = new TreeMap<>();
    final List<String> violations = new ArrayList<>();
    private final boolean inOrder;
    private final Map<Long, Integer> numberOfId = new HashMap<>();
    /** Submissions that may come twice: the sum of the documented bounds of all that has failed. */
    long mayDouble;

    long accepted;
    long refused;
    long submitted;
    long doubled;

    Truth(boolean inOrder) {
        this.inOrder = inOrder;
    }

    void wrong(String what) {
        violations.add(what);
    }

    Message ask(OutboundSms sms, int number) {
        return messages.computeIfAbsent(number, n -> new Message(n, sms));
    }

    /** A caller hears. */
    void told(Message message, SendOutcome outcome, boolean journalFailed) {
        message.inDoubt--;
        if (outcome instanceof SendOutcome.Acceptance accept) {
            accepted++;
            long id = accept.id().value();
            message.ids.add(id);
            if (message.ids.size() > 1) {
                wrong("ids: " + message + " has got a second id for its clientRef");
            }
            Integer other = numberOfId.put(id, message.number);
            if (other != null && other != message.number) {
                wrong("ids: " + message + " has the id of m" + other);
            }
        } else if (journalFailed) {
            message.inDoubt++; // it may have been stored all the same: as good as no answer
        } else if (outcome instanceof SendOutcome.NotAccepting || outcome instanceof SendOutcome.NoCredit) {
            refused++;
        } else {
            wrong("refused: " + message + " " + outcome);
        }
    }

    /** The message that octets at the carrier belong to; null when they are nobody's. */
    Message of(byte[] octets, boolean udhi, String to) {
        int from = udhi ? octets[0] + 1 : 0;
        String text = new String(octets, from, octets.length - from, StandardCharsets.ISO_8859_1);
        int mark = text.indexOf('m');
        Message message =
                mark < 0 || mark + 5 > text.length() ? null : messages.get(number(text.substring(mark + 1, mark + 5)));
        int part = udhi ? octets[octets[0]] - 1 : 0;
        int room = udhi && octets[0] == 5 ? ROOM_OF_8_BITS : ROOM_OF_16_BITS;
        if (message == null) {
            wrong("octets: nobody's text at the carrier: " + text);
            return null;
        }
        String whole = message.sms.text();
        String expected = udhi ? whole.substring(part * room, Math.min(whole.length(), (part + 1) * room)) : whole;
        if (!text.equals(expected) || !message.sms.to().number().equals(to)) {
            wrong("octets: " + message + " part " + part + " to " + to + ": " + text);
        }
        return message;
    }

    private static int number(String digits) {
        return digits.chars().allMatch(Character::isDigit) ? Integer.parseInt(digits) : -1;
    }

    /** The bridge has written a part to the carrier. */
    void submitted(Message message, long now) {
        submitted++;
        if (!message.isAccepted() && message.inDoubt == 0) {
            wrong("phantom: " + message + " was refused, and is submitted");
        }
        if (!message.ends.isEmpty() && message.parts == 1) {
            wrong("after the end: " + message + " is submitted after its end was told");
        }
        message.lastSubmittedAt = now;
        if (message.submittedAt == 0) {
            message.submittedAt = now;
        }
    }

    /** What became of the last that was sent and told is known to nobody any more. */
    void powerLost() {
        messages.values().forEach(message -> {
            message.dark = true;
            message.forgotten |= message.refusedForGood;
        });
    }

    /** The carrier has taken a part. */
    void taken(Message message, int part, long now) {
        message.twice |= message.taken.merge(part, 1, Integer::sum) > 1 && message.ends.isEmpty();
        message.takenAt.putIfAbsent(part, now);
    }

    /** The platform is handed an event. */
    void event(Receipt event) {
        Message message = messages.get(number(event.tags().getOrDefault(TAG, "-")));
        if (message == null) {
            wrong("phantom: an event of nobody's message " + event.message());
            return;
        }
        message.ids.add(event.message().value());
        if (message.ids.size() > 1) {
            wrong("ids: " + message + " has an event under another id");
        }
        if (!event.state().isFinal()) {
            return;
        }
        Receipt before = message.ends.put(event.eventId().value(), event);
        if (before != null && before.state() != event.state()) {
            wrong("events: " + message + " has one event with two states, " + before.state() + " and " + event.state());
        }
    }

    /** Accepted messages that have not come to their end. */
    List<Message> open() {
        return messages.values().stream()
                .filter(message -> message.isAccepted() && !message.hasEnded())
                .toList();
    }

    /** The verdict, when everything has come to rest. */
    void judge() {
        for (Message message : messages.values()) {
            if (message.isAccepted() && !message.hasEnded()) {
                wrong("lost: " + message + " was accepted and has no end; taken " + message.taken);
            }
            ends(message);
            doubled += message.extra();
        }
        if (doubled > mayDouble) {
            wrong("doubled: " + doubled + " submissions came again, at most " + mayDouble + " may");
        }
        if (inOrder) {
            order();
        }
    }

    private void ends(Message message) {
        List<Receipt> firsts = message.ends.values().stream()
                .filter(end -> end.before().isEmpty())
                .toList();
        if (firsts.size() > 1) {
            wrong("events: " + message + " has ended " + firsts.size() + " times: "
                    + firsts.stream().map(Receipt::state).toList());
        }
        for (Receipt end : message.ends.values()) {
            String what = message + " ended as " + end.state() + " (" + end.detail() + "), taken " + message.taken
                    + " of " + message.parts;
            boolean enough =
                    end.state() == MessageState.UNDELIVERED ? !message.taken.isEmpty() : message.isTakenWhole();
            if (says(end.state()) && !enough) {
                wrong("lost: " + what);
            }
            if (end.state() == MessageState.DELIVERED && !message.said.contains("DELIVRD")) {
                wrong("lost: " + what + ", receipts " + message.said);
            }
            if (end.state() == MessageState.REJECTED && message.refused == 0) {
                wrong("lost: " + what + ", never refused");
            }
            if (message.twice && !end.possibleDuplicate() && !message.dark) {
                wrong("unmarked: " + what);
            }
        }
        boolean once = message.taken.size() == message.parts && message.extra() == 0;
        boolean waited = firsts.size() == 1 && firsts.get(0).state() == MessageState.NO_RECEIPT;
        if (message.parts == 1 && once && waited && !message.heard.isEmpty()) {
            wrong("receipt: " + message + " ended as NO_RECEIPT, and its receipt was taken: " + message.heard);
        }
    }

    private static boolean says(MessageState state) {
        return switch (state) {
            case ACCEPTED, DELIVERED, UNDELIVERED, NO_RECEIPT -> true;
            default -> false;
        };
    }

    /** To one destination, none is taken for the first time after a later one has been submitted. */
    private void order() {
        Map<String, List<Message>> byDestination = new TreeMap<>();
        messages.values().stream()
                .filter(Message::isAccepted)
                .forEach(message -> byDestination
                        .computeIfAbsent(message.sms.to().number(), to -> new ArrayList<>())
                        .add(message));
        for (List<Message> line : byDestination.values()) {
            line.sort((a, b) -> Long.compare(a.ids.first(), b.ids.first()));
            for (int i = 0; i < line.size(); i++) {
                for (int j = i + 1; j < line.size(); j++) {
                    inverted(line.get(i), line.get(j));
                }
            }
        }
    }

    private void inverted(Message earlier, Message later) {
        long taken = earlier.takenAt.values().stream().mapToLong(at -> at).max().orElse(0);
        if (later.submittedAt != 0 && taken > later.submittedAt && !earlier.forgotten) {
            wrong("order: " + earlier + " was taken after " + later + " had been submitted");
        }
    }
}
