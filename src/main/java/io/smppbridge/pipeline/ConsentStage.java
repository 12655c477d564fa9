package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.InboundSms;
import io.smppbridge.MiddleWare;
import io.smppbridge.SendOutcome;
import io.smppbridge.records.ConsentRecord;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.ReplyRecord;
import io.smppbridge.settings.InboundConfig.Consent;
import io.smppbridge.settings.InboundConfig.Keyword;
import io.smppbridge.settings.Spelling;
import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acts on STOP, START and HELP: journals what the subscriber wants, and the answer that is owed, in the same batch as the message itself,
 * and sends the answer once that is written. An answer is owed until it has been accepted as a message, also over a restart. The one to
 * STOP goes although the number is opted out then.
 */
@OwnedBy("journal thread")
final class ConsentStage {
    private static final Logger LOG = LoggerFactory.getLogger(ConsentStage.class);
    private static final int TRIES_A_TURN = 100;
    private static final long ROUTE_AGAIN_MS = 5_000;
    private static final int MOST_REMEMBERED = 10_000;

    private final Books books;
    private final AfterForce after;
    private final Function<String, MiddleWare> door;
    /** Filled on whatever thread tells what became of a reply; there is one for each that is under way. */
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();
    /** When a word of a subscriber was answered last; the oldest are forgotten. */
    private final Map<String, Long> answered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MOST_REMEMBERED;
        }
    };

    private record Told(long eventId, SendOutcome outcome) {}

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
        InboundRoutes inbound = books.lanes.get().inbound();
        Consent consent = inbound.consent();
        if (!consent.enabled() || sms.text().isEmpty() || !sms.complete()) {
            return;
        }
        String said = Spelling.fold(sms.text());
        boolean stop = inbound.isOneOf(consent.stop().words(), said);
        if (stop || inbound.isOneOf(consent.start().words(), said)) {
            Keyword word = stop ? consent.stop() : consent.start();
            if (change(sms.from(), scope(consent, sms, account), stop) || isLongAgo(consent, sms, stop)) {
                reply(consent, word, sms, account);
                answered.remove(place(sms, stop));
                answered.put(place(sms, stop), books.nowMs());
            }
        } else if (inbound.isOneOf(consent.help().words(), said)) {
            reply(consent, consent.help(), sms, account);
        }
    }

    /** How many answers are owed. An estimate from any thread. */
    int owed() {
        return books.owed.size();
    }

    /** Opts out, or in again; false when that was so before. */
    boolean change(Address number, String scope, boolean out) {
        String one = books.lanes.get().subscribers().of(number);
        boolean changed = put(one, scope, out);
        String written = SubscriberNumbers.digits(number);
        if (!out && !written.equals(one)) { // from before its country was known
            changed |= put(written, scope, false);
        }
        if (changed) {
            books.stats.consent(out ? "out" : "in").increment();
            String meant = scope.indexOf(' ') < 0 ? "everything" : "one " + scope.substring(0, scope.indexOf(' '));
            LOG.info("{} is opted {} for {}", number, out ? "out" : "in", meant);
        }
        return changed;
    }

    private boolean put(String digits, String scope, boolean out) {
        if (digits.isEmpty() || books.consent.holds(digits, scope) == out) {
            return false;
        }
        ConsentRecord record = new ConsentRecord(out, digits, scope, books.nowMs());
        record.encode(books.record(RecordType.CONSENT));
        books.consent.enter(record, books.finish());
        return true;
    }

    /** Sees what became of answers, and tries again what could not be sent. */
    void retry() {
        for (Told one = told.poll(); one != null; one = told.poll()) {
            settle(one);
        }
        for (OwedReplies.Owed owed : books.owed.idle(TRIES_A_TURN, books.nowMs())) {
            ReplyRecord record = owed.record;
            boolean known = books.refs.message(RefKey.of(record.account(), record.sms())) != 0;
            boolean old = books.owed.isOld(record, books.nowMs());
            if (old && !known) {
                LOG.warn("the answer to {} could not be sent for twelve hours; it is given up", record.to());
            }
            if (known || old) {
                books.owed.done(record.eventId());
            } else {
                send(owed);
            }
        }
    }

    private void settle(Told one) {
        OwedReplies.Owed owed = books.owed.find(one.eventId());
        if (owed == null) {
            return;
        }
        if (one.outcome() instanceof SendOutcome.NoCredit || one.outcome() instanceof SendOutcome.NotAccepting) {
            books.owed.later(owed, books.nowMs(), 0);
        } else if (one.outcome() instanceof SendOutcome.NoRoute) { // another configuration may have one
            books.owed.later(owed, books.nowMs(), ROUTE_AGAIN_MS);
        } else {
            books.owed.done(one.eventId());
            if (one.outcome() instanceof SendOutcome.Refusal refusal) {
                LOG.warn("the answer to {} cannot be sent: {}", owed.record.to(), refusal.reason());
            }
        }
    }

    /** What a subscriber's wish is about. */
    private String scope(Consent consent, InboundSms sms, String account) {
        return switch (consent.scope()) {
            case SENDER -> ConsentCheck.sender(books.lanes.get(), sms.to());
            case ACCOUNT ->
                account.isEmpty() ? ConsentCheck.sender(books.lanes.get(), sms.to()) : ConsentList.account(account);
            case ALL -> ConsentList.EVERYTHING;
        };
    }

    /** Whether a word that changes nothing is answered all the same: not at once again, as two machines could go on for ever. */
    private boolean isLongAgo(Consent consent, InboundSms sms, boolean stop) {
        Long last = answered.get(place(sms, stop));
        // A time to come is one before the clock was set back.
        return last == null
                || last > books.nowMs()
                || books.nowMs() - last >= consent.answerAgain().toMillis();
    }

    private String place(InboundSms sms, boolean stop) {
        return (stop ? "stop " : "start ")
                + books.lanes.get().subscribers().of(sms.from())
                + ' '
                + sms.to().number();
    }

    private void reply(Consent consent, Keyword keyword, InboundSms sms, String account) {
        Address subscriber = new Address(
                SubscriberNumbers.digits(sms.from()),
                sms.from().ton(),
                sms.from().npi());
        if (keyword.reply().isEmpty() || !subscriber.isNumeric()) {
            return;
        }
        if (books.owed.isFull()) {
            LOG.warn("{} gets no answer: too many others wait for theirs", subscriber);
            return;
        }
        String named = consent.account().isEmpty() ? account : consent.account();
        ReplyRecord record = new ReplyRecord(
                sms.eventId().value(),
                named.isEmpty() ? books.lanes.get().inProcessAccount() : named,
                sms.to(),
                subscriber,
                keyword.reply());
        record.encode(books.record(RecordType.REPLY));
        OwedReplies.Owed owed = books.owed.enter(record, books.finish());
        owed.underWay = true;
        after.onWritten(() -> send(owed));
    }

    private static SendOutcome failed(ReplyRecord record, Throwable fault) {
        LOG.debug("the answer to {} could not be handed over; it is tried again", record.to(), fault);
        return new SendOutcome.NotAccepting("internal error", Duration.ofSeconds(1));
    }

    private void send(OwedReplies.Owed owed) {
        owed.underWay = true;
        ReplyRecord record = owed.record;
        try {
            door.apply(record.account())
                    .send(record.sms())
                    .whenComplete((outcome, fault) ->
                            told.add(new Told(record.eventId(), fault == null ? outcome : failed(record, fault))));
        } catch (RuntimeException e) {
            told.add(new Told(record.eventId(), failed(record, e)));
        }
    }
}
