package io.smppbridge.intake;

import io.smppbridge.Messages;
import io.smppbridge.Messages.CarrierPart;
import io.smppbridge.Messages.CarrierView;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Explanation;
import io.smppbridge.Messages.MessageView;
import io.smppbridge.Messages.PartView;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.TaskId;
import io.smppbridge.http.Exchange;
import io.smppbridge.http.JsonOut;
import io.smppbridge.http.Problem;
import io.smppbridge.threads.ThreadSafe;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Questions about one message, and its withdrawal. An id of another account is as unknown as one never given. */
@ThreadSafe
final class MessageRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(MessageRoutes.class);

    private final Function<String, Messages> doors;

    MessageRoutes(Function<String, Messages> doors) {
        this.doors = doors;
    }

    void find(Exchange exchange) {
        Optional<String> query = exchange.query("query");
        if (query.isPresent()) {
            query(exchange, query.get());
            return;
        }
        ask(exchange, Messages::find, (id, found) -> {
            if (found.isPresent()) {
                exchange.answer(200, Answers.JSON, view(exchange.json(), found.get()));
            } else {
                unknown(exchange);
            }
        });
    }

    /** {@code ?query=smsc}: what the SMSC says of it now. */
    private void query(Exchange exchange, String whom) {
        if (!whom.equals("smsc")) {
            exchange.answer(Problem.of(400, "bad-query", "query=" + Values.shorten(whom) + ", expected query=smsc"));
            return;
        }
        ask(exchange, Messages::query, (id, found) -> {
            if (found.isPresent()) {
                exchange.answer(200, Answers.JSON, carrierView(exchange.json(), found.get()));
            } else {
                unknown(exchange);
            }
        });
    }

    void explain(Exchange exchange) {
        ask(exchange, Messages::explain, (id, found) -> {
            if (found.isPresent()) {
                exchange.answer(200, Answers.JSON, explanation(exchange.json(), found.get()));
            } else {
                unknown(exchange);
            }
        });
    }

    void cancel(Exchange exchange) {
        ask(exchange, Messages::cancel, (id, withdrawal) -> cancelled(exchange, id, withdrawal));
    }

    void change(Exchange exchange, Change change) {
        ask(exchange, (messages, id) -> messages.change(id, change), (id, changed) -> changed(exchange, id, changed));
    }

    private static void changed(Exchange exchange, TaskId id, Changed changed) {
        if (changed instanceof Changed.Done done) {
            exchange.answer(
                    200,
                    Answers.JSON,
                    exchange.json()
                            .object()
                            .field("id", id)
                            .field("state", Answers.word(done.state()))
                            .field("encoding", Answers.word(done.encoding()))
                            .field("parts", done.parts())
                            .end());
        } else if (changed instanceof Changed.Invalid invalid) {
            Faults faults = new Faults();
            faults.start(-1);
            invalid.faults().forEach(fault -> faults.add(fault.field(), fault.code(), fault.reason()));
            exchange.answer(faults.toProblem());
        } else {
            refused(exchange, ((Changed.Refused) changed).why());
        }
    }

    private static void cancelled(Exchange exchange, TaskId id, Withdrawal withdrawal) {
        if (withdrawal == Withdrawal.CANCELLED) {
            exchange.answer(
                    200,
                    Answers.JSON,
                    exchange.json()
                            .object()
                            .field("id", id)
                            .field("state", "cancelled")
                            .end());
        } else {
            refused(exchange, withdrawal);
        }
    }

    private static void refused(Exchange exchange, Withdrawal why) {
        switch (why) {
            case TOO_LATE ->
                exchange.answer(Problem.of(
                        409, "too-late", "the message has been handed to an SMSC, which does not give it back"));
            case UNANSWERED ->
                exchange.answer(
                        Problem.of(504, "no-answer", "the SMSC was asked and has not answered; ask again later"));
            case ENDED -> exchange.answer(Problem.of(409, "ended", "the message has reached a final state"));
            default -> unknown(exchange);
        }
    }

    private <T> void ask(Exchange exchange, Question<T> question, BiConsumer<TaskId, T> answer) {
        Optional<TaskId> id = id(exchange.parameter());
        if (id.isEmpty()) {
            unknown(exchange);
            return;
        }
        question.ask(doors.apply(exchange.principal()), id.get())
                .whenComplete((found, error) -> exchange.run(() -> {
                    if (error == null) {
                        answer.accept(id.get(), found);
                    } else {
                        LOG.error("question about message {} failed", id.get(), error);
                        exchange.answer(Problem.of(500, "internal", "the bridge failed to answer; its log says why"));
                    }
                }));
    }

    /** One of the questions of {@link Messages}. */
    private interface Question<T> {
        CompletableFuture<T> ask(Messages messages, TaskId id);
    }

    private static Optional<TaskId> id(String text) {
        try {
            return Optional.of(TaskId.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static void unknown(Exchange exchange) {
        exchange.answer(Problem.of(404, "unknown-message", "no such message, or it has been forgotten"));
    }

    private static JsonOut carrierView(JsonOut out, CarrierView view) {
        fields(out.object(), view.message());
        out.name("carrier").object().field("fault", view.why());
        out.name("parts").array();
        for (CarrierPart part : view.parts()) {
            out.object()
                    .field("number", part.number())
                    .field("messageId", part.messageId())
                    .field("state", part.state())
                    .field("finalDate", part.finalDate())
                    .field("errorCode", part.errorCode())
                    .field("fault", part.fault())
                    .end();
        }
        return out.endArray().end().end();
    }

    private static JsonOut view(JsonOut out, MessageView view) {
        fields(out.object(), view);
        return out.end();
    }

    private static void fields(JsonOut out, MessageView view) {
        out.field("id", view.id())
                .field("state", Answers.word(view.state()))
                .field("final", view.state().isFinal())
                .field("smsc", view.smsc())
                .field("clientRef", view.clientRef())
                .field("partCount", view.partCount());
        out.name("parts").array();
        for (PartView part : view.parts()) {
            out.object()
                    .field("number", part.number())
                    .field("messageId", part.messageId())
                    .field("receipt", part.receipt());
            if (!part.tlvs().isEmpty()) {
                out.name("tlvs").object();
                part.tlvs().forEach(out::field);
                out.end();
            }
            out.end();
        }
        out.endArray()
                .field("refusals", view.refusals())
                .field("unanswered", view.unanswered())
                .field("detail", view.detail());
        time(out, "acceptedAt", view.acceptedAt());
        time(out, "submittedAt", view.submittedAt());
        time(out, "endedAt", view.endedAt());
    }

    private static JsonOut explanation(JsonOut out, Explanation explanation) {
        out.object()
                .field("id", explanation.id())
                .field("state", Answers.word(explanation.state()))
                .field("where", explanation.where());
        out.name("why").array();
        explanation.why().forEach(out::value);
        return out.endArray().end();
    }

    private static void time(JsonOut out, String name, Instant at) {
        if (!at.equals(Instant.EPOCH)) {
            out.field(name, at.toString());
        }
    }
}
