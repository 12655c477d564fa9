package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.settings.InboundConfig.Consent;
import io.smppbridge.settings.InboundConfig.Keyword;
import io.smppbridge.threads.OwnedBy;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acts on STOP, START and HELP: journals what the subscriber wants in the same batch as the message itself, and answers once that is
 * written. The answer to STOP goes although the number is opted out; a STOP that changes nothing is not answered.
 */
@OwnedBy("journal thread")
final class ConsentStage {
    private static final Logger LOG = LoggerFactory.getLogger(ConsentStage.class);
    /** Answers that wait for room in a bag. */
    private static final int MOST_WAITING = 10_000;

    private static final int TRIES_A_TURN = 100;

    private final Books books;
    private final AfterForce after;
    private final Function<String, MiddleWare> door;
    /** Filled on whatever thread tells that a reply could not be sent yet. */
    private final Queue<Reply> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    private record Reply(String account, OutboundSms sms) {}

    /**
     * @param door for an account's messages, past the list of those who want none
     */
    ConsentStage(Books books, AfterForce after, Function<String, MiddleWare> door) {
        this.books = books;
        this.after = after;
        this.door = door;
    }

    /** A subscriber has written; {@code account} is whose message it is. */
    void heard(InboundSms sms, String account) {
        Consent consent = books.lanes.get().consent();
        if (!consent.enabled() || sms.text().isEmpty() || !sms.complete()) {
            return;
        }
        String said = InboundRoutes.fold(sms.text());
        if (is(consent.stop(), said)) {
            String scope = scope(consent, sms, account);
            if (change(sms.from(), scope, true)) {
                reply(consent, consent.stop(), sms, account);
            }
        } else if (is(consent.start(), said)) {
            String scope = scope(consent, sms, account);
            if (change(sms.from(), scope, false)) {
                reply(consent, consent.start(), sms, account);
            }
        } else if (is(consent.help(), said)) {
            reply(consent, consent.help(), sms, account);
        }
    }

    /** Opts out, or in again; false when that was so before. */
    boolean change(Address number, String scope, boolean out) {
        String digits = digits(number);
        if (digits.isEmpty() || books.consent.holds(digits, scope) == out) {
            return false;
        }
        ConsentRecord record = new ConsentRecord(out, digits, scope, books.nowMs());
        record.encode(books.record(RecordType.CONSENT));
        record.enter(books.consent, books.finish());
        String meant = scope.indexOf(' ') < 0 ? "everything" : "one " + scope.substring(0, scope.indexOf(' '));
        LOG.info("{} is opted {} for {}", number, out ? "out" : "in", meant);
        return true;
    }

    /** Tries again what a full bag or ring had no room for. */
    void retry() {
        for (int i = Math.min(waiting.size(), TRIES_A_TURN); i > 0; i--) {
            send(waiting.remove());
        }
    }

    static String digits(Address address) {
        String number = address.number();
        return number.startsWith("+") ? number.substring(1) : number;
    }

    private static String scope(Consent consent, InboundSms sms, String account) {
        return switch (consent.scope()) {
            case SENDER -> ConsentList.sender(digits(sms.to()));
            case ACCOUNT -> account.isEmpty() ? ConsentList.sender(digits(sms.to())) : ConsentList.account(account);
            case ALL -> ConsentList.EVERYTHING;
        };
    }

    private static boolean is(Keyword keyword, String said) {
        return keyword.words().stream()
                .anyMatch(word -> InboundRoutes.fold(word).equals(said));
    }

    private void reply(Consent consent, Keyword keyword, InboundSms sms, String account) {
        Address subscriber =
                new Address(digits(sms.from()), sms.from().ton(), sms.from().npi());
        if (keyword.reply().isEmpty() || !subscriber.isNumeric()) {
            return;
        }
        OutboundSms answer = OutboundSms.to(subscriber)
                .from(sms.to())
                .text(keyword.reply())
                .clientRef("consent-" + sms.eventId())
                .build();
        String named = consent.account().isEmpty() ? account : consent.account();
        Reply reply = new Reply(named.isEmpty() ? books.lanes.get().inProcessAccount() : named, answer);
        after.onWritten(() -> send(reply));
    }

    private void send(Reply reply) {
        door.apply(reply.account()).send(reply.sms()).thenAccept(outcome -> {
            boolean later = outcome instanceof SendOutcome.NoCredit || outcome instanceof SendOutcome.NotAccepting;
            boolean kept = later && waiting.offer(reply);
            if (!kept && outcome instanceof SendOutcome.Refusal refusal) {
                LOG.warn("the answer to {} cannot be sent: {}", reply.sms().to(), refusal.reason());
            }
        });
    }
}
