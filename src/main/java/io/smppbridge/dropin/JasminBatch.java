package io.smppbridge.dropin;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.dropin.Parameters.Misformed;
import io.smppbridge.http.JsonOut;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

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
    private final List<String> receivers = new ArrayList<>();
    private final List<CompletableFuture<SendOutcome>> outcomes = new ArrayList<>();

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
        List<OutboundSms> all = new ArrayList<>();
        try {
            for (JsonNode message : messages) {
                collect(message, all);
            }
        } catch (JasminMessage.Refused | Misformed e) {
            asked.error(400, "message " + (all.size() + 1) + ": " + e.getMessage());
            return;
        }
        if (door.refuse(asked, all.size())) {
            return;
        }
        all.forEach(message -> outcomes.add(middleWare.send(message)));
        CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
                .whenComplete((done, failure) -> asked.exchange().run(() -> {
                    if (failure == null) {
                        answer();
                    } else {
                        asked.error(500, "Cannot send submit_sm");
                    }
                }));
    }

    private void collect(JsonNode message, List<OutboundSms> all) throws JasminMessage.Refused, Misformed {
        JsonNode to = message.path("to");
        List<String> numbers = new ArrayList<>();
        if (to.isArray()) {
            to.forEach(number -> numbers.add(number.asText()));
        } else {
            numbers.add(to.asText(""));
        }
        for (String number : numbers) {
            if (all.size() == MOST) {
                throw new JasminMessage.Refused("more than " + MOST + " messages in one batch");
            }
            Parameters fields = new Parameters().add("to", JasminMessage.utf8(number));
            Parameters own = JasminDoor.fields(asked.json().path("globals"), message);
            all.add(door.message(asked, fields.addMissing(own)));
            receivers.add(number);
        }
    }

    private void answer() {
        JsonOut out = asked.exchange().json().object().name("data").object();
        out.field("batchId", UUID.randomUUID().toString()).field("messageCount", outcomes.size());
        out.name("messages").array();
        for (int i = 0; i < outcomes.size(); i++) {
            SendOutcome outcome = outcomes.get(i).join();
            out.object().field("to", receivers.get(i));
            if (outcome instanceof SendOutcome.Acceptance accepted) {
                out.field("status", 1).field("statusText", "Success \"" + accepted.id() + '"');
            } else {
                out.field("status", 0)
                        .field("statusText", "Error \"" + JasminDoor.words((SendOutcome.Refusal) outcome) + '"');
            }
            out.end();
        }
        asked.exchange().answer(200, "application/json", out.endArray().end().end());
    }
}
