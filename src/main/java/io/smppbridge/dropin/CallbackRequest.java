package io.smppbridge.dropin;

import io.smppbridge.CarrierReport;
import io.smppbridge.MessageState;
import io.smppbridge.Receipt;
import io.smppbridge.connector.StatusTable;
import io.smppbridge.dropin.CallbackClient.Call;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.StringJoiner;

/** The HTTP request that tells a platform of a receipt, in Kannel's or Jasmin's form. */
final class CallbackRequest {
    private static final DateTimeFormatter KANNEL_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd+HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter RECEIPT_TIME =
            DateTimeFormatter.ofPattern("yyMMddHHmm").withZone(ZoneOffset.UTC);
    private static final int DELIVERED = 1;
    private static final int FAILED = 2;
    private static final int BUFFERED = 4;
    private static final int SUBMITTED = 8;
    private static final int REJECTED = 16;

    private CallbackRequest() {}

    /**
     * The request for this receipt; empty when the platform has not asked for such news.
     *
     * @param user the platform's user name
     * @throws IllegalArgumentException if the URL with all put in is none
     */
    static Optional<Call> of(Callback callback, Receipt receipt, String user) {
        int kind = kind(receipt);
        if (callback.kind() == Callback.Kind.KANNEL) {
            return (kind & callback.events()) == 0
                    ? Optional.empty()
                    : Optional.of(new Call(Callback.uri(kannel(callback, receipt, kind, user)), ""));
        }
        boolean end = kind == DELIVERED || kind == FAILED;
        boolean answer = kind == SUBMITTED || kind == REJECTED;
        if (!(end && callback.events() >= 2 || answer && callback.events() != 2)) {
            return Optional.empty();
        }
        String fields = jasmin(receipt, end);
        if (callback.post()) {
            return Optional.of(new Call(Callback.uri(callback.url()), fields));
        }
        int fragment = callback.url().indexOf('#');
        String url = fragment < 0 ? callback.url() : callback.url().substring(0, fragment); // which is never sent
        return Optional.of(new Call(Callback.uri(url + (url.indexOf('?') < 0 ? "?" : "&") + fields), ""));
    }

    /** Kannel's number for what has happened; 0 for what neither gateway tells. */
    private static int kind(Receipt receipt) {
        return switch (receipt.state()) {
            case DELIVERED -> DELIVERED;
            case UNDELIVERED, EXPIRED, CANCELLED, UNCERTAIN -> FAILED;
            case REJECTED -> receipt.report().isReceipt() ? FAILED : REJECTED;
            case SENT -> receipt.report().isReceipt() ? BUFFERED : SUBMITTED;
            case ACCEPTED -> SUBMITTED;
            case QUEUED, SCHEDULED, UNANSWERED, NO_RECEIPT -> 0;
        };
    }

    /** Puts the values in place of the escapes; what is none stays as it is. */
    private static String kannel(Callback callback, Receipt receipt, int kind, String user) {
        String url = callback.url();
        StringBuilder out = new StringBuilder(url.length() + 100);
        for (int i = 0; i < url.length(); i++) {
            char c = url.charAt(i);
            if (c != '%' || i + 1 == url.length()) {
                out.append(c == '%' ? "%25" : String.valueOf(c));
                continue;
            }
            String value = escape(url.charAt(i + 1), callback, receipt, kind, user);
            if (value != null) {
                out.append(value);
                i++;
            } else {
                boolean octet = i + 2 < url.length()
                        && Character.digit(url.charAt(i + 1), 16) >= 0
                        && Character.digit(url.charAt(i + 2), 16) >= 0;
                out.append(octet ? "%" : "%25");
            }
        }
        return out.toString();
    }

    /** What an escape of Kannel's stands for in a report (user's guide, table "Parameters"); null for none. */
    private static String escape(char letter, Callback callback, Receipt receipt, int kind, String user) {
        String words = words(receipt, kind);
        return switch (letter) {
            case 'd' -> Integer.toString(kind);
            case 'A', 'a', 'b' -> coded(words);
            case 'k' -> coded(words.substring(0, words.indexOf(' ') < 0 ? words.length() : words.indexOf(' ')));
            case 'F', 'I' -> coded(receipt.message().toString());
            case 'T' -> Long.toString(receipt.at().getEpochSecond());
            case 't' -> KANNEL_TIME.format(receipt.at());
            case 'p' -> coded(receiver(callback, receipt));
            case 'q' -> coded(international(receiver(callback, receipt)));
            case 'P' -> coded(sender(callback, receipt));
            case 'Q' -> coded(international(sender(callback, receipt)));
            case 'i' -> coded(receipt.smsc());
            case 'n', 'o' -> coded(user);
            case 'c', 'm', 'M' -> "-1"; // a report has no coding, class or waiting indication
            case 'O' -> "00";
            case 'C' -> "UTF-8";
            case 'R' -> coded(callback.url());
            case 'B', 'D', 'f', 'u', 'v', 'V' -> "";
            case '%' -> "%"; // what begins no octet is coded with the URL
            default -> null;
        };
    }

    private static String words(Receipt receipt, int kind) {
        if (kind == SUBMITTED) {
            return "ACK/";
        }
        if (kind == REJECTED) {
            OptionalInt status = StatusTable.described(receipt.detail());
            return "NACK/" + (status.isPresent() ? StatusWords.kannel(status.getAsInt()) : receipt.detail());
        }
        CarrierReport report = receipt.report();
        return "id:" + receipt.message() + " sub:001 dlvrd:" + (kind == DELIVERED ? "001" : "000") + " submit date:"
                + date(report.submitDate(), receipt.submittedAt(), receipt.at()) + " done date:"
                + date(report.doneDate(), receipt.at()) + " stat:" + stat(receipt) + " err:"
                + (report.err().isEmpty() ? "000" : report.err()) + " text:";
    }

    /** Its level is that of the news, as Jasmin's is, whatever was asked for: 1 of the SMSC's answer, 2 of the end. */
    private static String jasmin(Receipt receipt, boolean end) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("id", receipt.message().toString());
        fields.put("level", end ? "2" : "1");
        fields.put("connector", receipt.smsc());
        if (!end) {
            boolean taken = receipt.state() != MessageState.REJECTED;
            fields.put("message_status", taken ? "ESME_ROK" : refusal(receipt));
            return form(fields);
        }
        CarrierReport report = receipt.report();
        fields.put("message_status", stat(receipt));
        fields.put("id_smsc", receipt.message().toString());
        fields.put("sub", "001");
        fields.put("dlvrd", receipt.state() == MessageState.DELIVERED ? "001" : "000");
        fields.put("subdate", date(report.submitDate(), receipt.submittedAt(), receipt.at()));
        fields.put("donedate", date(report.doneDate(), receipt.at()));
        fields.put("err", report.err().isEmpty() ? "000" : report.err());
        fields.put("text", "");
        return form(fields);
    }

    /** The command_status, or what stands for all others when it was the bridge that refused. */
    private static String refusal(Receipt receipt) {
        OptionalInt status = StatusTable.described(receipt.detail());
        return status.isPresent() ? StatusWords.jasmin(status.getAsInt()) : "ESME_RSUBMITFAIL";
    }

    /** The seven letters of a receipt, also where the SMSC has said it by message_state alone: these have other names. */
    private static String stat(Receipt receipt) {
        String stat = receipt.report().stat();
        if (!stat.isEmpty()) {
            return switch (stat) {
                case "DELIVERED" -> "DELIVRD";
                case "UNDELIVERABLE" -> "UNDELIV";
                case "ACCEPTED" -> "ACCEPTD";
                case "REJECTED" -> "REJECTD";
                default -> stat;
            };
        }
        return switch (receipt.state()) {
            case DELIVERED -> "DELIVRD";
            case EXPIRED -> "EXPIRED";
            case CANCELLED -> "DELETED";
            case UNCERTAIN -> "UNKNOWN";
            case REJECTED -> "REJECTD";
            case UNDELIVERED -> "UNDELIV";
            default -> "ENROUTE";
        };
    }

    /** The first of these that is known: what was never handed over has no time of that. */
    private static String date(Instant... times) {
        for (Instant time : times) {
            if (!time.equals(Instant.EPOCH)) {
                return RECEIPT_TIME.format(time);
            }
        }
        return RECEIPT_TIME.format(Instant.EPOCH);
    }

    /** As the platform wrote it; with a plus where a message's tags do not say how. */
    private static String receiver(Callback callback, Receipt receipt) {
        return callback.to().isEmpty() ? "+" + receipt.to().number() : callback.to();
    }

    private static String sender(Callback callback, Receipt receipt) {
        return callback.from().isEmpty() ? receipt.from().number() : callback.from();
    }

    private static String international(String number) {
        return number.startsWith("00") ? "+" + number.substring(2) : number;
    }

    private static String form(Map<String, String> fields) {
        StringJoiner form = new StringJoiner("&");
        fields.forEach((name, value) -> form.add(name + "=" + coded(value)));
        return form.toString();
    }

    private static String coded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
