package io.smppbridge.simulator;

/** When a port sends something that an ESME may ask for. */
public enum Wish {
    ASKED,
    NEVER,
    ALWAYS
}
