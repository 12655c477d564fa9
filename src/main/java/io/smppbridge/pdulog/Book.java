package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import io.smppbridge.settings.PduLogConfig.Form;
import io.smppbridge.settings.PduLogConfig.Wish;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;

/** The files of one SMSC or account, and how a PDU comes into them: taken apart, compared with what was meant, masked, written. */
@OwnedBy("pdulog")
final class Book {
    private final PduTap tap;
    private final RingFile text;
    private final RingFile json;
    private final RingFile capture;
    private final Pdu pdu = new Pdu();
    private final Noted noted = new Noted();
    private final Compared compared = new Compared();
    private final Masking masking = new Masking();
    private final Lines lines = new Lines();
    private long of = -1;
    private Wish wish = Wish.NOTHING;
    private boolean unmasked;
    private long written;
    /** Of these, PDUs whose octets say something else than was meant. */
    private long otherwise;

    Book(PduTap tap) {
        this.tap = tap;
        text = new RingFile(tap.link, ".log", new byte[0]);
        json = new RingFile(tap.link, ".jsonl", new byte[0]);
        capture = new RingFile(tap.link, ".pcapng", PcapNg.preamble(tap.link));
    }

    /** Whether what is wished was looked up for that turn. */
    boolean stands(long turn) {
        return of == turn;
    }

    /** What is wished in that turn. */
    void stand(long turn, Wish wished, boolean unmaskedToo) {
        of = turn;
        wish = wished;
        unmasked = unmaskedToo;
    }

    /** Whether anything is. */
    boolean isWished() {
        return !wish.isNothing();
    }

    /**
     * Writes one PDU, and changes its octets.
     *
     * @param found where it lies, and what was meant
     */
    void write(TappedLink link, boolean out, long at, Found found, PduLogConfig limits) throws IOException {
        pdu.read(found.octets, found.from, found.length);
        if (!link.dialogue().isWanted(pdu, out, wish.numbers())) {
            return;
        }
        noted.of(link, out, at);
        compared.of(found.meant, found.meantFrom, found.meantLength, pdu, unmasked);
        masking.apply(pdu, unmasked);
        written++;
        if (!compared.same()) {
            otherwise++;
        }
        try {
            if (wish.form() == Form.TEXT) {
                lines.text(text.begin(), noted, pdu, !unmasked, compared);
                text.end(limits, at);
            } else if (wish.form() == Form.JSON) {
                lines.json(json.begin(), noted, pdu, !unmasked, compared);
                json.end(limits, at);
            }
            if (wish.capture()) {
                PcapNg.packets(capture.begin(), noted, pdu, compared.comment());
                capture.end(limits, at);
            }
        } catch (IOException e) {
            leaveOut();
            throw e;
        }
    }

    /** Where a PDU and its structure were found. */
    @OwnedBy("pdulog")
    static final class Found {
        byte[] octets;
        int from;
        int length;
        byte[] meant;
        int meantFrom;
        int meantLength;

        Found pdu(byte[] in, int begin, int count) {
            octets = in;
            from = begin;
            length = count;
            return this;
        }

        /** @param count 0 for a PDU without a structure */
        Found meant(byte[] in, int begin, int count) {
            meant = in;
            meantFrom = begin;
            meantLength = count;
            return this;
        }
    }

    void flush() throws IOException {
        try {
            text.flush();
            json.flush();
            capture.flush();
        } catch (IOException e) {
            leaveOut();
            throw e;
        } finally {
            tap.counted(written, otherwise);
        }
    }

    void close() throws IOException {
        flush();
        text.close();
        json.close();
        capture.close();
    }

    /** What was given up is not in each file that it should be in. The other files are settled as well: a PDU that waits there counts once. */
    private void leaveOut() {
        long lost = Math.max(text.settle(), Math.max(json.settle(), capture.settle()));
        written -= lost;
        tap.leaveOut(lost);
    }
}
