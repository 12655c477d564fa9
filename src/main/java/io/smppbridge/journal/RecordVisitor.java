package io.smppbridge.journal;

import java.nio.ByteBuffer;

/** Is shown records in the order they were appended. */
@FunctionalInterface
public interface RecordVisitor {
    /**
     * One record.
     *
     * @param position where it lies; stays valid until its segment is dropped
     * @param type as given to {@link Journal#append}
     * @param payload valid only during the call
     */
    void visit(long position, byte type, ByteBuffer payload);
}
