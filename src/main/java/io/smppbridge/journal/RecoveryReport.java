package io.smppbridge.journal;

/**
 * What a start found.
 *
 * @param segments segments read
 * @param records records shown to the visitor
 * @param bytes octets of valid log read
 * @param clean true when the journal had been closed in order
 * @param cutBytes octets of a torn tail that were cut: written, never forced, never promised
 * @param cutRecords at least so many records were in them
 * @param cutAt position of the cut, or -1
 * @param shortened true when the last segment was shorter than it had been made: no crash does this, somebody cut the file
 * @param incarnation how often this journal has been opened
 */
public record RecoveryReport(
        int segments,
        long records,
        long bytes,
        boolean clean,
        long cutBytes,
        long cutRecords,
        long cutAt,
        boolean shortened,
        long incarnation) {}
