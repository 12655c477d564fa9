package io.smppbridge.intake;

import io.smppbridge.Encoding;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Acceptance;
import io.smppbridge.SendOutcome.Conflict;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.SendOutcome.Invalid;
import io.smppbridge.SendOutcome.NoCredit;
import io.smppbridge.SendOutcome.NoRoute;
import io.smppbridge.SendOutcome.NotAccepting;
import io.smppbridge.SendOutcome.Refusal;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Turns outcomes into answers. One message: its own status. A list: 202 when at least one message was accepted, and each result carries its
 * status; when none was, 503 if any may be tried again once the bridge takes messages, else 429 if any may be tried again once its bag has
 * room, else 409 if all are conflicts, else 422; the results are there in every case.
 */
final class Answers {
    static final String JSON = "application/json";

    private static final Map<Enum<?>, String> WORDS = words();

    private Answers() {}

    /** Called on the exchange's event loop when every sound message is decided. */
    static void write(Exchange exchange, Batch batch, SendOutcome[] outcomes, Instant now) {
        if (batch.isBulk()) {
            bulk(exchange, batch, outcomes, now);
        } else if (batch.isFaulty(0)) {
            exchange.answer(batch.problem(0));
        } else if (outcomes[0] instanceof Acceptance accepted) {
            JsonOut out = exchange.json().object().field("id", accepted.id());
            acceptance(out, accepted, isScheduled(batch.sound.get(0), now));
            exchange.answer(202, JSON, out.end(), "location", "/v1/messages/" + accepted.id());
        } else {
            exchange.answer(problem(asGiven((Refusal) outcomes[0], batch.isHex(0)), ""));
        }
    }

    private static void bulk(Exchange exchange, Batch batch, SendOutcome[] outcomes, Instant now) {
        JsonOut out = exchange.json().object().name("results").array();
        Tally tally = new Tally();
        Acceptances acceptances = new Acceptances(out);
        int next = 0;
        for (int i = 0; i < batch.count(); i++) {
            if (batch.isFaulty(i)) {
                refused(out, batch.problem(i), tally);
            } else if (outcomes[next] instanceof Acceptance accepted) {
                tally.accepted++;
                acceptances.write(accepted, isScheduled(batch.sound.get(next++), now));
            } else {
                refused(out, problem(asGiven((Refusal) outcomes[next], batch.isHex(next)), "/" + i), tally);
                next++;
            }
        }
        out.endArray()
                .field("accepted", tally.accepted)
                .field("refused", tally.refused)
                .end();
        int status = tally.status();
        if (status == 429 || status == 503) {
            exchange.answer(status, JSON, out, "retry-after", Integer.toString(tally.retryAfter));
        } else {
            exchange.answer(status, JSON, out);
        }
    }

    private static void refused(JsonOut out, Problem problem, Tally tally) {
        tally.add(problem);
        out.object().field("status", problem.status()).name("problem");
        problem.write(out);
        out.end();
    }

    private static boolean isScheduled(OutboundSms sms, Instant now) {
        return sms.schedule().isAfter(now);
    }

    /** What follows its id. Of a repeated request nothing is said that only a look at the message itself could tell. */
    private static void acceptance(JsonOut out, Acceptance accepted, boolean scheduled) {
        if (!accepted.repeated()) {
            out.field("state", scheduled ? "scheduled" : "queued")
                    .field("encoding", word(accepted.encoding()))
                    .field("parts", accepted.parts())
                    .field("forcedUcs2", accepted.forcedUcs2())
                    .field("replaced", accepted.replaced())
                    .field("smsc", accepted.smsc());
        }
        out.field("durability", word(accepted.durability())).field("repeated", accepted.repeated());
    }

    /** What is wrong with octets is wrong with the field that they came in. */
    private static Refusal asGiven(Refusal refusal, boolean hex) {
        if (!hex || !(refusal instanceof Invalid invalid)) {
            return refusal;
        }
        return new Invalid(invalid.faults().stream()
                .map(fault -> fault.field().equals(Field.BINARY.json)
                        ? new SendOutcome.Fault(Field.BINARY_HEX.json, fault.code(), fault.reason())
                        : fault)
                .toList());
    }

    /**
     * @param prefix pointer to the message in the body; empty when it is the body
     */
    static Problem problem(Refusal refusal, String prefix) {
        if (refusal instanceof Invalid invalid) {
            List<Problem.Fault> faults = new ArrayList<>(invalid.faults().size());
            for (SendOutcome.Fault fault : invalid.faults()) {
                String pointer = fault.field().isEmpty() ? prefix : prefix + "/" + fault.field();
                faults.add(new Problem.Fault(pointer, fault.code(), fault.reason()));
            }
            return new Problem(422, "invalid", refusal.reason(), faults, 0);
        }
        if (refusal instanceof Conflict) {
            Problem.Fault fault = new Problem.Fault(prefix + "/clientRef", "conflict", refusal.reason());
            return new Problem(409, "conflict", refusal.reason(), List.of(fault), 0);
        }
        if (refusal instanceof NoRoute) {
            Problem.Fault fault = new Problem.Fault(prefix + "/to", "no-route", refusal.reason());
            return new Problem(422, "no-route", refusal.reason(), List.of(fault), 0);
        }
        if (refusal instanceof NoCredit full) {
            return Problem.of(429, "no-credit", refusal.reason()).retryAfter(seconds(full.retryAfter()));
        }
        NotAccepting closed = (NotAccepting) refusal;
        return Problem.of(503, "not-accepting", refusal.reason()).retryAfter(seconds(closed.retryAfter()));
    }

    /** As JSON has the words of enums: {@code no-receipt}. */
    static String word(Enum<?> value) {
        return WORDS.get(value);
    }

    private static Map<Enum<?>, String> words() {
        Map<Enum<?>, String> words = new HashMap<>();
        Stream.of(Encoding.values(), Durability.values(), MessageState.values())
                .flatMap(Stream::of)
                .forEach(value ->
                        words.put(value, value.name().toLowerCase(Locale.ROOT).replace('_', '-')));
        return Map.copyOf(words);
    }

    private static int seconds(Duration wait) {
        return (int) Math.max(1, Math.min(3600, (wait.toMillis() + 999) / 1000));
    }

    /** The acceptances of a list. Most say what the one before says, but for the id: they are copies of it. */
    @OwnedBy("whoever writes the answer")
    private static final class Acceptances {
        private final JsonOut out;
        private Acceptance last;
        private boolean lastScheduled;
        private int from;
        private int idAt;
        private int to;

        Acceptances(JsonOut out) {
            this.out = out;
        }

        void write(Acceptance accepted, boolean scheduled) {
            if (last != null && scheduled == lastScheduled && isLike(last, accepted)) {
                out.again(from, idAt, to, accepted.id());
                return;
            }
            out.object();
            from = out.length() - 1;
            out.field("status", 202).name("id");
            idAt = out.length() + 1;
            out.value(accepted.id());
            acceptance(out, accepted, scheduled);
            to = out.end().length();
            last = accepted;
            lastScheduled = scheduled;
        }

        private static boolean isLike(Acceptance one, Acceptance other) {
            return one.encoding() == other.encoding()
                    && one.parts() == other.parts()
                    && one.repeated() == other.repeated()
                    && one.durability() == other.durability()
                    && one.smsc().equals(other.smsc())
                    && one.forcedUcs2().equals(other.forcedUcs2())
                    && one.replaced().equals(other.replaced());
        }
    }

    /** Counts results for the status of the whole. */
    @OwnedBy("whoever counts the outcomes of one request")
    private static final class Tally {
        int accepted;
        int refused;
        private int conflicts;
        private int full;
        private int closed;
        private int retryAfter = 1;

        void add(Problem problem) {
            refused++;
            conflicts += problem.status() == 409 ? 1 : 0;
            full += problem.status() == 429 ? 1 : 0;
            closed += problem.status() == 503 ? 1 : 0;
            retryAfter = Math.max(retryAfter, problem.retryAfterSeconds());
        }

        int status() {
            if (accepted > 0) {
                return 202;
            }
            if (closed > 0) {
                return 503;
            }
            if (full > 0) {
                return 429;
            }
            return conflicts == refused ? 409 : 422;
        }
    }
}
