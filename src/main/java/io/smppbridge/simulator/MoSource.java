package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mobile-originated messages: at a rate (from a file or one text), by hand, or what was submitted, sent back. */
@OwnedBy("smsc-sim")
final class MoSource {
    private static final Logger LOG = LoggerFactory.getLogger(MoSource.class);
    private static final int MOST_AT_ONCE = 1000;

    private final PortCore port;
    private List<String[]> lines = List.of();
    private Optional<Path> loaded = Optional.empty();
    private int line;
    private int reference;
    private long turn;
    private double rate;
    private long startedAt;
    private long made;

    MoSource(PortCore port) {
        this.port = port;
    }

    /** The script, or who is bound, has changed: messages by rate come only while somebody receives. */
    void changed() {
        double wanted = port.hasReceiver() ? port.behaviour.moRate : 0;
        if (wanted == rate) {
            return;
        }
        rate = wanted;
        turn++;
        if (rate > 0) {
            load();
            startedAt = port.timeline.now();
            made = 0;
            next(turn);
        }
    }

    private void next(long mine) {
        long due = startedAt + (long) ((made + 1) * 1e9 / rate);
        port.timeline.at(due, Due.of(() -> {
            if (mine != turn) {
                return;
            }
            if (!port.hasReceiver()) {
                changed();
                return;
            }
            long behind = (long) ((port.timeline.now() - startedAt) * rate / 1e9) - made;
            for (long i = Math.min(MOST_AT_ONCE, Math.max(1, behind)); i > 0; i--) {
                made++;
                one();
            }
            next(mine);
        }));
    }

    private void one() {
        Behaviour b = port.behaviour;
        if (lines.isEmpty()) {
            send(Optional.empty(), b.moFrom, b.moTo, b.moText);
            return;
        }
        String[] fields = lines.get(line++ % lines.size());
        send(Optional.empty(), fields[0], fields[1], fields[2]);
    }

    private void load() {
        if (port.behaviour.moFile.equals(loaded)) {
            return;
        }
        loaded = port.behaviour.moFile;
        line = 0;
        lines = loaded.map(MoSource::read).orElse(List.of());
    }

    /** Lines {@code from,to,text}; the text is all that follows the second comma. Empty lines and {@code #} lines do not count. */
    private static List<String[]> read(Path file) {
        List<String[]> lines = new ArrayList<>();
        try {
            for (String one : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                String[] fields = one.strip().split(",", 3);
                if (fields.length == 3 && !one.startsWith("#")) {
                    lines.add(new String[] {fields[0].strip(), fields[1].strip(), fields[2]});
                }
            }
        } catch (IOException e) {
            LOG.warn("mo-file {} cannot be read ({}); mo-text is sent instead", file, e.toString());
        }
        return lines;
    }

    /** Gives the number of parts. */
    int send(Optional<String> systemId, String from, String to, String text) {
        return send(systemId, party(from), party(to), text, 0);
    }

    /** The same from and to parties whose types are known, and with a data_coding as {@link MoText#of} takes it. */
    int send(
            Optional<String> systemId,
            ReceivedSubmit.Party from,
            ReceivedSubmit.Party to,
            String text,
            int dataCoding) {
        MoText mo = MoText.of(text, dataCoding, ++reference);
        for (byte[] part : mo.parts()) {
            sendContent(
                    systemId,
                    new Delivery.Content(
                            false, from, to, mo.udh() ? Smpp.ESM_UDHI : 0, mo.dataCoding(), part, new byte[0]));
        }
        return mo.parts().size();
    }

    void sendContent(Optional<String> systemId, Delivery.Content content) {
        Outbox outbox = port.outbox(systemId.orElse(""));
        port.counters.moDue++;
        outbox.offer(Delivery.mo(content, outbox));
    }

    void loopback(Session session, SubmitView view) {
        sendContent(
                Optional.of(session.systemId()),
                new Delivery.Content(
                        false,
                        view.destination(),
                        view.source(),
                        view.esmClass & Smpp.ESM_UDHI,
                        view.dataCoding,
                        view.shortMessage(),
                        view.tlvBytes()));
    }

    /** Digits are an international number (with or without +), short ones a short code, all else alphanumeric. */
    static ReceivedSubmit.Party party(String address) {
        String digits = address.startsWith("+") ? address.substring(1) : address;
        if (!digits.matches("\\d+")) {
            return new ReceivedSubmit.Party(5, 0, address);
        }
        return digits.length() < 7 ? new ReceivedSubmit.Party(3, 0, digits) : new ReceivedSubmit.Party(1, 1, digits);
    }
}
