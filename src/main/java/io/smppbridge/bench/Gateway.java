package io.smppbridge.bench;

import java.io.IOException;

/** What is measured, in a process of its own: takes SMPP, and submits to the sink. */
interface Gateway extends AutoCloseable {
    /** Port for binds of {@link RawSubmits}. */
    int esmePort();

    long pid();

    /** @throws IOException if it has ended */
    void check() throws IOException;

    @Override
    void close();
}
