package io.smppbridge.pipeline;

import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.settings.AllowedSenders;
import io.smppbridge.settings.DropInConfig;
import io.smppbridge.text.GsmAlphabet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is wrong with a message itself, whatever its SMSC. Stateless: any thread. */
final class Faults {
    private static final int MOST_TAGS = 16;
    private static final int LONGEST_TAG = 128;
    private static final int ALPHANUMERIC = 5;
    private static final int LONGEST_SENDER = 11;
    private static final int LONGEST_REF = 128;

    private Faults() {}

    /**
     * Whether its account may send in the name that it has as an {@code AcceptHook} leaves it; rules that rewrite and a {@code SubmitHook}
     * may give it another one later.
     */
    static boolean maySendAs(Lanes now, String account, OutboundSms sms) {
        String number = sms.from().number();
        if (number.isEmpty()) {
            return true;
        }
        Optional<AccountConfig> config = now.account(account);
        return config.isEmpty() || AllowedSenders.allow(config.get().senders(), number);
    }

    static Fault foreignSender(String account) {
        return new Fault(
                "from",
                "sender-not-allowed",
                "account " + account + " may not send in this name; expected a sender that account." + account
                        + ".senders allows");
    }

    /** All of it; an empty list for nearly all messages. */
    static List<Fault> of(Lanes now, String account, OutboundSms sms, long nowMs) {
        List<Fault> faults = List.of();
        if (sms.text().isEmpty() && !sms.isBinary()) {
            faults = with(faults, new Fault("text", "empty", "neither text nor binary given; expected one of them"));
        }
        if (sms.to().number().length() < 3 || sms.to().number().length() > 15) {
            faults = with(
                    faults,
                    new Fault(
                            "to", "bad-number", "number of " + sms.to().number().length() + " digits, expected 3..15"));
        }
        if (sms.from().ton() == ALPHANUMERIC) {
            faults = senderFaults(sms.from().number(), faults);
        }
        if (sms.clientRef().length() > LONGEST_REF) {
            faults = with(
                    faults,
                    new Fault(
                            "clientRef",
                            "too-long",
                            sms.clientRef().length() + " characters, expected at most " + LONGEST_REF));
        }
        if (!sms.validity().isZero() && !Admission.isValidity(sms.validity())) {
            faults = with(
                    faults, new Fault("validity", "out-of-range", said(sms.validity()) + ", expected 1 s..30 days"));
        }
        if (!Admission.isSchedule(sms.schedule(), nowMs)) {
            faults = with(faults, new Fault("schedule", "out-of-range", "not within 366 days from now"));
        }
        if (!sms.tags().isEmpty()) {
            faults = tagFaults(sms, faults);
        }
        if (!sms.callback().isEmpty()
                && !sms.callback().equals(DropInConfig.CALLBACK)
                && !now.webhooks().mayName(account, sms.callback())) {
            Set<String> known = now.webhooks().of(account);
            faults = with(
                    faults,
                    new Fault(
                            "callback",
                            "unknown-webhook",
                            "no webhook is called " + sms.callback()
                                    + " that messages of this account may name; expected "
                                    + (known.isEmpty()
                                            ? "none, as no webhook.<name>.url is set for them"
                                            : "one of " + known)));
        }
        return faults;
    }

    /** In seconds where they are whole. */
    private static String said(Duration validity) {
        return validity.getNano() == 0 ? validity.toSeconds() + " s" : validity.toString();
    }

    /** The air interface has room for eleven septets (3GPP TS 23.040 §9.1.2.5). */
    private static List<Fault> senderFaults(String from, List<Fault> faults) {
        int septets = GsmAlphabet.septets(from);
        if (septets < 0) {
            return with(
                    faults, new Fault("from", "not-encodable", "letters outside of the GSM alphabet in the sender"));
        }
        return septets <= LONGEST_SENDER
                ? faults
                : with(
                        faults,
                        new Fault(
                                "from",
                                "too-long",
                                septets + " GSM characters in the sender, expected at most " + LONGEST_SENDER
                                        + " (those of the extension table count twice)"));
    }

    private static List<Fault> tagFaults(OutboundSms sms, List<Fault> before) {
        List<Fault> faults = before;
        if (sms.tags().size() > MOST_TAGS) {
            faults = with(
                    faults, new Fault("tags", "too-many", sms.tags().size() + " tags, expected at most " + MOST_TAGS));
        }
        for (Map.Entry<String, String> tag : sms.tags().entrySet()) {
            if (tag.getKey().length() > LONGEST_TAG || tag.getValue().length() > LONGEST_TAG) {
                faults = with(
                        faults,
                        new Fault(
                                "tags",
                                "too-long",
                                "a tag of more than " + LONGEST_TAG + " characters in name or value"));
            }
        }
        return faults;
    }

    /** Nearly all messages have none, and so no list. */
    static List<Fault> with(List<Fault> faults, Fault another) {
        List<Fault> more = faults.isEmpty() ? new ArrayList<>() : faults;
        more.add(another);
        return more;
    }
}
