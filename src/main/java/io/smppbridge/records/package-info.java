/**
 * What is on the disk: a class for each record of the journal, and how they are read as a whole. The numbers of {@link io.smppbridge.records.RecordType}
 * and the order of the octets never change; what is new comes last or under a mark of its own, so that what earlier versions wrote is read.
 *
 * <p>Doors: {@link io.smppbridge.records.RecordType} and the record classes, for the pipeline, which writes them;
 * {@link io.smppbridge.records.Story} is all that is known of one message. {@link io.smppbridge.records.Chronicle} and
 * {@link io.smppbridge.records.MessageSearch} look at a journal from outside. Lengths are in octets, positions are the journal's; a name that ends in
 * Ms is of milliseconds, since 1970.
 *
 * <p>Threads: records are values, and what writes and reads them keeps nothing: any thread, but for {@code TlvNames}, which is the journal thread's.
 * Only {@code Story.read}, {@code Chronicle} and {@code MessageSearch} touch a disk. {@code encode} throws
 * {@link java.nio.BufferOverflowException} or {@link java.lang.IndexOutOfBoundsException} where there is no room for a record; {@code decode} throws
 * something unchecked where the octets are none that an {@code encode} wrote.
 *
 * <p>Must never: know a table, a lane or a stage; write into a journal by itself; have a record made only to write down an ACCEPT, RECEIPT or CLOSE.
 */
package io.smppbridge.records;
