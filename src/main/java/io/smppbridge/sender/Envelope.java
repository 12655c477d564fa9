package io.smppbridge.sender;

import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.Submission;
import io.smppbridge.settings.Passing;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.text.GsmAlphabet;
import io.smppbridge.text.Segmenter;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.wire.SmppTime;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Fills the one submission of a worker from a task. */
@OwnedBy("the sender thread")
final class Envelope {
    private static final int RECEIPT = 1;
    private static final int INTERMEDIATE = 0x10;
    private static final long SECONDS_A_DAY = 86_400;
    private static final long MONTH_MS = 30 * SECONDS_A_DAY * 1000;

    /** Two digits each of years, months and days, with months of 30 days: what the relative form can say. */
    private static final long LONGEST = 99 * 360 * SECONDS_A_DAY;

    private final Submission submission = new Submission();
    private final Addressing addressing = new Addressing();
    /** What plain texts are coded in: an array for each length, used for one submission after the other. */
    private final byte[][] septets = new byte[Segmenter.LONGEST_PLAIN + 1][];

    private long validitySeconds = -1;
    private String validity = "";
    private long absoluteMs = -1;
    private ZoneId absoluteZone = ZoneOffset.UTC;
    private String absolute = "";

    /** The submission for one part; good until the next call. */
    Submission fill(Task task, int part, SmscConfig.Text text, long nowMs) {
        Parts parts = task.parts();
        Submission s = submission;
        s.from = addressing.from(task.sms().from(), text.addresses());
        s.to = addressing.to(task.sms().to(), text.addresses());
        if (!s.others.isEmpty()) {
            s.others.clear();
        }
        s.octets = parts.plainOrNull() == null ? parts.octets(part) : septets(parts.plainOrNull());
        s.udhi = parts.udhi();
        s.payload = parts.payload();
        s.dataCoding = parts.dataCoding();
        fields(task.sms().coding().fields(), text);
        s.priority = task.sms().priority() == Priority.HIGH ? 1 : 0;
        s.registeredDelivery = registered(task.sms().wish(), text.passing());
        boolean sar = parts.sarReference() >= 0 && parts.sarTotal() > 1;
        s.sarReference = sar ? parts.sarReference() : 0;
        s.sarTotal = sar ? parts.sarTotal() : 0;
        s.sarSequence = sar ? parts.sarSequence(part) : 0;
        s.tlvs = parts.tlvs().octets();
        s.tlvsAsked = parts.tlvs().asked();
        boolean told = text.passValidity() && expires(task);
        s.validityPeriod = told ? time(task.expiresAtMs(), nowMs, text.passing()) : "";
        s.validitySeconds = told ? Math.max(1, Math.min(LONGEST, (task.expiresAtMs() - nowMs) / 1000)) : 0;
        Instant schedule = task.sms().schedule();
        // One that is here before its time is one whose SMSC is to keep it until then.
        boolean early = schedule != Instant.EPOCH && schedule.toEpochMilli() > nowMs;
        s.schedule = early ? time(schedule.toEpochMilli(), nowMs, text.passing()) : "";
        return s;
    }

    private byte[] septets(String plain) {
        int length = plain.length();
        byte[] octets = septets[length];
        if (octets == null) {
            octets = septets[length] = new byte[length];
        }
        GsmAlphabet.encodeBasic(plain, octets);
        return octets;
    }

    private static int registered(ReceiptWish wish, Passing passing) {
        boolean onTheWay = wish == ReceiptWish.ALL && passing.passes(Passing.Field.INTERMEDIATE);
        return !wish.asksForReceipt() ? 0 : onTheWay ? RECEIPT | INTERMEDIATE : RECEIPT;
    }

    /** What an ESME has put on its message, as far as this SMSC may be told. */
    private void fields(SmppCoding.Fields given, SmscConfig.Text text) {
        if (given == SmppCoding.Fields.NONE) {
            submission.serviceType = text.serviceType();
            submission.protocolId = 0;
            submission.replyPath = false;
            return;
        }
        Passing passing = text.passing();
        boolean own = text.serviceType().isEmpty() && passing.passes(Passing.Field.SERVICE_TYPE);
        submission.serviceType = own ? given.serviceType() : text.serviceType();
        submission.protocolId = passing.passes(Passing.Field.PROTOCOL_ID) ? given.protocolId() : 0;
        submission.replyPath = given.replyPath() && passing.passes(Passing.Field.REPLY_PATH);
    }

    private String time(long atMs, long nowMs, Passing passing) {
        boolean near = atMs - nowMs <= MONTH_MS; // how many days a month has nobody agrees about
        if (passing.times() == Passing.Times.RELATIVE && near || atMs > SmppTime.LAST_ABSOLUTE_MS) {
            return relative(atMs - nowMs);
        }
        if (atMs != absoluteMs || !passing.zone().equals(absoluteZone)) {
            absoluteMs = atMs;
            absoluteZone = passing.zone();
            absolute = SmppTime.absolute(Instant.ofEpochMilli(atMs), absoluteZone);
        }
        return absolute;
    }

    /** The submission for several messages of one text; good until the next call. */
    Submission fill(Gathered all, SmscConfig.Text text, long nowMs) {
        Submission s = fill(all.task(0), 0, text, nowMs);
        for (int i = 1; i < all.size(); i++) {
            s.others.add(addressing.to(all.task(i).sms().to(), text.addresses()));
        }
        return s;
    }

    /** The seconds of validity that are left; 0 when it never ends. */
    static long secondsLeft(Task task, long nowMs) {
        return expires(task) ? Math.max(1, (task.expiresAtMs() - nowMs) / 1000) : 0;
    }

    /** Whether the task's validity ever ends. */
    static boolean expires(Task task) {
        return task.expiresAtMs() > 0 && task.expiresAtMs() != Long.MAX_VALUE;
    }

    static boolean hasExpired(Task task, long nowMs) {
        return expires(task) && task.expiresAtMs() <= nowMs;
    }

    /**
     * What is left of the validity as {@code YYMMDDhhmmss000R} (SMPP 3.4 §7.1.1.2), at least a second, kept while messages in a row have
     * the same.
     */
    String relative(long leftMs) {
        long seconds = Math.max(1, Math.min(LONGEST, leftMs / 1000));
        if (seconds != validitySeconds) {
            validitySeconds = seconds;
            long days = seconds / SECONDS_A_DAY;
            StringBuilder out = new StringBuilder(16);
            two(out, days / 360);
            two(out, days % 360 / 30);
            two(out, days % 30);
            two(out, seconds % SECONDS_A_DAY / 3600);
            two(out, seconds % 3600 / 60);
            two(out, seconds % 60);
            validity = out.append("000R").toString();
        }
        return validity;
    }

    private static void two(StringBuilder out, long value) {
        out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }
}
