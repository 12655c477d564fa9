package io.smppbridge.simulator;

/** How an ESME is bound. */
public enum BindMode {
    TX(Smpp.BIND_TRANSMITTER, true, false),
    RX(Smpp.BIND_RECEIVER, false, true),
    TRX(Smpp.BIND_TRANSCEIVER, true, true);

    final int command;
    final boolean submits;
    final boolean receives;

    BindMode(int command, boolean submits, boolean receives) {
        this.command = command;
        this.submits = submits;
        this.receives = receives;
    }

    static BindMode of(int command) {
        for (BindMode mode : values()) {
            if (mode.command == command) {
                return mode;
            }
        }
        throw new IllegalArgumentException("command " + Integer.toHexString(command) + " is no bind");
    }
}
