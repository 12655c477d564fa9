package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Layout.Shape;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Writes a PDU as one line: for people, or as JSON. What is masked already is written as it is. */
@OwnedBy("pdulog")
final class Lines {
    private static final int BINARY = 4;
    private static final long SECOND = 1_000_000_000L;

    private static final byte[] OUT = latin(" > ");
    private static final byte[] IN = latin(" < ");
    private static final byte[] SEQUENCE = latin(" sequence=");
    private static final byte[] STATUS = latin(" status=0x");
    private static final byte[] LENGTH = latin(" length=");
    private static final byte[] SAME = latin(" meant=same");
    private static final byte[] OTHERWISE = latin(" OTHERWISE ");

    private static final byte[] AT = latin("{\"at\":\"");
    private static final byte[] ACCOUNT = latin("\",\"account\":\"");
    private static final byte[] SMSC = latin("\",\"smsc\":\"");
    private static final byte[] BIND = latin("\",\"bind\":\"");
    private static final byte[] GOING_OUT = latin("\",\"direction\":\"out\",\"command\":\"");
    private static final byte[] COMING_IN = latin("\",\"direction\":\"in\",\"command\":\"");
    private static final byte[] JSON_SEQUENCE = latin("\",\"sequence\":");
    private static final byte[] JSON_STATUS = latin(",\"status\":");
    private static final byte[] JSON_LENGTH = latin(",\"length\":");
    private static final byte[] JSON_FIELDS = latin(",\"fields\":[");
    private static final byte[] JSON_MEANT = latin(",\"meant\":");
    private static final byte[] JSON_SAME = latin("\"same\"");

    /** The second that the last line stood in, and how it is written. */
    private long second = Long.MIN_VALUE;

    private byte[] written = {};

    /** {@code 2026-01-02T03:04:05.678901Z smpp-telia-1 > submit_sm sequence=7 status=0x0 length=60 source_addr="467xxx" …}. */
    void text(Line line, Noted noted, Pdu pdu, boolean masked, Compared compared) {
        at(line, noted.at);
        line.put(' ').put(noted.link.bindName).put(noted.out ? OUT : IN);
        command(line, pdu.command());
        line.put(SEQUENCE).number(pdu.sequence() & 0xFFFFFFFFL);
        line.put(STATUS).hex(pdu.status() & 0xFFFFFFFFL);
        line.put(LENGTH).number(pdu.length);
        for (int i = 0; i < pdu.fields; i++) {
            byte[] beginning = Layout.beginning(pdu.ids[i], false);
            if (beginning == null) {
                line.put(' ').text(Layout.nameOf(pdu.ids[i])).put('=');
            } else {
                line.put(beginning);
            }
            value(line, pdu, i, masked, false);
        }
        if (compared.known()) {
            if (compared.same()) {
                line.put(SAME);
            } else {
                line.put(OTHERWISE).text(compared.comment());
            }
        }
        line.put('\n');
    }

    void json(Line line, Noted noted, Pdu pdu, boolean masked, Compared compared) {
        PduTap tap = noted.link.tap();
        at(line.put(AT), noted.at);
        line.put(tap.isAccount() ? ACCOUNT : SMSC).put(tap.name()).put(BIND).put(noted.link.bindName);
        command(line.put(noted.out ? GOING_OUT : COMING_IN), pdu.command());
        line.put(JSON_SEQUENCE).number(pdu.sequence() & 0xFFFFFFFFL);
        line.put(JSON_STATUS).number(pdu.status() & 0xFFFFFFFFL);
        line.put(JSON_LENGTH).number(pdu.length).put(JSON_FIELDS);
        for (int i = 0; i < pdu.fields; i++) {
            if (i > 0) {
                line.put(',');
            }
            byte[] beginning = Layout.beginning(pdu.ids[i], true);
            if (beginning == null) {
                line.put('{').quoted(Layout.nameOf(pdu.ids[i])).put(':');
            } else {
                line.put(beginning);
            }
            value(line, pdu, i, masked, true);
            line.put('}');
        }
        line.put(']');
        if (compared.known()) {
            meant(line.put(JSON_MEANT), compared);
        }
        line.put('}').put('\n');
    }

    /** As {@link Instant} writes itself: no more groups of three digits behind the point than it takes. */
    private void at(Line line, long nanos) {
        long now = Math.floorDiv(nanos, SECOND);
        if (now != second) {
            second = now;
            String text = Instant.ofEpochSecond(now).toString();
            written = latin(text.substring(0, text.length() - 1));
        }
        line.put(written);
        long fraction = nanos - now * SECOND;
        if (fraction > 0) {
            line.put('.');
            if (fraction % 1_000_000 == 0) {
                line.digits(fraction / 1_000_000, 3);
            } else if (fraction % 1_000 == 0) {
                line.digits(fraction / 1_000, 6);
            } else {
                line.digits(fraction, 9);
            }
        }
        line.put('Z');
    }

    private static void command(Line line, int command) {
        Shape shape = Layout.of(command);
        if (shape != null) {
            line.put(shape.name());
            return;
        }
        boolean request = (command & Layout.RESPONSE) == 0;
        line.text("command_").hex(command & ~Layout.RESPONSE).text(request ? "" : "_resp");
    }

    /** {@code "same"}, or what was meant of the fields that say otherwise; null for one of which nothing was meant. */
    private static void meant(Line line, Compared compared) {
        if (compared.same()) {
            line.put(JSON_SAME);
            return;
        }
        char comma = '[';
        for (Compared.Shown shown : compared.otherwise()) {
            line.put(comma).put('{').quoted(shown.name()).put(':');
            shown.meant().ifPresentOrElse(line::quoted, () -> line.text("null"));
            line.put('}');
            comma = ',';
        }
        line.put(']');
    }

    private static void value(Line line, Pdu pdu, int field, boolean masked, boolean json) {
        switch (pdu.kinds[field]) {
            case NUMBER -> line.number(pdu.number(field));
            case BITS -> {
                if (json) {
                    line.put('"');
                }
                line.put('0').put('x').hex(pdu.number(field));
                if (json) {
                    line.put('"');
                }
            }
            case TEXT -> message(line, pdu, field, masked);
            case OCTETS, OPAQUE, REST -> {
                if (masked && pdu.kinds[field] != Kind.OCTETS) {
                    quoted(line, pdu, field);
                } else {
                    line.put('"')
                            .hex(pdu.octets, pdu.places[field], pdu.lengths[field])
                            .put('"');
                }
            }
            default -> quoted(line, pdu, field);
        }
    }

    private static void quoted(Line line, Pdu pdu, int field) {
        line.put('"').escaped(pdu.octets, pdu.places[field], pdu.lengths[field]).put('"');
    }

    /** The header of a text as octets, then the text: UCS-2 read as such, octets as octets, all else as Latin-1. */
    private static void message(Line line, Pdu pdu, int field, boolean masked) {
        int header = pdu.headerOf(field);
        int from = pdu.places[field] + header;
        int length = pdu.lengths[field] - header;
        line.put('"');
        if (header > 0) {
            line.put('[').hex(pdu.octets, pdu.places[field], header).put(']');
        }
        if (pdu.dataCoding() == BINARY && !masked) {
            line.hex(pdu.octets, from, length);
        } else if (pdu.isTwoOctets() && (!masked || pdu.isReceipt())) {
            StringBuilder quoted = new StringBuilder(length);
            Line.quoted(quoted, new String(pdu.octets, from, length, StandardCharsets.UTF_16BE));
            line.text(quoted.substring(1, quoted.length() - 1));
        } else {
            line.escaped(pdu.octets, from, length);
        }
        line.put('"');
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
