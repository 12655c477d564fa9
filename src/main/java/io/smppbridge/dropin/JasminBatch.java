package io.smppbridge.dropin;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.dropin.Parameters.Misformed;
import io.smppbridge.http.JsonOut;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * {@code /secure/sendbatch}: many messages in one request. Jasmin answers when it has queued them and tells each message's fate by
 * {@code callback_url}; here all are on disk, or refused with their reasons, when the answer comes, so the fate of each stands in the answer.
 */
@OwnedBy("the event loop of its exchange")
final class JasminBatch {
    private static final int MOST = 10_000;

    private final JasminDoor door;
    private final JasminDoor.Asked asked;
    private final MiddleWare middleWare;
    private final List<Item> items = new ArrayList<>();
    private final Contents contents = new Contents();

    /**
     * One receiver of one message.
     *
     * @param message empty when it could not be read
     * @param fault why it could not; empty when it could
     */
    private record Item(String to, Optional<OutboundSms> message, String fault) {}

    JasminBatch(JasminDoor door, JasminDoor.Asked asked, MiddleWare middleWare) {
        this.door = door;
        this.asked = asked;
        this.middleWare = middleWare;
    }

    void send() {
        JsonNode messages = asked.json().path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            asked.error(400, "Mandatory argument [messages] is not found.");
            return;
        }
        JsonNode settings = asked.json().path("batch_config");
        for (String unknown : List.of("callback_url", "errback_url", "schedule_at")) {
            if (!settings.path(unknown).asText("").isEmpty()) {
                asked.error(
                        400,
                        "batch_config." + unknown
                                + " is not supported: the answer tells the fate of each message; use sdt and dlr-url");
                return;
            }
        }
        int number = 0;
        for (JsonNode message : messages) {
            number++;
            for (String to : receivers(message)) {
                if (items.size() == MOST) {
                    asked.error(400, "message " + number + ": more than " + MOST + " messages in one batch");
                    return;
                }
                items.add(item(number, message, to));
            }
        }
        List<OutboundSms> readable =
                items.stream().flatMap(item -> item.message().stream()).toList();
        if (!readable.isEmpty() && door.refuse(asked, readable.size())) {
            return;
        }
        Handing.over(asked.exchange(), middleWare, readable)
                .whenComplete((outcomes, failure) -> asked.exchange().run(() -> {
                    if (failure == null) {
                        answer(outcomes);
                    } else {
                        asked.error(500, "Cannot send submit_sm");
                    }
                }));
    }

    /** Its own, or else those of the globals. A message without any has one that is empty, so that its fate is told too. */
    private List<String> receivers(JsonNode message) {
        boolean own = message.has("to") || !message.isObject();
        JsonNode to = (own ? message : asked.json().path("globals")).path("to");
        List<String> numbers = new ArrayList<>();
        if (to.isArray()) {
            to.forEach(number -> numbers.add(number.asText()));
        } else {
            numbers.add(to.asText(""));
        }
        return numbers.isEmpty() ? List.of("") : numbers;
    }

    private Item item(int number, JsonNode message, String to) {
        try {
            Parameters fields = new Parameters().add("to", JasminMessage.utf8(to));
            Parameters own = JasminDoor.fields(asked.json().path("globals"), message);
            return new Item(to, Optional.of(contents.once(door.message(asked, fields.addMissing(own)))), "");
        } catch (Misformed e) {
            return unread(number, to, JasminMessage.Refused.misformed(e));
        } catch (JasminMessage.Refused e) {
            return unread(number, to, e);
        }
    }

    private static Item unread(int number, String to, JasminMessage.Refused why) {
        return new Item(to, Optional.empty(), "message " + number + ": " + why.getMessage());
    }

    /** @param outcomes what became of those that could be read */
    private void answer(List<SendOutcome> outcomes) {
        if (outcomes.stream().anyMatch(SendOutcome::isInDoubt)) {
            asked.exchange().hangUp();
            return;
        }
        Iterator<SendOutcome> sent = outcomes.iterator();
        JsonOut out = asked.exchange().json().object().name("data").object();
        out.field("batchId", UUID.randomUUID().toString()).field("messageCount", items.size());
        out.name("messages").array();
        for (Item item : items) {
            out.object().field("to", item.to());
            if (item.message().isEmpty()) {
                refused(out, item.fault());
            } else {
                told(out, sent.next());
            }
            out.end();
        }
        asked.exchange().answer(200, "application/json", out.endArray().end().end());
    }

    private static void told(JsonOut out, SendOutcome outcome) {
        if (outcome instanceof SendOutcome.Acceptance accepted) {
            out.field("status", 1).field("statusText", "Success \"" + accepted.id() + '"');
        } else {
            refused(out, JasminDoor.words((SendOutcome.Refusal) outcome));
        }
    }

    private static void refused(JsonOut out, String why) {
        out.field("status", 0).field("statusText", "Error \"" + why + '"');
    }
}
