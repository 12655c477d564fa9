package io.smppbridge.journal;

import java.nio.ByteBuffer;

/**
 * One record read back.
 *
 * @param type as given to {@link Journal#append}
 * @param payload the reader's own
 */
public record JournalRecord(byte type, ByteBuffer payload) {}
