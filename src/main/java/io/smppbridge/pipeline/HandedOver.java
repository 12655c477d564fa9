package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.MessageState;
import io.smppbridge.Messages.CarrierPart;
import io.smppbridge.Messages.Change;
import io.smppbridge.Messages.Changed;
import io.smppbridge.Messages.Withdrawal;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.connector.Operation;
import io.smppbridge.connector.OperationAnswer;
import io.smppbridge.connector.OperationAnswer.Said;
import io.smppbridge.connector.OperationAnswer.Unanswered;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.records.AcceptRecord;
import io.smppbridge.records.Story;
import io.smppbridge.settings.SmscConfig.Operations.Asks;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** What can still be done about messages that an SMSC has taken: ask what has become of them, and have them deleted there. */
@ThreadSafe
final class HandedOver {
    private final CarrierDesk desk;
    private final Supplier<Lanes> lanes;

    HandedOver(CarrierDesk desk, Supplier<Lanes> lanes) {
        this.desk = desk;
        this.lanes = lanes;
    }

    /** Whether the SMSC of that message takes such questions, and its id names no other messages too. */
    boolean may(Story story, Asks what) {
        return !story.sharesId()
                && lanes.get()
                        .find(story.smsc())
                        .map(lane -> lane.config().operations().asks().contains(what))
                        .orElse(false);
    }

    /** What the SMSC says of each part that it has named. */
    CompletableFuture<List<CarrierPart>> query(Story story) {
        return each(
                story,
                part -> true,
                id -> new Operation.Query(id, story.accept().sms().from()),
                HandedOver::part);
    }

    /**
     * What the SMSC has made of it.
     *
     * @param parts those that it has deleted
     */
    record Deleted(Withdrawal verdict, List<Integer> parts) {}

    private record Answered(int part, OperationAnswer answer) {}

    /** Has every part deleted at the SMSC, but those of which it has said so before. */
    CompletableFuture<Deleted> cancel(Story story) {
        var sms = story.accept().sms();
        Set<Integer> gone = deleted(story);
        String serviceType = lanes.get()
                .find(story.smsc())
                .map(lane -> lane.config().text().serviceType())
                .orElse("");
        return each(
                        story,
                        part -> !gone.contains(part),
                        id -> new Operation.Cancel(serviceType, id, sms.from(), sms.to()),
                        (number, id, answer) -> new Answered(number - 1, answer))
                .thenApply(answers -> new Deleted(
                        verdict(
                                answers.stream().map(Answered::answer).toList(),
                                story.accept().partCount() - gone.size()),
                        answers.stream()
                                .filter(one -> isDone(one.answer()))
                                .map(Answered::part)
                                .toList()));
    }

    /**
     * Another text at the SMSC. replace_sm has no data_coding and no esm_class, so the new text must be what the old one was: one SMS of
     * the same coding without a header, which a national table takes, also one that a reload has taken away since.
     */
    CompletableFuture<Changed> replace(Story story, Change change) {
        Optional<Lane> lane = lanes.get().find(story.smsc());
        AcceptRecord was = story.accept();
        boolean fits = change.text().isPresent()
                && change.schedule().isEmpty()
                && change.validity().isEmpty()
                && change.until().isEmpty()
                && !was.sms().isBinary()
                && was.partCount() == 1;
        if (!fits || lane.isEmpty()) {
            return CompletableFuture.completedFuture(new Changed.Refused(Withdrawal.TOO_LATE));
        }
        EncodeResult result = lane.get().encode(was.sms().withText(change.text().get()), story.reference());
        EncodeResult before = lane.get().encode(was.sms(), story.reference());
        boolean same = result instanceof EncodeResult.Encoded encoded
                && encoded.parts().size() == 1
                && encoded.encoding() == was.encoding()
                && !encoded.parts().get(0).udhi()
                && !encoded.parts().get(0).payload();
        // Its own header, or that of a national table, which septets alone have. Septets that come out otherwise today
        // were cut by other settings, which may have had a table.
        boolean headed = was.sms().form().udh().length > 0
                || was.encoding() == Encoding.GSM7
                        && (!(before instanceof EncodeResult.Encoded old)
                                || old.encoding() != Encoding.GSM7
                                || old.parts().size() != 1
                                || old.parts().get(0).udhi());
        if (!same || headed) {
            String expected = headed
                    ? "the SMSC has the message already, with a header that says how it is read, and replace_sm cannot take that away"
                    : "the SMSC has the message already: expected one SMS in " + was.encoding();
            return CompletableFuture.completedFuture(
                    new Changed.Invalid(List.of(new Fault("text", "not-replaceable", expected))));
        }
        byte[] octets = ((EncodeResult.Encoded) result).parts().get(0).octets();
        int registered = was.sms().wish().asksForReceipt() ? 1 : 0;
        return each(
                        story,
                        part -> true,
                        id -> new Operation.Replace(id, was.sms().from(), "", "", registered, octets),
                        (number, id, answer) -> answer)
                .thenApply(answers -> {
                    Withdrawal verdict = verdict(answers, 1);
                    return verdict == Withdrawal.CANCELLED
                            ? new Changed.Done(MessageState.SENT, was.encoding(), 1)
                            : new Changed.Refused(verdict);
                });
    }

    /** Parts that it has deleted, as the last word about each says. */
    private static Set<Integer> deleted(Story story) {
        Set<Integer> parts = new HashSet<>();
        story.wordsHere().forEach(word -> {
            if (word.state() == ReceiptState.DELETED) {
                parts.add(word.part());
            } else {
                parts.remove(word.part());
            }
        });
        return parts;
    }

    /** Only all is enough; one answer that stayed away leaves it open. */
    private static Withdrawal verdict(List<OperationAnswer> answers, int parts) {
        boolean all = answers.size() == parts;
        boolean open = false;
        for (OperationAnswer answer : answers) {
            all &= isDone(answer);
            open |= answer instanceof Unanswered unanswered && unanswered.asked();
        }
        return all ? Withdrawal.CANCELLED : open ? Withdrawal.UNANSWERED : Withdrawal.TOO_LATE;
    }

    private static boolean isDone(OperationAnswer answer) {
        return answer instanceof Said said && said.isOk();
    }

    /** What one answer comes to. */
    private interface Reading<T> {
        T of(int number, String messageId, OperationAnswer answer);
    }

    private <T> CompletableFuture<List<T>> each(
            Story story, IntPredicate which, Function<String, Operation> operation, Reading<T> reading) {
        List<CompletableFuture<T>> all = new ArrayList<>();
        for (int part = 0; part < story.accept().partCount(); part++) {
            String id = story.messageId(part);
            if (!id.isEmpty() && which.test(part)) {
                int number = part + 1;
                CompletableFuture<T> one = new CompletableFuture<>();
                desk.ask(story.smsc(), operation.apply(id), answer -> one.complete(reading.of(number, id, answer)));
                all.add(one);
            }
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
    }

    private static CarrierPart part(int number, String id, OperationAnswer answer) {
        if (answer instanceof Said said) {
            boolean ok = said.isOk();
            return new CarrierPart(
                    number,
                    id,
                    ok ? word(said.messageState()) : "",
                    ok ? said.finalDate() : "",
                    ok ? said.errorCode() : 0,
                    ok ? "" : StatusTable.describe(said.commandStatus()));
        }
        return new CarrierPart(number, id, "", "", 0, ((Unanswered) answer).why());
    }

    private static String word(int state) {
        ReceiptState known = ReceiptState.of(state);
        return known == ReceiptState.UNSTATED ? "state " + state : known.name().toLowerCase(Locale.ROOT);
    }
}
