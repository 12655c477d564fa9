package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;

/** Writes a PDU as one line: for people, or as JSON. What is masked already is written as it is. */
final class Lines {
    private static final HexFormat HEX = HexFormat.of();
    private static final int BINARY = 4;

    private Lines() {}

    /** {@code 2026-01-02T03:04:05.678901Z smpp-telia-1 > submit_sm sequence=7 status=0x0 length=60 source_addr="467xxx" …}. */
    static String text(Noted noted, Instant at, Pdu pdu, boolean masked, Compared compared) {
        StringBuilder line = new StringBuilder(400)
                .append(at)
                .append(' ')
                .append(noted.link().bind)
                .append(noted.out() ? " > " : " < ")
                .append(Layout.nameOf(pdu.command()))
                .append(" sequence=")
                .append(Integer.toUnsignedString(pdu.sequence()))
                .append(" status=0x")
                .append(Integer.toHexString(pdu.status()))
                .append(" length=")
                .append(pdu.octets.length);
        for (Field field : pdu.fields) {
            line.append(' ').append(field.name()).append('=');
            value(line, pdu, field, masked, false);
        }
        if (compared.known()) {
            line.append(compared.same() ? " meant=same" : " OTHERWISE " + compared.comment());
        }
        return line.append('\n').toString();
    }

    static String json(Noted noted, Instant at, Pdu pdu, boolean masked, Compared compared) {
        StringBuilder line = new StringBuilder(500)
                .append("{\"at\":\"")
                .append(at)
                .append(noted.link().tap().isAccount() ? "\",\"account\":\"" : "\",\"smsc\":\"")
                .append(noted.link().tap().name())
                .append("\",\"bind\":\"")
                .append(noted.link().bind)
                .append("\",\"direction\":\"")
                .append(noted.out() ? "out" : "in")
                .append("\",\"command\":\"")
                .append(Layout.nameOf(pdu.command()))
                .append("\",\"sequence\":")
                .append(Integer.toUnsignedString(pdu.sequence()))
                .append(",\"status\":")
                .append(Integer.toUnsignedString(pdu.status()))
                .append(",\"length\":")
                .append(pdu.octets.length)
                .append(",\"fields\":[");
        String comma = "";
        for (Field field : pdu.fields) {
            line.append(comma).append("{\"").append(field.name()).append("\":");
            value(line, pdu, field, masked, true);
            line.append('}');
            comma = ",";
        }
        line.append(']');
        if (compared.known()) {
            line.append(",\"meant\":");
            meant(line, compared);
        }
        return line.append("}\n").toString();
    }

    /** {@code "same"}, or what was meant of the fields that say otherwise; null for one of which nothing was meant. */
    private static void meant(StringBuilder line, Compared compared) {
        if (compared.same()) {
            line.append("\"same\"");
            return;
        }
        String comma = "[";
        for (Compared.Shown shown : compared.otherwise()) {
            line.append(comma).append("{\"").append(shown.name()).append("\":");
            shown.meant().ifPresentOrElse(value -> quoted(line, value), () -> line.append("null"));
            line.append('}');
            comma = ",";
        }
        line.append(']');
    }

    private static void value(StringBuilder line, Pdu pdu, Field field, boolean masked, boolean json) {
        switch (field.kind()) {
            case NUMBER -> line.append(pdu.number(field));
            case BITS -> {
                line.append(json ? "\"0x" : "0x").append(Long.toHexString(pdu.number(field)));
                line.append(json ? "\"" : "");
            }
            case TEXT -> message(line, pdu, field, masked);
            case OCTETS, OPAQUE, REST -> {
                boolean hidden = masked && field.kind() != Kind.OCTETS;
                quoted(
                        line,
                        hidden ? pdu.text(field) : HEX.formatHex(pdu.octets, field.at(), field.at() + field.length()));
            }
            default -> quoted(line, pdu.text(field));
        }
    }

    /** The header of a text as octets, then the text: UCS-2 read as such, octets as octets, all else as Latin-1. */
    private static void message(StringBuilder line, Pdu pdu, Field field, boolean masked) {
        int header = pdu.headerOf(field);
        int from = field.at() + header;
        int length = field.length() - header;
        String before = header == 0 ? "" : "[" + HEX.formatHex(pdu.octets, field.at(), from) + "]";
        long coding = pdu.number("data_coding");
        if (coding == BINARY && !masked) {
            quoted(line, before + HEX.formatHex(pdu.octets, from, from + length));
            return;
        }
        boolean wide = pdu.isTwoOctets() && (!masked || pdu.isReceipt());
        Charset charset = wide ? StandardCharsets.UTF_16BE : StandardCharsets.ISO_8859_1;
        quoted(line, before + new String(pdu.octets, from, length, charset));
    }

    /** As JSON writes strings, so that no octet of a peer can end a line or a quote. */
    static void quoted(StringBuilder line, String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < ' ' || c >= 0x7F && c < 0xA0 || Character.isSurrogate(c) || c == '\u2028' || c == '\u2029') {
                line.append("\\u").append(HEX.toHexDigits(c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
