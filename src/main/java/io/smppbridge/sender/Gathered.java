package io.smppbridge.sender;

import io.smppbridge.ReceiptWish;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.Task;
import io.smppbridge.connector.AnswerDetail;
import io.smppbridge.text.TextProfile;
import io.smppbridge.threads.OwnedBy;
import java.util.Arrays;
import java.util.List;

/** Messages of one text that go out in one submit_multi. Made only where that is configured. */
@OwnedBy("the sender thread")
final class Gathered {
    /** An SMSC may repeat a number in a form of its own, so two of one submit_multi differ in their last digits. */
    private static final int LAST_DIGITS = 8;

    private final Task[] tasks;
    private final int[] flights;
    private final String[] ends;
    private int size;

    /** @param most destinations of one submit_multi */
    Gathered(int most, Task first) {
        tasks = new Task[most];
        flights = new int[most];
        ends = new String[most];
        add(first, end(first));
    }

    int size() {
        return size;
    }

    boolean isFull() {
        return size == tasks.length;
    }

    Task task(int i) {
        return tasks[i];
    }

    int flight(int i) {
        return flights[i];
    }

    void flight(int i, int flight) {
        flights[i] = flight;
    }

    /** Only the first so many are to go. */
    void keep(int first) {
        size = first;
    }

    /** Whether each of those that the SMSC has not taken is one of these; else it is not known which of them it means. */
    boolean holdsAll(List<AnswerDetail.Refused> refused) {
        for (AnswerDetail.Refused one : refused) {
            boolean here = false;
            for (int i = 0; i < size && !here; i++) {
                here = one.is(tasks[i].sms().to());
            }
            if (!here) {
                return false;
            }
        }
        return true;
    }

    /** Whether a message may go with others at all. */
    static boolean mayJoin(Task task) {
        return !task.alone
                && task.parts().count() == 1
                && task.parts().sarTotal() <= 1
                && !task.parts().payload()
                && task.parts().length(0) <= TextProfile.SHORT_MESSAGE_LIMIT; // whatever the bind's version
    }

    /**
     * Adds a message if one PDU can say the same of it as of the first.
     *
     * @param told whether the validity is told to the SMSC
     */
    boolean add(Task task, boolean told, long nowMs) {
        Task first = tasks[0];
        if (isFull() || !mayJoin(task) || Envelope.hasExpired(task, nowMs) || !sameText(first, task)) {
            return false;
        }
        boolean same = first.account().equals(task.account())
                && first.sms().coding().fields().equals(task.sms().coding().fields())
                && first.sms().schedule().equals(task.sms().schedule())
                && first.sms().from().equals(task.sms().from())
                && first.sms().priority() == task.sms().priority()
                && first.sms().wish().asksForReceipt() == task.sms().wish().asksForReceipt()
                && (first.sms().wish() == ReceiptWish.ALL) == (task.sms().wish() == ReceiptWish.ALL)
                && (!told || Envelope.secondsLeft(first, nowMs) == Envelope.secondsLeft(task, nowMs));
        String end = end(task);
        for (int i = 0; same && i < size; i++) {
            same = !ends[i].equals(end);
        }
        if (same) {
            add(task, end);
        }
        return same;
    }

    private void add(Task task, String end) {
        tasks[size] = task;
        ends[size++] = end;
    }

    private static boolean sameText(Task one, Task other) {
        Parts a = one.parts();
        Parts b = other.parts();
        return a.dataCoding() == b.dataCoding()
                && a.udhi() == b.udhi()
                && a.isLike(b)
                && a.tlvs().asked() == b.tlvs().asked()
                && Arrays.equals(a.tlvs().octets(), b.tlvs().octets());
    }

    private static String end(Task task) {
        String number = task.sms().to().number();
        return number.substring(Math.max(0, number.length() - LAST_DIGITS));
    }
}
