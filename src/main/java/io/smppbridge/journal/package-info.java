/**
 * The append-only log that makes "accepted" mean accepted: opaque records in zero-filled, recycled segment files, one write and one force per batch.
 *
 * <p>Doors: {@link io.smppbridge.journal.Journal}, and {@link io.smppbridge.journal.FlightLog} for what a bind has handed to its socket.
 * {@link io.smppbridge.journal.JournalInspector} looks at a directory from outside.
 *
 * <p>Threads: the caller's journal thread appends, writes and forces; any thread reads; {@code journal-spare} makes segments ready before they are
 * needed and watches the free space.
 *
 * <p>Must never: know what a record means; force again after a force has failed; skip over damage; write where an unclean end may have left pages that
 * were never stored.
 */
package io.smppbridge.journal;
