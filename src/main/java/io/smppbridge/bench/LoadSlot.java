package io.smppbridge.bench;

import io.smppbridge.stages.Slot;
import io.smppbridge.threads.OwnedBy;
import java.net.SocketAddress;
import java.nio.ByteBuffer;

/** A message of the load on the stages. */
@OwnedBy("the stage that has taken it from a ring")
final class LoadSlot extends Slot {
    int length;
    SocketAddress from;
    /** What processing has made of it; sent back. */
    long sum;

    LoadSlot(ByteBuffer octets) {
        super(octets);
    }
}
