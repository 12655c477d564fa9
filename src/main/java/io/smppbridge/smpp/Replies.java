package io.smppbridge.smpp;

import java.io.IOException;

/** The way out for the transport's own short answers, which overtake what the owner has composed. */
interface Replies {
    /**
     * Says it now, or as soon as what is being written has been.
     *
     * @param nulBody whether its body is a single NUL; else it has none
     * @throws IOException if the peer does not read, or is gone
     */
    void urgent(int command, int status, int sequence, boolean nulBody) throws IOException;
}
