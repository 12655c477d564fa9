package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.plugin.Hooks;
import io.smppbridge.plugin.PluginDoor;
import io.smppbridge.records.Trail;
import io.smppbridge.routing.LoopGuard;
import io.smppbridge.routing.Rewritten;
import io.smppbridge.routing.Route;
import io.smppbridge.routing.RouteTable;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.DropInConfig;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.SenderLetters;
import io.smppbridge.text.SmartText;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.tlv.TlvBlock;
import io.smppbridge.tlv.TlvFault;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * The first stages of a message's walk, on the caller's own thread: check it, choose its SMSC, cut it into parts, take its credit.
 * Touches nothing but credits, so that a message refused here has left no trace.
 */
@ThreadSafe
final class Admission {
    private static final String LOOP =
            "the same message has come too often: it seems to go round in a circle; see routing.loop-max";
    /** When to try again for whom there was no credit. */
    static final Duration FULL_AGAIN_AFTER = Duration.ofSeconds(1);

    static final Duration LONGEST_VALIDITY = Duration.ofDays(30);
    private static final Duration LONGEST_SCHEDULE = Duration.ofDays(366);

    private static final int REFERENCES = 1 << 16;

    private final Supplier<Lanes> lanes;
    private final ConsentCheck wanted;
    private final InstantSource clock;
    private volatile Hooks hooks = Hooks.NONE;

    Admission(Supplier<Lanes> lanes, ConsentCheck wanted, InstantSource clock) {
        this.lanes = lanes;
        this.wanted = wanted;
        this.clock = clock;
    }

    /** What time it is for the messages of one call. */
    long nowMs() {
        return clock.millis();
    }

    /**
     * Decides about one message.
     *
     * @param exempt whether it also goes to those who want none
     * @param into what becomes of it: a task that holds a credit, and what belongs to it
     * @return null when it is admitted, else why not
     */
    SendOutcome.Refusal admit(String account, OutboundSms sms, boolean exempt, long nowMs, Admitted into) {
        Lanes now = lanes.get();
        boolean asks = hooks.anyAccepting();
        if (!exempt && !Faults.maySendAs(now, account, sms)) {
            return new SendOutcome.Invalid(List.of(Faults.foreignSender(account)));
        }
        OutboundSms full = withDefaultSender(now, account, sms);
        List<String> changes = List.of();
        if (!now.rewriting().isEmpty()) {
            Rewritten rewritten = now.rewriting().apply(account, full);
            if (!rewritten.faults().isEmpty()) {
                return new SendOutcome.Invalid(rewritten.faults());
            }
            full = rewritten.sms();
            changes = rewritten.changes();
        }
        List<Fault> faults = allFaults(now, account, full, nowMs, exempt);
        if (!faults.isEmpty()) {
            return new SendOutcome.Invalid(faults);
        }
        full = withoutPast(full, nowMs);
        Route route = now.routes().find(account, full, nowMs);
        if (!route.exists()) {
            return new SendOutcome.NoRoute(RouteTable.noRoute(account, full.from(), full.to()));
        }
        Address from = full.from();
        boolean everywhere = SenderLetters.fitEverywhere(from);
        if (!everywhere && !route.any(name -> LettersHeld.by(now, name, from))) {
            return new SendOutcome.Invalid(List.of(LettersHeld.fault(now, route, from)));
        }
        Route.Choice choice = LettersHeld.choice(now, from, everywhere);
        Hooks.Way asked = asks ? hooks.route(account, full, route.smscs()) : Hooks.Way.ANY;
        if (asked.refusal().isPresent()) {
            return PluginDoor.refused(asked.refusal().get().reason());
        }
        String wish = asked.smsc();
        String smsc = !wish.isEmpty() && choice.live().test(wish)
                ? wish
                : route.choose(full.to().number(), choice);
        if (smsc.isEmpty()) {
            return new SendOutcome.NoCredit(String.join(", ", route.smscs()), FULL_AGAIN_AFTER);
        }
        Lane chosen = now.named(smsc);
        Trail way = changes.isEmpty() ? now.trail(route.name()) : new Trail(route.name(), changes);
        into.trail = exempt ? way.exempted() : way;
        into.task = null;
        try {
            // Plug-ins take their time.
            return place(now, chosen, account, full, asks ? clock.millis() : nowMs, into);
        } finally {
            if (into.task == null) {
                chosen.bag().release(1); // refused, or an error
            }
        }
    }

    /** Plug-ins that look at messages; who hands them over may have to wait for their answers. */
    void hooks(Hooks now) {
        hooks = now;
    }

    /** The message cannot go on after all. */
    void giveBack(Task admitted) {
        lanes.get().find(admitted.smsc()).ifPresent(lane -> lane.bag().release(1));
    }

    /**
     * Makes the task of a message for its SMSC, whose credit it holds; the caller gives that back where there is none.
     *
     * @return null when it is made, else why not
     */
    private SendOutcome.Refusal place(
            Lanes now, Lane chosen, String account, OutboundSms sms, long nowMs, Admitted into) {
        into.reference = ThreadLocalRandom.current().nextInt(REFERENCES); // where the search for a free one begins
        OutboundSms sent = sms;
        Parts parts = uncut(chosen, sms, into);
        if (parts == null) {
            SmartText.Outcome cut = cut(now, chosen, account, sms, into.reference);
            if (!(cut.result() instanceof EncodeResult.Encoded encoded)) {
                return new SendOutcome.Invalid(List.of(fault(cut.result(), sms)));
            }
            sent = cut.sms();
            parts = Lane.parts(encoded);
            into.answers(encoded.encoding(), encoded.forcedUcs2(), encoded.replaced());
        }
        LoopGuard loops = now.loops();
        if (loops.watches()) {
            boolean travels = chosen.takesHop(sent);
            int hop = loops.hop(account, sent, parts, chosen.name(), travels, nowMs);
            if (hop == LoopGuard.LOOP) {
                return new SendOutcome.Invalid(List.of(new Fault("to", "loop", LOOP)));
            }
            sent = loops.marked(sent, travels ? hop : 0);
        }
        TlvBlock tlvs;
        try {
            tlvs = chosen.tlvs(sent);
        } catch (TlvFault fault) {
            return new SendOutcome.Invalid(List.of(fault(fault)));
        }
        Duration validity = sms.validity().isZero() ? now.validity() : sms.validity();
        long fromMs = Math.max(nowMs, sms.schedule().toEpochMilli());
        Task task = new Task(account, chosen.name(), sent, fromMs + validity.toMillis(), parts.with(tlvs));
        task.dueAtMs = chosen.dueAtMs(sms);
        task.exempt = into.trail.exempt();
        into.endpoint = endpoint(now, account, sms);
        into.task = task; // last: from here on the credit is the task's
        return null;
    }

    /** The one part of a message that needs no cutting: it came coded, or is plain; null of any other. */
    private static Parts uncut(Lane chosen, OutboundSms sms, Admitted into) {
        Encoding passed = chosen.passes(sms);
        Parts parts = passed == null
                ? chosen.plain(sms)
                : new Parts(sms.binary(), sms.coding().dataCoding(), false, false, -1);
        if (parts != null) {
            into.answers(passed == null ? Encoding.GSM7 : passed, "", "");
        }
        return parts;
    }

    private static Fault fault(TlvFault fault) {
        String field = fault.name().isEmpty()
                ? "tlvs"
                : "tlvs/" + fault.name().replace("~", "~0").replace("/", "~1");
        return new Fault(field, "bad-tlv", fault.getMessage());
    }

    /** Cuts a message into parts, its typographic characters replaced where that is asked for. */
    static SmartText.Outcome cut(Lanes now, Lane lane, String account, OutboundSms sms, int reference) {
        return isSmart(now, lane, account, sms)
                ? SmartText.encode(sms, lane.profile(), reference)
                : new SmartText.Outcome(sms, lane.encode(sms, reference));
    }

    private List<Fault> allFaults(Lanes now, String account, OutboundSms sms, long nowMs, boolean exempt) {
        List<Fault> faults = Faults.of(now, account, sms, nowMs);
        if (!exempt && wanted.turnsAway(account, sms)) {
            return Faults.with(
                    faults,
                    new Fault(
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

    /** The message says; else the account or the SMSC may ask for it. What came coded stays as it is. */
    private static boolean isSmart(Lanes now, Lane chosen, String account, OutboundSms sms) {
        if (sms.coding().isGiven()) {
            return false;
        }
        if (sms.form().smart().isPresent()) {
            return sms.form().smart().get();
        }
        return chosen.profile().shaping().smart() || now.isSmart(account);
    }

    /** Whether a message may be worth sending for so long. */
    static boolean isValidity(Duration validity) {
        return validity.getSeconds() >= 1 && validity.compareTo(LONGEST_VALIDITY) <= 0;
    }

    /** Whether a message may be sent as late as that. */
    static boolean isSchedule(Instant schedule, long nowMs) {
        // Compared as instants: the furthest ones have no milliseconds. Nearly all are to go at once.
        return schedule.equals(Instant.EPOCH)
                || !schedule.isAfter(Instant.ofEpochMilli(nowMs).plus(LONGEST_SCHEDULE))
                        && !schedule.isBefore(Instant.EPOCH);
    }

    static Fault fault(EncodeResult result, OutboundSms sms) {
        if (result instanceof EncodeResult.TooLong tooLong) {
            return new Fault(
                    sms.isBinary() ? "binary" : "text",
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
                (unencodable.characters().isEmpty()
                                ? "takes more octets in the SMSC's alphabet than a short_message has"
                                : unencodable.asked() + " does not hold " + unencodable.characters())
                        + "; leave the encoding out or use ucs2");
    }

    private static OutboundSms withDefaultSender(Lanes now, String account, OutboundSms sms) {
        if (!sms.from().number().isEmpty()) {
            return sms;
        }
        String from = now.account(account).map(AccountConfig::defaultFrom).orElse("");
        return from.isEmpty() ? sms : sms.withFrom(Address.of(from));
    }

    /** A schedule that has passed means now; its clientRef goes by the message as it was given. */
    private static OutboundSms withoutPast(OutboundSms sms, long nowMs) {
        boolean past = !sms.schedule().equals(Instant.EPOCH) && sms.schedule().toEpochMilli() <= nowMs;
        return past ? sms.withTimes(sms.validity(), Instant.EPOCH) : sms;
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
            return sms.wish() == ReceiptWish.NONE ? "" : now.esmeOf(account);
        }
        return now.endpointOf(account);
    }
}
