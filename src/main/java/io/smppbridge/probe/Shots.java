package io.smppbridge.probe;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.connector.Submission;
import io.smppbridge.probe.ProbeBind.Sent;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.StatusClass;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.settings.TextCoding;
import io.smppbridge.text.EncodeResult.Encoded;
import io.smppbridge.text.Part;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The messages of a probe: how many have gone, whether another may, and all of them for the end. */
@OwnedBy("whoever probes")
final class Shots {
    private static final int RECEIPT = 1;
    /** How often what was refused for being too fast goes again. */
    private static final int TRIES = 3;

    private static final int TLVS_FROM = 0x34;
    private static final Duration A_SECOND = Duration.ofSeconds(1);

    private final SmscConfig smsc;
    private final ProbePlan plan;
    private final ProbeBind out;
    private final Ticker ticker;
    private final StatusTable statuses;
    private final long until;
    private final List<Sent> sent = new ArrayList<>();
    private Address from;
    private Address to;

    Shots(SmscConfig smsc, ProbePlan plan, ProbeBind out, Ticker ticker) {
        this.smsc = smsc;
        this.plan = plan;
        this.out = out;
        this.ticker = ticker;
        this.statuses = new StatusTable(smsc.retry().statuses());
        this.from = plan.from();
        this.to = plan.to();
        this.until = ticker.nanos() + plan.within().toNanos();
    }

    /** From whom and to whom, from now on: the same numbers, perhaps of other types. */
    void addresses(Address sender, Address recipient) {
        from = sender;
        to = recipient;
    }

    List<Sent> sent() {
        return sent;
    }

    boolean mayStill(int messages) {
        return out.isBound() && sent.size() + messages <= plan.messages() && ticker.nanos() - until < 0;
    }

    OutboundSms sms(String text) {
        return OutboundSms.to(plan.to()).text(text).build();
    }

    /** What asks for TLVs would not go out, or not as what it is. */
    boolean mayUse(LongMessage method) {
        boolean byTlvs = method == LongMessage.SAR || method == LongMessage.PAYLOAD;
        boolean announced = smsc.link().interfaceVersion() >= TLVS_FROM && out.version() >= TLVS_FROM;
        return !byTlvs || announced || smsc.operations().dataSm() || smsc.text().longMessage() == method;
    }

    /** Sends a plain short message, at once. */
    Sent one() {
        Sent one = compose();
        out.flush();
        return one;
    }

    /** The same, but it goes out only with the next that is sent. */
    Sent compose() {
        Encoded encoded = TextFindings.shortText(sms("Probe " + (sent.size() + 1)), TextCoding.GSM);
        return note(out.submit(submission(encoded, encoded.parts().get(0))));
    }

    /** Waits until one more is not faster than the plan allows: a refusal then has another reason. */
    void pace() {
        if (!sent.isEmpty()) {
            long due = sent.get(sent.size() - 1).atNanos + (long) (1_050_000_000L / plan.fastest());
            out.await(() -> out.ended().isPresent(), left(Duration.ofNanos(Math.max(0, due - ticker.nanos()))));
        }
    }

    Sent submit(Encoded encoded, Part part) {
        pace();
        Sent one = note(out.submit(submission(encoded, part)));
        out.flush();
        return one;
    }

    /** Sends it and waits. A refusal for being too fast says nothing of what was sent: it goes again a second later, a few times. */
    Sent tried(Encoded encoded, Part part) {
        Sent one = submit(encoded, part);
        answers();
        for (int i = 0; i < TRIES && isTooFast(one) && mayStill(1); i++) {
            pause(A_SECOND);
            one = submit(encoded, part);
            answers();
        }
        return one;
    }

    boolean isTooFast(Sent one) {
        return one.answered() && !one.taken() && statuses.of(one.status) == StatusClass.THROTTLED;
    }

    /** Waits until all is answered; what is not within the SMSC's time is no longer awaited. */
    void answers() {
        out.await(
                () -> out.unanswered() == 0 || out.ended().isPresent(),
                left(smsc.timers().answerWithin()));
        out.giveUpWaiting();
    }

    void pause(Duration time) {
        out.await(() -> out.ended().isPresent(), left(time));
    }

    /** So long, or as long as the plan still allows. */
    Duration left(Duration wanted) {
        return Duration.ofNanos(Math.max(0, Math.min(wanted.toNanos(), until - ticker.nanos())));
    }

    private Sent note(Sent one) {
        sent.add(one);
        return one;
    }

    private Submission submission(Encoded encoded, Part part) {
        Submission s = new Submission();
        s.from = from;
        s.to = to;
        s.octets = part.octets();
        s.udhi = part.udhi();
        s.payload = part.payload();
        s.dataCoding = encoded.dataCoding();
        s.serviceType = smsc.text().serviceType();
        s.registeredDelivery = RECEIPT;
        s.sarReference = part.sarReference();
        s.sarTotal = part.sarTotal();
        s.sarSequence = part.sarSequence();
        return s;
    }
}
