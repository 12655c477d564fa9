package io.smppbridge.audit;

/**
 * One submit at a carrier.
 *
 * @param carrier its name, which ids are unique within
 * @param from empty when the log does not say
 * @param taken false when the carrier refused it
 * @param messageId what the carrier answered; empty when its answer is not known
 */
public record Submit(String carrier, String from, String to, Said text, Part part, boolean taken, String messageId) {
    /**
     * The place of a part in its message.
     *
     * @param reference that the parts of one message have in common
     * @param number from 1
     */
    public record Part(int reference, int total, int number) {
        public static final Part WHOLE = new Part(0, 1, 1);
    }
}
