package io.smppbridge.admin;

import io.smppbridge.stats.BridgeStats;

/** The series of the journal, and of what it holds. */
final class JournalMetrics {
    private JournalMetrics() {}

    static void of(Sheet sheet, BridgeStats stats, AdminSources.JournalNumbers journal) {
        sheet.histogram("journal_sync_seconds", "Time of a force to disk", stats.journalForce);
        sheet.counter("slow_answers", "Requests answered late because a bag was nearly full", stats.slowAnswers.sum());
        sheet.gauge(
                "waiting_requests",
                "Requests by HTTP that wait to be looked at while all they could be told is no",
                stats.waitingRequests.sum());
        sheet.counter("journal_batches", "Batches written", stats.journalBatches.sum());
        sheet.counter("journal_records", "Records written", stats.journalRecords.sum());
        sheet.counter(
                "journal_segment_waits",
                "Times that no spare segment was ready",
                journal.segmentWaits().getAsLong());
        sheet.gauge("journal_bytes", "Size of the journal", journal.bytes().getAsLong());
        sheet.gauge("journal_segments", "Segments in use", journal.segments().getAsLong());
        sheet.gauge(
                "journal_spare_segments",
                "Segments ready to be used",
                journal.spareSegments().getAsLong());
        sheet.gauge(
                "open_messages",
                "Messages that have not ended, or whose last event is not taken",
                journal.openMessages().getAsLong());
        sheet.gauge(
                "resting_messages",
                "Messages that only wait and are only in the journal",
                journal.restingMessages().getAsLong());
        sheet.gauge(
                "stranded_messages",
                "Messages that no route takes",
                journal.strandedMessages().getAsLong());
        sheet.gauge(
                "held_messages",
                "Messages that wait for an operator's word",
                journal.heldMessages().getAsLong());
        sheet.gauge(
                "erase_open",
                "Orders to erase that are not done",
                journal.openErasures().getAsLong());
        journal.sealedBy()
                .get()
                .forEach((key, segments) ->
                        sheet.gauge("journal_sealed_segments", "Segments that a key has sealed", segments, "key", key));
    }
}
