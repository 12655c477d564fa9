package io.smppbridge.intake;

import io.smppbridge.MiddleWare;
import io.smppbridge.SendOutcome;
import io.smppbridge.stages.Slot;
import io.smppbridge.threads.OwnedBy;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/** One datagram on its way: what came, from whom, and what it is answered. */
@OwnedBy("the stage that has taken it from a ring")
final class DatagramSlot extends Slot {
    InetSocketAddress from;
    /** Octets that came. */
    int length;
    /** The client's number for it. */
    long id;
    /** Where the stream's name begins; the content is behind it. */
    int clientAt;

    int contentAt;
    MiddleWare door;
    /** What became of it; null when {@link #refusal} says why it never got so far. */
    SendOutcome outcome;

    String refusal = "";
    boolean tryAgain;

    DatagramSlot(ByteBuffer octets) {
        super(octets);
    }

    /** It is answered with this, whatever it says. */
    void refuse(boolean again, String why) {
        outcome = null;
        refusal = why;
        tryAgain = again;
    }

    void decide(SendOutcome what) {
        outcome = what;
        refusal = "";
    }
}
