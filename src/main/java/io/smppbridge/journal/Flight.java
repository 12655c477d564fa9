package io.smppbridge.journal;

/**
 * A submission that had been handed to a socket when the process ended.
 *
 * @param bind the flight log's name
 * @param taskId the task
 * @param part which part of it, from 0
 * @param attempt which attempt
 * @param sentAtMs when, in ms since 1970
 * @param answered true when the carrier's answer had come in; then the next two say what it was
 * @param commandStatus of the answer, 0 without one
 * @param messageId of the answer, empty without one
 */
public record Flight(
        String bind,
        long taskId,
        int part,
        int attempt,
        long sentAtMs,
        boolean answered,
        int commandStatus,
        String messageId) {}
