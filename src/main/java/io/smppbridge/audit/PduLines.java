package io.smppbridge.audit;

import io.smppbridge.text.Concat;
import io.smppbridge.text.Decoded;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.Fragment;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.TextProfile;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one PDU log of the bridge, in its text form, of one file or several: what was written to an SMSC, what that answered, and the receipts that the bridge took. A submit
 * is told of when its answer is known, in the order of the submits; at most 10,000 wait for theirs. What never gets one may have been taken. Of receipts without an answer the last 10,000 are kept.
 */
@OwnedBy("whoever audits")
final class PduLines {
    private static final int MOST = 10_000;
    private static final int UDHI = 0x40;
    private static final int OCTETS = 4;
    private static final int UCS2 = 8;
    private static final int RECEIPT_BITS = 0x3C;
    private static final int RECEIPT = 0x04;
    private static final Pattern ID = Pattern.compile("(?i)\\bid:\\s*(\\S+)");
    private static final Pattern STATE = Pattern.compile("(?i)\\bstat:\\s*(\\S+)");
    private static final String[] STATES = {
        "SCHEDULED", "ENROUTE", "DELIVRD", "EXPIRED", "DELETED", "UNDELIV", "ACCEPTD", "UNKNOWN", "REJECTD", "SKIPPED"
    };

    private final Audit audit;
    private final String name;
    private final ArrayDeque<Pending> pending = new ArrayDeque<>();
    private final Map<String, Pending> byKey = new HashMap<>();
    private final Map<String, Receipt> receipts = new LinkedHashMap<>();

    /** A submit whose answer may be missing. */
    private static final class Pending {
        final Submit submit;
        final long where;
        boolean over;
        boolean taken = true;
        String messageId = "";

        Pending(Submit submit, long where) {
            this.submit = submit;
            this.where = where;
        }
    }

    private record Receipt(String carrier, String id, String to, String state, Ends.End end) {}

    /** @param name of the SMSC; empty when the names of its binds tell it */
    PduLines(Audit audit, String name) {
        this.audit = audit;
        this.name = name;
    }

    void line(String line, long where) {
        String[] head = line.split(" ", 5);
        if (head.length < 5 || !head[2].equals(">") && !head[2].equals("<")) {
            throw new BadLine("time, bind, > or <, command and fields", line);
        }
        boolean out = head[2].equals(">");
        Map<String, String> fields = fields(head[4]);
        String key = head[1] + " " + fields.getOrDefault("sequence", "");
        String carrier = name.isEmpty() ? head[1].replaceFirst("^smpp-", "").replaceFirst("-\\d+$", "") : name;
        switch ((out ? "> " : "< ") + head[3]) {
            case "> submit_sm", "> data_sm" -> submitted(key, submit(carrier, fields), where);
            case "< submit_sm_resp", "< data_sm_resp" -> answered(key, fields);
            case "< deliver_sm", "< data_sm" -> delivered(key, carrier, fields);
            case "> deliver_sm_resp", "> data_sm_resp" -> acknowledged(key, fields, where);
            case "> submit_multi" ->
                throw new BadLine("submit_sm", "submit_multi, which can only be read at the carrier");
            default -> {} // says nothing of a message
        }
    }

    /** No answer will come any more. */
    void end() {
        pending.forEach(one -> one.over = true);
        tell();
    }

    private void submitted(String key, Submit submit, long where) {
        Pending now = new Pending(submit, where);
        Pending before = byKey.put(key, now);
        if (before != null) {
            before.over = true; // another connection counts from the beginning
        }
        pending.add(now);
        tell();
    }

    private void answered(String key, Map<String, String> fields) {
        Pending one = byKey.remove(key);
        if (one != null) {
            one.over = true;
            one.taken = isOk(fields);
            one.messageId = fields.getOrDefault("message_id", "");
        }
        tell();
    }

    private void tell() {
        while (!pending.isEmpty() && (pending.peek().over || pending.size() > MOST)) {
            Pending one = pending.poll();
            Submit s = one.submit;
            audit.submit(
                    new Submit(s.carrier(), s.from(), s.to(), s.text(), s.part(), one.taken, one.messageId), one.where);
        }
    }

    private void delivered(String key, String carrier, Map<String, String> fields) {
        if ((number(fields, "esm_class") & RECEIPT_BITS) != RECEIPT) {
            return;
        }
        String text = fields.getOrDefault("short_message", fields.getOrDefault("message_payload", ""));
        String id = found(ID, text, fields.getOrDefault("receipted_message_id", ""));
        int state = (int) number(fields, "message_state");
        String coded = state < STATES.length ? STATES[state] : "UNKNOWN";
        String said = found(STATE, text, coded);
        Ends.End end = end(said, fields.containsKey("message_state") ? coded : said);
        if (!id.isEmpty()) {
            receipts.remove(key); // another connection counts from the beginning: this one is the last
            receipts.put(key, new Receipt(carrier, id, fields.getOrDefault("source_addr", ""), said, end));
            if (receipts.size() > MOST) {
                receipts.remove(receipts.keySet().iterator().next());
            }
        }
    }

    private void acknowledged(String key, Map<String, String> fields, long where) {
        Receipt one = receipts.remove(key);
        if (one != null && isOk(fields) && JsonLines.isFinal(one.state())) {
            audit.receipt(one.carrier(), one.id(), one.to(), one.end(), where);
        }
    }

    /** Where text and TLV say different things, the profile decides. */
    private static Ends.End end(String said, String coded) {
        Ends.End end = Ends.End.of(said.toUpperCase(Locale.ROOT));
        boolean alike = end == Ends.End.of(coded);
        return alike ? end : end.isFailure() ? Ends.End.UNCLEAR : Ends.End.TAKEN;
    }

    private static String found(Pattern pattern, String text, String otherwise) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : otherwise;
    }

    private static Submit submit(String carrier, Map<String, String> fields) {
        String payload = fields.getOrDefault("message_payload", "");
        String written = payload.isEmpty() ? fields.getOrDefault("short_message", "") : payload;
        int coding = (int) number(fields, "data_coding");
        boolean headed = (number(fields, "esm_class") & UDHI) != 0 && written.startsWith("[");
        int end = headed ? written.indexOf(']') : -1;
        byte[] header = end < 0 ? new byte[0] : hex(written.substring(1, end));
        String rest = written.substring(end + 1);
        byte[] octets = octets(header, rest, coding);
        Fragment fragment = Decoder.open(new Incoming(
                coding,
                header.length > 0,
                octets,
                (int) number(fields, "sar_msg_ref_num"),
                (int) number(fields, "sar_total_segments"),
                (int) number(fields, "sar_segment_seqnum")));
        Concat place = fragment.concat();
        boolean hidden = !rest.isEmpty() && rest.chars().allMatch(c -> c == '*');
        return new Submit(
                carrier,
                fields.getOrDefault("source_addr", ""),
                fields.getOrDefault("destination_addr", ""),
                hidden ? Said.HIDDEN : said(fragment),
                new Submit.Part(place.reference(), place.total(), place.sequence()),
                true,
                "");
    }

    private static byte[] octets(byte[] header, String rest, int coding) {
        byte[] body = coding == OCTETS
                ? hex(rest.chars().allMatch(c -> c == '*') ? "" : rest)
                : rest.getBytes(coding == UCS2 ? StandardCharsets.UTF_16BE : StandardCharsets.ISO_8859_1);
        byte[] all = Arrays.copyOf(header, header.length + body.length);
        System.arraycopy(body, 0, all, header.length, body.length);
        return all;
    }

    private static byte[] hex(String digits) {
        try {
            return HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            throw new BadLine("pairs of hexadecimal digits", digits);
        }
    }

    private static Said said(Fragment fragment) {
        Decoded decoded = Decoder.decode(fragment, TextProfile.STANDARD);
        boolean isText = decoded.octets().length == 0 || !decoded.text().isEmpty();
        return isText ? Said.text(decoded.text()) : Said.octets(decoded.octets());
    }

    private static boolean isOk(Map<String, String> fields) {
        return number(fields, "status") == 0;
    }

    private static long number(Map<String, String> fields, String name) {
        String text = fields.getOrDefault(name, "0");
        try {
            return Long.decode(text);
        } catch (NumberFormatException e) {
            throw new BadLine(name + " as a number", text);
        }
    }

    /** {@code name=value} or {@code name="value"}, as JSON writes strings. */
    private static Map<String, String> fields(String text) {
        Map<String, String> fields = new HashMap<>();
        int at = 0;
        while (at < text.length()) {
            int equals = text.indexOf('=', at);
            if (equals < 0) {
                break;
            }
            String field = text.substring(at, equals);
            boolean quoted = equals + 1 < text.length() && text.charAt(equals + 1) == '"';
            StringBuilder value = new StringBuilder();
            at = quoted ? unquoted(text, equals + 2, value) : plain(text, equals + 1, value);
            fields.putIfAbsent(field, value.toString());
            at++;
        }
        return fields;
    }

    private static int plain(String text, int from, StringBuilder value) {
        int end = text.indexOf(' ', from);
        end = end < 0 ? text.length() : end;
        value.append(text, from, end);
        return end;
    }

    private static int unquoted(String text, int from, StringBuilder value) {
        int at = from;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            if (c == '\\' && at < text.length()) {
                c = text.charAt(at++);
                if (c == 'u' && at + 4 <= text.length()) {
                    byte[] both = hex(text.substring(at, at + 4));
                    c = (char) ((both[0] & 0xFF) << 8 | both[1] & 0xFF);
                    at += 4;
                }
            }
            value.append(c);
        }
        if (at >= text.length()) {
            throw new BadLine("a quote at the end of a value", text.substring(from));
        }
        return at + 1;
    }
}
