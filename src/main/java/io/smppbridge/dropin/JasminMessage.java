package io.smppbridge.dropin;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SmppCoding;
import io.smppbridge.dropin.Parameters.Misformed;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.TextProfile;
import io.smppbridge.wire.SmppTime;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Reads what Jasmin's {@code /send} is given into a message (Jasmin 0.11, "HTTP API", table of parameters). */
final class JasminMessage {
    /** Characters of what was given that an answer says again. */
    private static final int LONGEST_SAID = 100;

    private static final int MOST_MINUTES = 30 * 24 * 60;
    private static final Duration LEAST_WORTH = Duration.ofSeconds(1);
    private static final int LATIN1 = 3;
    private static final int UCS2 = 8;

    /** Codings whose content is a text; but for Latin-1 and UCS-2 the bridge chooses how it travels. */
    private static final Set<Integer> TEXTS = Set.of(0, 1, LATIN1, 5, 6, 7, UCS2);

    private static final Set<String> ARGUMENTS = Set.of(
            "username",
            "password",
            "to",
            "from",
            "coding",
            "priority",
            "sdt",
            "validity-period",
            "dlr",
            "dlr-url",
            "dlr-level",
            "dlr-method",
            "tags",
            "custom_tlvs",
            "content",
            "hex-content");

    /** A request that is refused, in Jasmin's words. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String words) {
            super(words);
        }

        static Refused value(String argument, String value) {
            return new Refused("Argument [" + argument + "] has an invalid value: [" + shorten(value) + "].");
        }

        static Refused misformed(Misformed field) {
            return new Refused("Argument [" + shorten(field.field()) + "]: " + field.getMessage());
        }

        /** Each message of a batch says it. */
        private static String shorten(String said) {
            return said.length() <= LONGEST_SAID ? said : said.substring(0, LONGEST_SAID) + "…";
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
        for (String name : fields.names()) {
            if (!ARGUMENTS.contains(name)) {
                throw new Refused("Argument [" + Refused.shorten(name) + "] is unknown.");
            }
        }
        OutboundSms.Builder message = OutboundSms.to(address("to", mandatory("to")));
        Optional<String> from = fields.text("from").map(String::strip).filter(it -> !it.isEmpty());
        if (from.isPresent()) {
            message.from(address("from", from.get()));
        }
        content(message);
        message.priority(number("priority", 0, 3, 0) > 1 ? Priority.HIGH : Priority.NORMAL);
        times(message);
        callback()
                .ifPresent(told -> message.callback(Callback.NAME)
                        .tags(told.tags())
                        .receipt(told.events() == 2 ? ReceiptWish.FINAL : ReceiptWish.ALL));
        return message.build();
    }

    /** The validity is given from now on, and here counts from the schedule on. */
    private void times(OutboundSms.Builder message) throws Refused {
        String sdt = fields.text("sdt").map(String::strip).orElse("");
        Instant schedule = sdt.isEmpty() ? now : SmppTime.parse(sdt, now).orElseThrow(() -> Refused.value("sdt", sdt));
        if (!sdt.isEmpty()) {
            message.schedule(schedule);
        }
        int minutes = number("validity-period", 0, MOST_MINUTES, 0);
        if (minutes == 0) {
            return;
        }
        Duration validity = Duration.ofMinutes(minutes);
        Duration worth = schedule.isAfter(now) ? validity.minus(Duration.between(now, schedule)) : validity;
        if (worth.compareTo(LEAST_WORTH) < 0) {
            throw new Refused("Argument [validity-period] ends before sdt: [" + minutes + "].");
        }
        message.validity(worth);
    }

    private String mandatory(String name) throws Refused {
        return fields.text(name)
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .orElseThrow(() -> new Refused("Mandatory argument [" + name + "] is not found."));
    }

    private void content(OutboundSms.Builder message) throws Refused {
        int coding = number("coding", 0, 14, 0);
        Optional<byte[]> octets = fields.octets("content");
        Optional<String> hex = fields.text("hex-content").map(String::strip);
        if (octets.isPresent() && hex.isPresent()) {
            throw new Refused("content and hex-content cannot be used both in same request.");
        }
        int length = hex.map(digits -> digits.length() / 2)
                .orElse(octets.map(content -> content.length).orElse(0));
        if (length > Parameters.LONGEST_CONTENT) {
            throw new Refused("content of " + length + " octets, expected at most " + Parameters.LONGEST_CONTENT + ".");
        }
        if (hex.isPresent()) {
            hexadecimal(message, hex.get(), coding);
        } else {
            content(message, octets.orElseThrow(() -> new Refused("content or hex-content not present.")), coding);
        }
    }

    /** Octets that the platform has coded: they go as they are, under its data_coding. */
    private static void hexadecimal(OutboundSms.Builder message, String hex, int coding) throws Refused {
        if (coding == 11 || coding == 12) { // reserved
            throw Refused.value("coding", Integer.toString(coding));
        }
        try {
            message.binary(HexFormat.of().parseHex(hex))
                    .coding(SmppCoding.of(false, coding))
                    .encoding(Encoding.BINARY);
        } catch (IllegalArgumentException e) {
            throw new Refused("Invalid hex-content data: '" + Refused.shorten(hex) + "'");
        }
    }

    private void content(OutboundSms.Builder message, byte[] octets, int coding) throws Refused {
        if (coding == 2 || coding == 4) {
            message.binary(octets).encoding(Encoding.BINARY);
            return;
        }
        if (!TEXTS.contains(coding)) {
            throw Refused.value("coding", Integer.toString(coding));
        }
        if (coding == UCS2) {
            message.encoding(Encoding.UCS2);
        } else if (coding == LATIN1) {
            message.encoding(Encoding.LATIN1);
        }
        message.text(coding == UCS2 && !fields.isText("content") ? utf16(octets) : Parameters.text(octets));
    }

    private static String utf16(byte[] octets) throws Refused {
        try {
            return Parameters.decode(octets, StandardCharsets.UTF_16BE);
        } catch (CharacterCodingException e) {
            throw new Refused("content is not of coding " + UCS2 + " (UTF-16BE)");
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
        URI target = Callback.asked(url).orElseThrow(() -> Refused.value("dlr-url", url));
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
        EncodeResult result = message.coding().isGiven()
                ? Segmenter.encodeOctets(
                        message.binary(), false, message.coding().dataCoding(), TextProfile.STANDARD, 0)
                : Segmenter.encode(message, TextProfile.STANDARD, 0);
        return result instanceof EncodeResult.Encoded encoded ? encoded.parts().size() : 0;
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
