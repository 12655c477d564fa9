package io.smppbridge.simulator;

/** What a port leaves unanswered. */
public enum Silence {
    /** Answers everything. */
    NONE,
    /** Binds, enquire_link and unbind are answered; submit_sm and data_sm are taken and never answered. */
    SUBMITS,
    /** Only enquire_link is answered. */
    ALL_BUT_ENQUIRE_LINK,
    /** TCP is accepted and read; nothing is answered. */
    EVERYTHING,
    /** TCP is accepted and not even read, like a peer that vanished behind a firewall. */
    HALF_OPEN
}
