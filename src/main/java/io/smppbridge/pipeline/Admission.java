package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.bag.Task;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.routing.LoopGuard;
import io.smppbridge.routing.Rewritten;
import io.smppbridge.routing.Route;
import io.smppbridge.routing.RouteTable;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.DropInConfig;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.GsmAlphabet;
import io.smppbridge.text.SmartText;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.tlv.TlvBlock;
import io.smppbridge.tlv.TlvFault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The first stages of a message's walk, on the caller's own thread: check it, choose its SMSC, cut it into parts, take its credit.
 * Touches nothing but credits, so that a message refused here has left no trace.
 */
@ThreadSafe
final class Admission {
    /** What admission says of a message: a task that holds a credit, or why not. */
    sealed interface Result {
        /** On its way; {@code encoded} is for the answer. */
        record Admitted(Task task, EncodeResult.Encoded encoded, int reference, String endpoint, Trail trail)
                implements Result {}

        record Refused(SendOutcome.Refusal refusal) implements Result {}
    }

    private static final String LOOP =
            "the same message has come too often: it seems to go round in a circle; see routing.loop-max";
    private static final int MOST_TAGS = 16;
    private static final int LONGEST_TAG = 128;
    private static final int ALPHANUMERIC = 5;
    private static final int LONGEST_SENDER = 11;
    private static final int LONGEST_REF = 128;
    private static final Duration LONGEST_VALIDITY = Duration.ofDays(30);
    private static final Duration LONGEST_SCHEDULE = Duration.ofDays(366);

    private final Supplier<Lanes> lanes;
    private final ConsentCheck wanted;
    private final InstantSource clock;
    private final AtomicInteger references;
    private volatile Hooks hooks = Hooks.NONE;

    Admission(Supplier<Lanes> lanes, ConsentCheck wanted, InstantSource clock) {
        this.lanes = lanes;
        this.wanted = wanted;
        this.clock = clock;
        this.references = new AtomicInteger((int) clock.millis());
    }

    /**
     * Decides about one message.
     *
     * @param exempt whether it also goes to those who want none
     */
    Result admit(String account, OutboundSms sms, boolean exempt) {
        Lanes now = lanes.get();
        long nowMs = clock.millis();
        OutboundSms full = withDefaultSender(now, account, sms);
        List<String> changes = List.of();
        if (!now.rewriting().isEmpty()) {
            Rewritten rewritten = now.rewriting().apply(account, full);
            if (!rewritten.faults().isEmpty()) {
                return refused(new SendOutcome.Invalid(rewritten.faults()));
            }
            full = rewritten.sms();
            changes = rewritten.changes();
        }
        List<Fault> faults = allFaults(now, account, full, nowMs, exempt);
        if (!faults.isEmpty()) {
            return refused(new SendOutcome.Invalid(faults));
        }
        Route route = now.routes().find(account, full, nowMs);
        if (!route.exists()) {
            return refused(new SendOutcome.NoRoute(RouteTable.noRoute(account, full.from(), full.to())));
        }
        Predicate<String> up = name -> now.find(name).map(Lane::isUp).orElse(false);
        Predicate<String> takesCredit = name -> now.find(name)
                .map(lane -> !lane.retired() && lane.bag().tryAcquire(1))
                .orElse(false);
        String wanted = hooks.anyAccepting() ? hooks.route(account, full, route.smscs()) : "";
        String smsc = !wanted.isEmpty() && up.test(wanted) && takesCredit.test(wanted)
                ? wanted
                : route.choose(full.to().number(), up, takesCredit);
        if (smsc.isEmpty()) {
            return refused(new SendOutcome.NoCredit(String.join(", ", route.smscs()), Duration.ofSeconds(1)));
        }
        Lane chosen = now.find(smsc).orElseThrow();
        Trail way = changes.isEmpty() ? now.trail(route.name()) : new Trail(route.name(), changes);
        Trail trail = exempt ? way.exempted() : way;
        try {
            return place(now, chosen, account, full, trail);
        } catch (RuntimeException e) {
            chosen.bag().release(1);
            throw e;
        }
    }

    /** Plug-ins that look at messages; who hands them over may have to wait for their answers. */
    void hooks(Hooks now) {
        hooks = now;
    }

    /** The message cannot go on after all. */
    void giveBack(Result.Admitted admitted) {
        lanes.get().find(admitted.task().smsc()).ifPresent(lane -> lane.bag().release(1));
    }

    /** Cuts the message for its SMSC, whose credit it holds. */
    private Result place(Lanes now, Lane chosen, String account, OutboundSms sms, Trail trail) {
        int reference = references.getAndIncrement() & 0xFFFF;
        SmartText.Outcome cut = cut(now, chosen, account, sms, reference);
        OutboundSms sent = cut.sms();
        if (!(cut.result() instanceof EncodeResult.Encoded encoded)) {
            chosen.bag().release(1);
            return refused(new SendOutcome.Invalid(List.of(fault(cut.result()))));
        }
        LoopGuard loops = now.loops();
        if (loops.watches()) {
            int hop = loops.hop(account, sent, encoded.parts(), chosen.name(), chosen.takesTlvs(), clock.millis());
            if (hop == LoopGuard.LOOP) {
                chosen.bag().release(1);
                return refused(new SendOutcome.Invalid(List.of(new Fault("to", "loop", LOOP))));
            }
            sent = loops.marked(sent, chosen.takesTlvs() ? hop : 0);
        }
        TlvBlock tlvs;
        try {
            tlvs = chosen.tlvs(sent);
        } catch (TlvFault fault) {
            chosen.bag().release(1);
            String field = fault.name().isEmpty()
                    ? "tlvs"
                    : "tlvs/" + fault.name().replace("~", "~0").replace("/", "~1");
            return refused(new SendOutcome.Invalid(List.of(new Fault(field, "bad-tlv", fault.getMessage()))));
        }
        Duration validity = sms.validity().isZero() ? now.validity() : sms.validity();
        Task task = new Task(
                account,
                chosen.name(),
                sent,
                Math.max(clock.millis(), sms.schedule().toEpochMilli()) + validity.toMillis(),
                Lane.parts(encoded).with(tlvs));
        task.dueAtMs = chosen.dueAtMs(sms);
        task.exempt = trail.exempt();
        return new Result.Admitted(task, encoded, reference, endpoint(now, account, sms), trail);
    }

    /** Cuts a message into parts, its typographic characters replaced where that is asked for. */
    static SmartText.Outcome cut(Lanes now, Lane lane, String account, OutboundSms sms, int reference) {
        return isSmart(now, lane, account, sms)
                ? SmartText.encode(sms, lane.profile(), reference)
                : new SmartText.Outcome(sms, lane.encode(sms, reference));
    }

    private List<Fault> allFaults(Lanes now, String account, OutboundSms sms, long nowMs, boolean exempt) {
        List<Fault> faults = faults(now, account, sms, nowMs);
        if (!exempt && wanted.turnsAway(account, sms)) {
            faults.add(new Fault(
                    "to",
                    "opted-out",
                    "the subscriber wants no messages from here (STOP); expected a number that is not opted out,"
                            + " see ./bridge consent list"));
        }
        return faults;
    }

    /** What is wrong with a message that a plug-in has changed, of which nothing was wrong before. */
    List<Fault> faults(String account, OutboundSms changed, OutboundSms before) {
        boolean elsewhere = !changed.to().number().equals(before.to().number());
        return allFaults(lanes.get(), account, changed, clock.millis(), !elsewhere);
    }

    /** The message says; else the account or the SMSC may ask for it. */
    private static boolean isSmart(Lanes now, Lane chosen, String account, OutboundSms sms) {
        if (sms.form().smart().isPresent()) {
            return sms.form().smart().get();
        }
        return chosen.profile().shaping().smart() || now.isSmart(account);
    }

    /** Whether a message may be worth sending for so long. */
    static boolean isValidity(Duration validity) {
        return !validity.isNegative() && !validity.isZero() && validity.compareTo(LONGEST_VALIDITY) <= 0;
    }

    /** Whether a message may be sent as late as that. */
    static boolean isSchedule(Instant schedule, long nowMs) {
        // Compared as instants: the furthest ones have no milliseconds. Nearly all are to go at once.
        return schedule.equals(Instant.EPOCH)
                || !schedule.isAfter(Instant.ofEpochMilli(nowMs).plus(LONGEST_SCHEDULE))
                        && !schedule.isBefore(Instant.EPOCH);
    }

    private static List<Fault> faults(Lanes now, String account, OutboundSms sms, long nowMs) {
        List<Fault> faults = new java.util.ArrayList<>(0);
        if (sms.text().isEmpty() && !sms.isBinary()) {
            faults.add(new Fault("text", "empty", "neither text nor binary given; expected one of them"));
        }
        if (sms.to().number().length() < 3 || sms.to().number().length() > 15) {
            faults.add(new Fault(
                    "to", "bad-number", "number of " + sms.to().number().length() + " digits, expected 3..15"));
        }
        if (sms.from().ton() == ALPHANUMERIC) {
            senderFaults(sms.from().number(), faults);
        }
        if (sms.clientRef().length() > LONGEST_REF) {
            faults.add(new Fault(
                    "clientRef",
                    "too-long",
                    sms.clientRef().length() + " characters, expected at most " + LONGEST_REF));
        }
        if (sms.validity().compareTo(LONGEST_VALIDITY) > 0 || sms.validity().isNegative()) {
            faults.add(new Fault("validity", "out-of-range", sms.validity().toSeconds() + " s, expected 1 s..30 days"));
        }
        if (!isSchedule(sms.schedule(), nowMs)) {
            faults.add(new Fault("schedule", "out-of-range", "not within 366 days from now"));
        }
        if (!sms.tags().isEmpty()) {
            tagFaults(sms, faults);
        }
        if (!sms.callback().isEmpty()
                && !sms.callback().equals(DropInConfig.CALLBACK)
                && !now.hasWebhook(sms.callback())) {
            faults.add(new Fault(
                    "callback",
                    "unknown-webhook",
                    "no webhook is called " + sms.callback() + "; expected one of " + now.webhooks()));
        }
        return faults;
    }

    /** The air interface has room for eleven septets (3GPP TS 23.040 §9.1.2.5). */
    private static void senderFaults(String from, List<Fault> faults) {
        int septets = GsmAlphabet.septets(from);
        if (septets < 0) {
            faults.add(new Fault("from", "not-encodable", "letters outside of the GSM alphabet in the sender"));
        } else if (septets > LONGEST_SENDER) {
            faults.add(new Fault(
                    "from",
                    "too-long",
                    septets + " GSM characters in the sender, expected at most " + LONGEST_SENDER
                            + " (those of the extension table count twice)"));
        }
    }

    private static void tagFaults(OutboundSms sms, List<Fault> faults) {
        if (sms.tags().size() > MOST_TAGS) {
            faults.add(new Fault("tags", "too-many", sms.tags().size() + " tags, expected at most " + MOST_TAGS));
        }
        sms.tags().forEach((key, value) -> {
            if (key.length() > LONGEST_TAG || value.length() > LONGEST_TAG) {
                faults.add(new Fault(
                        "tags", "too-long", "a tag of more than " + LONGEST_TAG + " characters in name or value"));
            }
        });
    }

    static Fault fault(EncodeResult result) {
        if (result instanceof EncodeResult.TooLong tooLong) {
            return new Fault(
                    "text",
                    "too-many-parts",
                    "takes " + tooLong.parts() + " parts, expected at most " + tooLong.max()
                            + "; shorten it or raise max-parts of the SMSC");
        }
        if (result instanceof EncodeResult.Unshapable unshapable) {
            return new Fault(unshapable.field(), "bad-value", unshapable.reason());
        }
        EncodeResult.Unencodable unencodable = (EncodeResult.Unencodable) result;
        return new Fault(
                "encoding",
                "not-encodable",
                unencodable.asked() + " does not hold " + unencodable.characters()
                        + "; leave the encoding out or use ucs2");
    }

    private static OutboundSms withDefaultSender(Lanes now, String account, OutboundSms sms) {
        if (!sms.from().number().isEmpty()) {
            return sms;
        }
        String from = now.account(account).map(AccountConfig::defaultFrom).orElse("");
        return from.isEmpty() ? sms : sms.withFrom(Address.of(from));
    }

    /** Where the message's events go: its own callback, else the account's webhook or listener. */
    private static String endpoint(Lanes now, String account, OutboundSms sms) {
        if (sms.callback().equals(DropInConfig.CALLBACK)) {
            return Endpoints.callbacks(account);
        }
        if (!sms.callback().isEmpty()) {
            return Endpoints.webhook(sms.callback());
        }
        if (sms.coding().isGiven()) { // by SMPP: its receipts go the same way, or nowhere
            return sms.wish() == ReceiptWish.NONE ? "" : Endpoints.esme(account);
        }
        return now.endpointOf(account);
    }

    private static Result refused(SendOutcome.Refusal refusal) {
        return new Result.Refused(refusal);
    }
}
