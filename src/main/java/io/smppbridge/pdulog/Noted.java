package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;

/** Of the PDU that is being written down, what its octets do not say. */
@OwnedBy("pdulog")
final class Noted {
    TappedLink link;
    /** From the bridge to the peer. */
    boolean out;
    /** When it was laid down, in nanoseconds since 1970. */
    long at;

    Noted of(TappedLink link, boolean out, long at) {
        this.link = link;
        this.out = out;
        this.at = at;
        return this;
    }
}
