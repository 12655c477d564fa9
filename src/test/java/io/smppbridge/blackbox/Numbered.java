package io.smppbridge.blackbox;

import io.smppbridge.ReceiptWish;

/** Messages that carry their number, so that each can be told from every other wherever it turns up. */
final class Numbered {
    static final String FROM = "Acme";
    private static final int DESTINATIONS = 97;
    /** From here on so many in a row have one text, and each a destination of its own. */
    static final int OF_ONE_TEXT = 500_000_000;

    private static final int TOGETHER = 50;

    private Numbered() {}

    static String text(int n) {
        if (n >= OF_ONE_TEXT) {
            return "sale " + n / TOGETHER + " for all of you";
        }
        return "number " + n + " of many, with some more words so that it looks like a message";
    }

    static String ref(int n) {
        return "ref-" + n;
    }

    static String destination(int n) {
        return n >= OF_ONE_TEXT ? "46" + n : "4670" + (1_000_000 + n % DESTINATIONS);
    }

    /** Every second message asks for a receipt, or all of every second text. */
    static ReceiptWish wish(int n) {
        return (n >= OF_ONE_TEXT ? n / TOGETHER : n) % 2 == 0 ? ReceiptWish.FINAL : ReceiptWish.NONE;
    }

    static String json(int n) {
        return "{\"to\":\"" + destination(n) + "\",\"from\":\"" + FROM + "\",\"text\":\"" + text(n)
                + "\",\"clientRef\":\"" + ref(n) + "\",\"receipt\":\"" + (wish(n).asksForReceipt() ? "final" : "none")
                + "\"}";
    }

    /** The same, with nothing by which the bridge would know it again for a day. */
    static String jsonWithoutRef(int n) {
        return json(n).replace(",\"clientRef\":\"" + ref(n) + "\"", "");
    }

    /** The number of a message that has come; -1 when it is not, octet for octet, one of ours. */
    static int of(String text, String destination) {
        if (!text.startsWith("sale ")) {
            return of(text);
        }
        int n = destination.matches("46[5-9]\\d{8}") ? Integer.parseInt(destination.substring(2)) : -1;
        return n >= 0 && text.equals(text(n)) ? n : -1;
    }

    /** The number in a text; -1 when the text is not, octet for octet, one of ours. */
    static int of(String text) {
        String[] words = text.split(" ", 3);
        if (words.length < 3 || !words[1].matches("\\d{1,9}")) {
            return -1;
        }
        int n = Integer.parseInt(words[1]);
        return text.equals(text(n)) ? n : -1;
    }
}
