package io.smppbridge.simulator;

import io.netty.buffer.ByteBuf;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the last messages of a port and answers query_sm, cancel_sm and replace_sm about them, truthfully (SMPP 3.4, 4.8 to 4.10). With
 * {@code keep = 0} nothing is kept, and these are commands that this SMSC does not know.
 */
@OwnedBy("smsc-sim")
final class StoreDesk {
    private static final DateTimeFormatter FINAL_DATE =
            DateTimeFormatter.ofPattern("yyMMddHHmmss'000+'").withZone(ZoneOffset.UTC);
    private static final int LONGEST_ID = 65;

    private final PortCore port;
    private final Map<String, StoredMessage> messages = new LinkedHashMap<>();

    StoreDesk(PortCore port) {
        this.port = port;
    }

    boolean isOpen() {
        return port.behaviour.keep > 0;
    }

    Optional<StoredMessage> find(String id) {
        return Optional.ofNullable(messages.get(id));
    }

    StoredMessage keep(String id, SubmitView view, Session session) {
        StoredMessage message = new StoredMessage(id, view, session.systemId());
        messages.put(id, message);
        if (messages.size() > port.behaviour.keep) {
            Iterator<String> eldest = messages.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        return message;
    }

    void arrived(Session session, ByteBuf in, int at, int length) {
        Fields fields = new Fields(in, at + Smpp.HEADER, at + length);
        int command = in.getInt(at + 4);
        int sequence = in.getInt(at + 12);
        switch (command) {
            case Smpp.QUERY_SM -> query(session, fields, sequence);
            case Smpp.CANCEL_SM -> answer(session, command, cancel(session, fields), sequence);
            default -> answer(session, command, replace(session, fields), sequence);
        }
    }

    private void query(Session session, Fields fields, int sequence) {
        String id = fields.text(LONGEST_ID);
        fields.address();
        Optional<StoredMessage> found = mine(session, id, fields);
        if (found.isEmpty()) {
            answer(session, Smpp.QUERY_SM, fields.broken ? SmppStatus.RINVMSGID : SmppStatus.RQUERYFAIL, sequence);
            return;
        }
        StoredMessage message = found.get();
        Wire wire = session.wire();
        int from = wire.begin(Smpp.QUERY_SM | Smpp.RESPONSE, SmppStatus.ROK, sequence);
        wire.string(message.id);
        wire.string(message.done().map(FINAL_DATE::format).orElse(""));
        wire.out().writeByte(message.state().state);
        wire.out().writeByte(message.isOpen() ? 0 : message.state().errorCode);
        wire.end(from);
    }

    private int cancel(Session session, Fields fields) {
        fields.text(6);
        String id = fields.text(LONGEST_ID);
        String source = fields.address();
        String destination = fields.address();
        if (fields.broken) {
            return SmppStatus.RINVMSGID;
        }
        int cancelled = 0;
        for (StoredMessage message : messages.values()) {
            boolean meant = id.isEmpty()
                    ? message.source.address().equals(source)
                            && message.destination.address().equals(destination)
                    : message.id.equals(id);
            if (meant && message.systemId.equals(session.systemId())) {
                if (message.end(Outcome.DELETED, port.timeline.today())) {
                    message.deleted.run();
                    cancelled++;
                }
            }
        }
        return cancelled > 0 ? SmppStatus.ROK : SmppStatus.RCANCELFAIL;
    }

    private int replace(Session session, Fields fields) {
        String id = fields.text(LONGEST_ID);
        fields.address();
        fields.text(17);
        fields.text(17);
        fields.octet();
        fields.octet();
        byte[] text = fields.octets(fields.octet());
        Optional<StoredMessage> found = mine(session, id, fields).filter(StoredMessage::isOpen);
        found.ifPresent(message -> {
            message.text = text;
            message.replaced++;
        });
        return found.isPresent() ? SmppStatus.ROK : SmppStatus.RREPLACEFAIL;
    }

    private Optional<StoredMessage> mine(Session session, String id, Fields fields) {
        return fields.broken
                ? Optional.empty()
                : find(id).filter(message -> message.systemId.equals(session.systemId()));
    }

    private static void answer(Session session, int command, int status, int sequence) {
        session.wire().header(command | Smpp.RESPONSE, status, sequence);
    }

    /** The fields of a body, one after the other; broken when one runs past the PDU. */
    private static final class Fields {
        private final ByteBuf in;
        private final int end;
        private int at;
        boolean broken;

        Fields(ByteBuf in, int at, int end) {
            this.in = in;
            this.at = at;
            this.end = end;
        }

        String text(int most) {
            int nul = broken ? -1 : in.indexOf(at, Math.min(end, at + most), (byte) 0);
            if (nul < 0) {
                broken = true;
                return "";
            }
            String text = in.toString(at, nul - at, StandardCharsets.ISO_8859_1);
            at = nul + 1;
            return text;
        }

        String address() {
            octet();
            octet();
            return text(21);
        }

        int octet() {
            if (at >= end) {
                broken = true;
                return 0;
            }
            return in.getUnsignedByte(at++);
        }

        byte[] octets(int length) {
            if (broken || length > end - at) {
                broken = true;
                return new byte[0];
            }
            byte[] octets = new byte[length];
            in.getBytes(at, octets);
            at += length;
            return octets;
        }
    }
}
