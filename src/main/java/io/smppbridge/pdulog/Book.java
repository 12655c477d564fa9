package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The files of one SMSC, and how a PDU comes into them: taken apart, masked, written. */
@OwnedBy("pdulog")
final class Book {
    private final RingFile text;
    private final RingFile json;
    private final RingFile capture;
    long written;

    Book(String smsc) {
        text = new RingFile(smsc, ".log", new byte[0]);
        json = new RingFile(smsc, ".jsonl", new byte[0]);
        capture = new RingFile(smsc, ".pcapng", PcapNg.preamble(smsc));
    }

    void write(Noted noted, PduLogConfig.Wish wish, boolean unmasked, PduLogConfig limits, Instant at)
            throws IOException {
        Pdu pdu = new Pdu(noted.octets());
        if (!noted.link().dialogue.isWanted(pdu, noted.out(), wish.numbers())) {
            return;
        }
        Masking.apply(pdu, unmasked);
        if (wish.form() == Form.TEXT) {
            text.write(Lines.text(noted, at, pdu, !unmasked).getBytes(StandardCharsets.UTF_8), limits, at);
        } else if (wish.form() == Form.JSON) {
            json.write(Lines.json(noted, at, pdu, !unmasked).getBytes(StandardCharsets.UTF_8), limits, at);
        }
        if (wish.capture()) {
            capture.write(PcapNg.packets(noted, at, pdu.octets), limits, at);
        }
        written++;
    }

    void flush() throws IOException {
        text.flush();
        json.flush();
        capture.flush();
    }

    void close() throws IOException {
        text.close();
        json.close();
        capture.close();
    }
}
