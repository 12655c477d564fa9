package io.smppbridge.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.threads.ThreadSafe;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the platform knows: what it was promised, and what it has heard. */
@ThreadSafe
final class Books {
    private final Map<String, Promise> promised = new HashMap<>();
    private final Map<String, String> ended = new HashMap<>();
    private final Map<String, Long> partsBySmsc = new TreeMap<>();
    private final Map<String, Long> failures = new TreeMap<>();
    private final Set<String> events = new HashSet<>();
    private final Set<String> mo = new HashSet<>();
    private long delivered;
    private long refused;
    private long marked;
    private long secondEnds;
    private long eventRepeats;
    private long moRepeats;
    private long partsTaken;
    private long partsInDoubt;

    private record Promise(String smsc, int parts) {}

    synchronized void accepted(JsonNode said) {
        String smsc = said.path("smsc").asText();
        Promise promise = new Promise(smsc, said.path("parts").asInt(1));
        if (promised.put(said.path("id").asText(), promise) == null) {
            partsBySmsc.merge(smsc, (long) promise.parts, Long::sum);
        }
    }

    synchronized void refusedAtTheDoor(long messages) {
        refused += messages;
    }

    /** An event of the webhook, whose signature was right. */
    synchronized void heard(JsonNode event) {
        if (!events.add(event.path("eventId").asText())) {
            eventRepeats++;
            return;
        }
        if (event.path("type").asText().equals("message.inbound")) {
            if (!mo.add(event.path("from").asText() + " " + event.path("text").asText())) {
                moRepeats++;
            }
        } else if (event.path("final").asBoolean()) {
            end(event);
        }
    }

    private void end(JsonNode event) {
        String state = event.path("state").asText();
        if (ended.put(event.path("messageId").asText(), state) != null) {
            secondEnds++;
            return;
        }
        if (event.path("possibleDuplicate").asBoolean()) {
            marked++;
        }
        if (state.equals("DELIVERED")) {
            delivered++;
        } else {
            failures.merge(
                    state.toLowerCase(java.util.Locale.ROOT) + ": "
                            + event.path("detail").asText("no detail"),
                    1L,
                    Long::sum);
        }
        if (state.equals("UNCERTAIN")) {
            partsInDoubt += event.path("parts").asInt(1);
        } else if (!state.equals("REJECTED")) {
            partsTaken += event.path("parts").asInt(1);
        }
    }

    /**
     * A look at it.
     *
     * @param lost promised, and no final state heard
     * @param strangers final states of messages that nobody promised
     * @param marked messages whose end says that they may have been sent twice
     * @param secondEnds messages that ended twice
     * @param eventRepeats events that came again under the same id, as a lost answer makes them
     * @param partsTaken submit_sm that the SMSCs must have taken, if each was sent once
     * @param partsInDoubt further submit_sm that they may have taken: those of messages that ended as UNCERTAIN
     */
    record Sum(
            long accepted,
            long delivered,
            Map<String, Long> failures,
            long lost,
            long strangers,
            long refused,
            long marked,
            long secondEnds,
            long eventRepeats,
            long mo,
            long moRepeats,
            long partsTaken,
            long partsInDoubt) {
        long failed() {
            return failures.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    synchronized Sum sum() {
        long lost =
                promised.keySet().stream().filter(id -> !ended.containsKey(id)).count();
        long strangers =
                ended.keySet().stream().filter(id -> !promised.containsKey(id)).count();
        return new Sum(
                promised.size(),
                delivered,
                new TreeMap<>(failures),
                lost,
                strangers,
                refused,
                marked,
                secondEnds,
                eventRepeats,
                mo.size(),
                moRepeats,
                partsTaken,
                partsInDoubt);
    }

    /** submit_sm that the messages promised by way of this SMSC take. */
    synchronized long parts(String smsc) {
        return partsBySmsc.getOrDefault(smsc, 0L);
    }

    /** Of those, the ones whose message has not ended. */
    synchronized long partsOpen(String smsc) {
        long open = 0;
        for (Map.Entry<String, Promise> one : promised.entrySet()) {
            if (one.getValue().smsc.equals(smsc) && !ended.containsKey(one.getKey())) {
                open += one.getValue().parts;
            }
        }
        return open;
    }

    /** Whether every promised message has ended and that many different MO have come. */
    synchronized boolean complete(long moSent) {
        return ended.size() >= promised.size() && mo.size() >= moSent;
    }
}
