package io.smppbridge.blackbox;

import io.smppbridge.ReceiptWish;

/** Messages that carry their number, so that each can be told from every other wherever it turns up. */
final class Numbered {
    private static final int DESTINATIONS = 97;

    private Numbered() {}

    static String text(int n) {
        return "number " + n + " of many, with some more words so that it looks like a message";
    }

    static String ref(int n) {
        return "ref-" + n;
    }

    static String destination(int n) {
        return "4670" + (1_000_000 + n % DESTINATIONS);
    }

    /** Every second message asks for a receipt. */
    static ReceiptWish wish(int n) {
        return n % 2 == 0 ? ReceiptWish.FINAL : ReceiptWish.NONE;
    }

    static String json(int n) {
        return "{\"to\":\"" + destination(n) + "\",\"from\":\"Acme\",\"text\":\"" + text(n) + "\",\"clientRef\":\""
                + ref(n) + "\",\"receipt\":\"" + (n % 2 == 0 ? "final" : "none") + "\"}";
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
