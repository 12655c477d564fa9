package io.smppbridge.settings;

/** What carries the octets of binds ({@code transport}). */
public enum TransportKind {
    /** jSMPP: a thread for each bind. */
    JSMPP,
    /** Netty: few threads for all binds. */
    NETTY
}
