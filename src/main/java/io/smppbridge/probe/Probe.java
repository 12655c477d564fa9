package io.smppbridge.probe;

import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.Mailbox;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.probe.ProbeBind.Sent;
import io.smppbridge.probe.ProbeReport.Finding;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Binds.Mode;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.Part;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Binds to an SMSC and tries: codings, long messages by each method, rate by steps, window by growing, silence; then reads answers and
 * receipts. Costs money: each message goes to a real number. Used once, by one thread; returns within the plan's time and a little.
 */
@OwnedBy("whoever probes")
public final class Probe {
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final int[] WINDOWS = {1, 2, 5, 10, 20, 50, 100, 200};
    private static final int SHARES = 4;
    private final SmscConfig smsc;
    private final ProbePlan plan;
    private final InstantSource clock;
    private final Ticker ticker;
    private final Consumer<String> progress;
    private final StatusTable statuses;
    private final ProbeBind out;
    private final Optional<ProbeBind> in;
    private final Shots shots;
    private final List<Finding> findings = new ArrayList<>();
    private final TextFindings texts = new TextFindings();
    private final AddressFindings addresses;
    private final BindFindings binds;
    private int reference;

    private Probe(
            SmscConfig smsc,
            ProbePlan plan,
            Connector.Factory factory,
            ProbePlan.Clocks clocks,
            Consumer<String> told) {
        this.smsc = smsc;
        this.plan = plan;
        this.ticker = clocks.ticker();
        this.clock = clocks.clock();
        this.progress = told;
        this.statuses = new StatusTable(smsc.retry().statuses());
        boolean both = smsc.binds().mode() == Mode.TRANSCEIVER;
        Mailbox mailbox = new Mailbox();
        BindAs as = both ? BindAs.TRANSCEIVER : BindAs.TRANSMITTER;
        this.out = new ProbeBind(factory, as, mailbox, ticker, clock);
        this.in =
                both ? Optional.empty() : Optional.of(new ProbeBind(factory, BindAs.RECEIVER, mailbox, ticker, clock));
        this.shots = new Shots(smsc, plan, out, ticker);
        this.addresses =
                new AddressFindings(shots, plan, smsc.text().addresses().shortDigits());
        this.binds = new BindFindings(factory, as, mailbox, ticker, clock);
    }

    /**
     * Tries an SMSC out.
     *
     * @param told hears what is being done, a line each
     */
    public static ProbeReport run(
            SmscConfig smsc,
            ProbePlan plan,
            Connector.Factory factory,
            ProbePlan.Clocks clocks,
            Consumer<String> told) {
        return new Probe(smsc, plan, factory, clocks, told).run();
    }

    private ProbeReport run() {
        Optional<String> failure = bind();
        if (failure.isEmpty()) {
            codings();
            boolean any = shots.sent().stream().anyMatch(Sent::taken);
            if (any) {
                longMessages();
                addresses.survey();
                rate();
                window();
            }
            failure = any ? out.ended() : Optional.of("none of the first messages was taken");
            receipts();
            if (failure.isEmpty()) {
                binds();
                silence();
            }
        }
        out.unbind(smsc.timers().unbindWithin());
        in.ifPresent(bind -> bind.unbind(smsc.timers().unbindWithin()));
        return new ProbeReport(smsc.name(), clock.instant(), shots.sent().size(), findings, failure);
    }

    private Optional<String> bind() {
        progress.accept("binding to " + smsc.link().host() + ":" + smsc.link().port());
        out.open();
        in.ifPresent(ProbeBind::open);
        out.await(
                () -> stands(out) && in.map(Probe::stands).orElse(true),
                smsc.timers().untilBound());
        if (!out.isBound()) {
            return Optional.of("no bind: " + out.ended().orElse("no answer")
                    + " (a bridge that runs with the same account may" + " hold all binds that it allows)");
        }
        int version = out.version();
        if (version < 0) {
            findings.add(
                    Finding.told("The bind was answered without sc_interface_version: TLVs are not sent unasked."));
        } else {
            String word = version >= 0x50 ? "5.0" : version >= 0x34 ? "3.4" : "3.3";
            findings.add(
                    new Finding("version", word, "sc_interface_version was 0x" + Integer.toHexString(version) + "."));
        }
        if (smsc.link().password().reveal().length() > 8) {
            findings.add(new Finding("long-password", "true", "It binds with a password of more than 8 characters."));
        }
        in.filter(bind -> !bind.isBound())
                .ifPresent(bind -> findings.add(
                        Finding.told("No receiver bind: " + bind.ended().orElse("no answer") + ".")));
        return Optional.empty();
    }

    private void binds() {
        progress.accept("binds, up to " + plan.binds());
        binds.findings(out, plan.binds(), shots.left(smsc.timers().untilBound()))
                .ifPresent(findings::add);
        binds.unbind(smsc.timers().unbindWithin());
    }

    private static boolean stands(ProbeBind bind) {
        return bind.isBound() || bind.ended().isPresent();
    }

    private void codings() {
        progress.accept("alphabets");
        List<TextCoding> all = List.of(TextCoding.GSM, TextCoding.LATIN1);
        int number = 0;
        for (TextCoding alphabet : all) {
            if (number == 1) {
                shots.sent().stream().findFirst().ifPresent(this::types);
            }
            number++;
            String what = "Message " + number + ", data_coding 0 in " + (alphabet.gsm() ? "GSM" : "Latin-1");
            one(what, TextFindings.shortText(shots.sms("Probe " + number + ": " + TextFindings.TELLING), alphabet));
        }
        one(
                "Message 3, data_coding 3 (Latin-1)",
                TextFindings.shortText(shots.sms("Probe 3: " + TextFindings.TELLING + "ç"), TextCoding.LATIN1));
        one("Message 4, data_coding 8 (UCS-2)", TextFindings.shortText(shots.sms("Probe 4: Ж漢"), TextCoding.GSM));
    }

    /** A carrier may want other types of addresses: nothing else can be tried before one is found that it takes. */
    private void types(Sent first) {
        if (!shots.isTooFast(first) && addresses.rescued(first) && !first.taken()) {
            progress.accept("types of addresses: the usual ones are refused, others are taken");
        }
    }

    private void one(String what, Encoded encoded) {
        if (shots.mayStill(1)) {
            Sent message = shots.tried(encoded, encoded.parts().get(0));
            if (shots.isTooFast(message)) {
                findings.add(Finding.told(what + " was not tried: " + fate(message) + " each time."));
            } else {
                texts.sent(what, message);
            }
        }
    }

    private void longMessages() {
        progress.accept("long texts");
        for (LongMessage method : EnumSet.complementOf(EnumSet.of(LongMessage.UDH8_OR_16))) {
            if (!shots.mayUse(method)) {
                String key = "long-message = " + TextFindings.word(method);
                findings.add(
                        Finding.told(key + " was not tried: the SMSC has not announced that it takes TLVs. With smsc."
                                + smsc.name() + "." + key + " a probe tries it."));
                continue;
            }
            String text = "Probe, " + method + ": " + "0123456789".repeat(18) + " end";
            Encoded encoded = TextFindings.longText(shots.sms(text), method, ++reference);
            if (shots.mayStill(encoded.parts().size())) {
                List<Sent> parts = new ArrayList<>();
                for (Part part : encoded.parts()) {
                    parts.add(shots.tried(encoded, part));
                }
                if (parts.stream().anyMatch(shots::isTooFast)) {
                    findings.add(Finding.told("long-message = " + TextFindings.word(method)
                            + " was not tried: refused each time for being too fast."));
                } else {
                    texts.sent(method, parts);
                }
            }
        }
    }

    /** Each step lasts a second, in which the messages are sent evenly; the last second's must be over before. */
    private void rate() {
        double fine = 0;
        for (int share = 1 << (SHARES - 1); share >= 1; share /= 2) {
            double rate = plan.fastest() / share;
            int count = (int) Math.ceil(rate);
            if (rate < 1 || !shots.mayStill(count)) {
                continue;
            }
            progress.accept("rate " + count + "/s");
            shots.pause(A_SECOND);
            List<Sent> step = new ArrayList<>();
            long start = ticker.nanos();
            for (int i = 0; i < count && out.isBound(); i++) {
                long due = start + i * A_SECOND.toNanos() / count;
                out.await(() -> false, Duration.ofNanos(Math.max(0, due - ticker.nanos())));
                step.add(shots.one());
            }
            shots.answers();
            if (throttled(step, "At " + count + "/s")) {
                break;
            }
            fine = count;
        }
        if (fine > 0) {
            findings.add(Finding.told("Rate: " + (int) fine
                    + "/s went without complaint; the contract, not this, says what is allowed."));
        }
    }

    /** As many at once as fit, none above what one second may bring: a refusal then is not the rate's. */
    private void window() {
        int fine = 0;
        boolean refused = false;
        for (int window : WINDOWS) {
            if (window > Math.max(1, plan.fastest()) || !shots.mayStill(window)) {
                break;
            }
            progress.accept("window " + window);
            shots.pause(A_SECOND);
            List<Sent> burst = new ArrayList<>();
            for (int i = 0; i < window; i++) {
                burst.add(shots.compose());
            }
            out.flush();
            shots.answers();
            refused = throttled(burst, window + " at once");
            if (refused) {
                break;
            }
            fine = window;
        }
        if (fine > 0) {
            String seen = fine + " at once were all taken; ";
            findings.add(
                    refused
                            ? new Finding("window", String.valueOf(fine), seen + "more was refused.")
                            : Finding.told(seen + "more was not tried."));
        }
    }

    /** Tells of refusals for being too fast, and of statuses of the SMSC's own that seem to mean that. */
    private boolean throttled(List<Sent> some, String when) {
        List<Sent> refused =
                some.stream().filter(one -> one.answered() && !one.taken()).toList();
        long silent = some.stream().filter(one -> !one.answered()).count();
        if (silent > 0) {
            findings.add(Finding.told(when + ", " + silent + " had no answer within "
                    + smsc.timers().answerWithin() + "."));
        }
        for (int status :
                refused.stream().mapToInt(one -> one.status).distinct().toArray()) {
            String seen = when + ", " + refused.size() + " of " + some.size() + " were refused, "
                    + StatusTable.describe(status) + ".";
            boolean known = statuses.knows(status) || status == CommandStatus.ROK;
            findings.add(
                    known
                            ? Finding.told(seen)
                            : new Finding("status.0x" + Integer.toHexString(status), "throttled", seen));
        }
        return !refused.isEmpty() || silent > 0;
    }

    private void receipts() {
        progress.accept("receipts");
        long expected = shots.sent().stream().filter(Sent::taken).count();
        ProbeBind ear = in.orElse(out);
        ear.await(
                () -> ear.ended().isPresent() || ear.came().size() >= 2 * expected, shots.left(plan.receiptsWithin()));
        ReceiptFindings receipts = new ReceiptFindings(
                shots.sent(),
                ear.came(),
                smsc.inbound().grammar(),
                List.of(plan.to().number(), plan.from().number()));
        findings.addAll(texts.findings(receipts.messages()));
        findings.addAll(receipts.findings(texts.longParts()));
        findings.addAll(addresses.findings());
        shots.sent().stream()
                .filter(Sent::answered)
                .mapToLong(one -> one.tookNanos)
                .max()
                .ifPresent(most -> findings.add(Finding.told("Answers took up to " + most / 1_000_000 + " ms.")));
    }

    private void silence() {
        if (plan.idle().isZero()) {
            return;
        }
        progress.accept("silence, up to " + plan.idle().toSeconds() + " s");
        long start = ticker.nanos();
        out.await(() -> out.ended().isPresent() || out.unbindAsked(), shots.left(plan.idle()));
        long seconds = Duration.ofNanos(ticker.nanos() - start).toSeconds();
        if (out.ended().isPresent() || out.unbindAsked()) {
            findings.add(new Finding(
                    "inactivity",
                    Math.max(1, seconds) + "s",
                    "The SMSC ended the bind after " + seconds + " s of silence."));
            findings.add(new Finding(
                    "enquire-link", Math.max(1, seconds / 2) + "s", "Half of the silence that the SMSC allows."));
        } else {
            findings.add(Finding.told("The bind stood " + seconds + " s of silence."));
        }
    }

    static String fate(Sent one) {
        if (!one.answered()) {
            return "no answer";
        }
        return one.status == CommandStatus.ROK ? "taken" : "refused, " + StatusTable.describe(one.status);
    }
}
