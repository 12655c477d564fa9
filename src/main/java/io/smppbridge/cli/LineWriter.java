package io.smppbridge.cli;

import io.smppbridge.threads.OwnedBy;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Octets of UTF-8 text, passed on line by line. */
@OwnedBy("whoever made it")
final class LineWriter extends OutputStream {
    private final PrintWriter to;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LineWriter(PrintWriter to) {
        this.to = to;
    }

    @Override
    public void write(int octet) {
        line.write(octet);
        if (octet == '\n') {
            flush();
        }
    }

    @Override
    public void flush() {
        to.print(line.toString(StandardCharsets.UTF_8));
        line.reset();
    }
}
