package io.smppbridge.dropin;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.dropin.Parameters.Misformed;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import io.smppbridge.wire.SmppTime;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads what Jasmin's {@code /send} is given into a message (Jasmin 0.11, "HTTP API", table of parameters). */
final class JasminMessage {
    private static final int MOST_MINUTES = 30 * 24 * 60;
    private static final int LATIN1 = 3;
    private static final int UCS2 = 8;

    /** Texts whose octets have a charset of their own; the bridge then chooses how they travel. */
    private static final Map<Integer, String> CHARSETS = Map.of(
            1, "US-ASCII", LATIN1, "ISO-8859-1", 5, "Shift_JIS", 6, "ISO-8859-5", 7, "ISO-8859-8", UCS2, "UTF-16BE");

    /** A request that is refused, in Jasmin's words. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String words) {
            super(words);
        }

        static Refused value(String argument, String value) {
            return new Refused("Argument [" + argument + "] has an invalid value: [" + value + "].");
        }
    }

    private final Parameters fields;
    private final Instant now;
    private final List<String> callbackHosts;

    JasminMessage(Parameters fields, Instant now, List<String> callbackHosts) {
        this.fields = fields;
        this.now = now;
        this.callbackHosts = callbackHosts;
    }

    OutboundSms read() throws Refused {
        OutboundSms.Builder message = OutboundSms.to(address("to", mandatory("to")));
        Optional<String> from = fields.text("from").map(String::strip).filter(it -> !it.isEmpty());
        if (from.isPresent()) {
            message.from(address("from", from.get()));
        }
        content(message);
        message.priority(number("priority", 0, 3, 0) > 1 ? Priority.HIGH : Priority.NORMAL);
        message.validity(Duration.ofMinutes(number("validity-period", 0, MOST_MINUTES, 0)));
        String sdt = fields.text("sdt").map(String::strip).orElse("");
        if (!sdt.isEmpty()) {
            message.schedule(SmppTime.parse(sdt, now).orElseThrow(() -> Refused.value("sdt", sdt)));
        }
        callback()
                .ifPresent(told -> message.callback(Callback.NAME)
                        .tags(told.tags())
                        .receipt(told.events() == 2 ? ReceiptWish.FINAL : ReceiptWish.ALL));
        return message.build();
    }

    private String mandatory(String name) throws Refused {
        return fields.text(name)
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .orElseThrow(() -> new Refused("Mandatory argument [" + name + "] is not found."));
    }

    private void content(OutboundSms.Builder message) throws Refused {
        int coding = number("coding", 0, 14, 0);
        byte[] octets = fields.octets("content").orElse(null);
        boolean hexadecimal = octets == null;
        if (hexadecimal) {
            String hex =
                    fields.text("hex-content").orElseThrow(() -> new Refused("content or hex-content not present."));
            try {
                octets = HexFormat.of().parseHex(hex.strip());
            } catch (IllegalArgumentException e) {
                throw new Refused("Invalid hex-content data: '" + hex + "'");
            }
        }
        if (coding == 2 || coding == 4) {
            message.binary(octets).encoding(Encoding.BINARY);
            return;
        }
        if (coding != 0 && !CHARSETS.containsKey(coding)) {
            throw Refused.value("coding", Integer.toString(coding));
        }
        if (coding == UCS2) {
            message.encoding(Encoding.UCS2);
        } else if (coding == LATIN1) {
            message.encoding(Encoding.LATIN1);
        }
        message.text(text(octets, coding, hexadecimal));
    }

    private static String text(byte[] octets, int coding, boolean hexadecimal) throws Refused {
        String charset = CHARSETS.get(coding);
        if (charset == null || coding != UCS2 && !hexadecimal) {
            return Parameters.text(octets);
        }
        try {
            return Parameters.decode(octets, Charset.forName(charset));
        } catch (CharacterCodingException | UnsupportedCharsetException e) {
            throw new Refused("content is not of coding " + coding + " (" + charset + ")");
        }
    }

    /** A URL or a level means {@code dlr=yes}, whatever dlr says; without a URL there is nothing to call. */
    private Optional<Callback> callback() throws Refused {
        Optional<String> given = fields.text("dlr-url").map(String::strip);
        String wanted = fields.text("dlr").orElse("no").toLowerCase(Locale.ROOT);
        boolean meant = given.isPresent() || fields.octets("dlr-level").isPresent();
        if (!meant && !wanted.equals("yes") && !wanted.equals("no")) {
            throw Refused.value("dlr", wanted);
        }
        int level = number("dlr-level", 1, 3, 1);
        String method = fields.text("dlr-method").orElse("POST").toUpperCase(Locale.ROOT);
        if (!method.equals("GET") && !method.equals("POST")) {
            throw Refused.value("dlr-method", method);
        }
        if (given.isEmpty()) {
            return Optional.empty();
        }
        String url = given.get();
        URI target = Callback.target(url).orElseThrow(() -> Refused.value("dlr-url", url));
        if (!Callback.isAllowed(target, callbackHosts)) {
            throw new Refused("Argument [dlr-url] names the host " + target.getAuthority()
                    + ", which the account's dropin.callback-hosts does not list.");
        }
        return Optional.of(new Callback(Callback.Kind.JASMIN, url, level, method.equals("POST")));
    }

    private int number(String field, int least, int most, int fallback) throws Refused {
        try {
            return fields.number(field, least, most, fallback);
        } catch (Misformed e) {
            throw Refused.value(field, fields.text(field).orElse(""));
        }
    }

    private static Address address(String argument, String text) throws Refused {
        try {
            Address address = Address.of(text);
            if (argument.equals("to") && !address.isNumeric()) {
                throw Refused.value(argument, text);
            }
            return address;
        } catch (IllegalArgumentException e) {
            throw Refused.value(argument, text);
        }
    }

    /** How many submit_sm a text takes when nothing is known of the SMSC; for {@code /rate}. */
    static int parts(OutboundSms message) {
        EncodeResult result = Segmenter.encode(message, TextProfile.STANDARD, 0);
        return result instanceof EncodeResult.Encoded encoded ? encoded.parts().size() : 0;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
