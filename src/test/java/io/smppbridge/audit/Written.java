package io.smppbridge.audit;

import java.util.ArrayList;
import java.util.List;

/** What each side wrote down, line by line; nothing of it is wrong. */
final class Written {
    private static final int MESSAGES = 20;

    final List<String> callers = new ArrayList<>();
    final List<String> carrier = new ArrayList<>();
    final List<String> events = new ArrayList<>();

    Written() {
        for (int n = 0; n < MESSAGES; n++) {
            callers.add(caller(n, "accepted"));
            carrier.add(submit(n));
            if (n % 2 == 0) {
                carrier.add(receipt(n));
                events.add(event(n, "E" + n));
            }
        }
    }

    static String id(int n) {
        return "1MB3QS7Z000" + (10 + n);
    }

    static String number(int n) {
        return "4670123456" + n % 3;
    }

    static String caller(int n, String outcome) {
        return "{\"clientRef\":\"r" + n + "\"," + (outcome.equals("accepted") ? "\"id\":\"" + id(n) + "\"," : "")
                + "\"from\":\"Acme\",\"to\":\"+" + number(n) + "\",\"text\":\"text " + n + "\",\"outcome\":\"" + outcome
                + "\",\"receipt\":\"" + (n % 2 == 0 ? "final" : "none") + "\",\"order\":\"" + number(n) + "\"}";
    }

    static String submit(int n) {
        return "{\"type\":\"submit\",\"smsc\":\"a\",\"from\":\"Acme\",\"to\":\"" + number(n) + "\",\"text\":\"text " + n
                + "\",\"status\":0,\"messageId\":\"" + (100 + n) + "\"}";
    }

    static String receipt(int n) {
        return "{\"type\":\"receipt\",\"smsc\":\"a\",\"to\":\"" + number(n) + "\",\"messageId\":\"" + (100 + n)
                + "\",\"state\":\"DELIVRD\"}";
    }

    static String event(int n, String eventId) {
        return "{\"type\":\"message.state\",\"eventId\":\"" + eventId + "\",\"messageId\":\"" + id(n)
                + "\",\"clientRef\":\"r" + n + "\",\"state\":\"DELIVERED\",\"final\":true,\"to\":\"+" + number(n)
                + "\",\"possibleDuplicate\":false}";
    }

    /** A message of two parts that has no reference of its caller's, and what the carrier has of it. */
    static void twoParts(Written it, int n, int copies) {
        it.callers.add("{\"id\":\"" + id(n) + "\",\"to\":\"+467\",\"text\":\"one two\",\"outcome\":\"accepted\"}");
        it.events.add(event(n, "E" + n));
        for (int copy = 0; copy < copies; copy++) {
            for (int part = 1; part <= 2; part++) {
                it.carrier.add("{\"type\":\"submit\",\"smsc\":\"a\",\"to\":\"467\",\"ref\":7,\"parts\":2,\"part\":"
                        + part + ",\"text\":\"" + (part == 1 ? "one " : "two") + "\"}");
            }
        }
    }

    /** It was told to be undelivered at the first carrier. */
    static void failed(Written it, String secondCarrier) {
        it.carrier.set(it.carrier.indexOf(receipt(4)), receipt(4).replace("DELIVRD", "UNDELIV"));
        it.carrier.add(submit(4).replace("\"a\"", "\"" + secondCarrier + "\""));
    }

    /** Only a failure is to be told: it failed at the first carrier, and the second says what became of it there. */
    static void failedThen(Written it, String state) {
        it.callers.set(4, caller(4, "accepted").replace("\"final\"", "\"failure\""));
        it.events.remove(2);
        failed(it, "b");
        it.carrier.add(receipt(4).replace("\"a\"", "\"b\"").replace("DELIVRD", state));
    }

    static void told(Written it, String state) {
        it.events.set(2, event(4, "E4").replace("\"DELIVERED\"", "\"" + state + "\""));
    }

    static void said(Written it, String state) {
        it.carrier.set(it.carrier.indexOf(receipt(4)), receipt(4).replace("DELIVRD", state));
    }

    /** The platform hears that a message of two parts failed, of so many of which the carrier says that they came. */
    static void partsSaid(Written it, int parts) {
        twoParts(it, 20, 1);
        it.events.set(it.events.size() - 1, event(20, "E20").replace("\"DELIVERED\"", "\"UNDELIVERED\""));
        for (int part = 1; part <= 2; part++) {
            int at = it.carrier.size() - 3 + part;
            it.carrier.set(at, it.carrier.get(at).replace("}", ",\"messageId\":\"20" + part + "\"}"));
        }
        for (int part = 1; part <= parts; part++) {
            it.carrier.add("{\"type\":\"receipt\",\"smsc\":\"a\",\"to\":\"467\",\"messageId\":\"20" + part
                    + "\",\"state\":\"DELIVRD\"}");
        }
    }
}
