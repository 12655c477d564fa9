package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** The files of one SMSC or account, and how a PDU comes into them: taken apart, masked, written. */
@OwnedBy("pdulog")
final class Book {
    private final RingFile text;
    private final RingFile json;
    private final RingFile capture;
    long written;
    /** Of these, PDUs whose octets say something else than was meant. */
    long otherwise;

    Book(String link) {
        text = new RingFile(link, ".log", new byte[0]);
        json = new RingFile(link, ".jsonl", new byte[0]);
        capture = new RingFile(link, ".pcapng", PcapNg.preamble(link));
    }

    void write(Noted noted, PduLogConfig.Wish wish, boolean unmasked, PduLogConfig limits, Instant at)
            throws IOException {
        Pdu pdu = new Pdu(noted.octets());
        if (!noted.link().dialogue.isWanted(pdu, noted.out(), wish.numbers())) {
            return;
        }
        Compared compared = Compared.of(noted.meant(), pdu, unmasked);
        Masking.apply(pdu, unmasked);
        if (wish.form() == Form.TEXT) {
            String line = Lines.text(noted, at, pdu, !unmasked, compared);
            text.write(line.getBytes(StandardCharsets.UTF_8), limits, at);
        } else if (wish.form() == Form.JSON) {
            String line = Lines.json(noted, at, pdu, !unmasked, compared);
            json.write(line.getBytes(StandardCharsets.UTF_8), limits, at);
        }
        if (wish.capture()) {
            capture.write(PcapNg.packets(noted, at, pdu.octets, compared.comment()), limits, at);
        }
        written++;
        if (!compared.same()) {
            otherwise++;
        }
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
