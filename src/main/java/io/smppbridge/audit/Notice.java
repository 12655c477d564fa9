package io.smppbridge.audit;

/**
 * One event about a message, as it was posted to the platform.
 *
 * @param taken whether the platform said so
 * @param replaces whether it says itself that it replaces an end told before
 */
public record Notice(
        String eventId,
        String messageId,
        String clientRef,
        String to,
        String state,
        boolean isFinal,
        boolean possibleDuplicate,
        boolean replaces,
        boolean taken) {}
