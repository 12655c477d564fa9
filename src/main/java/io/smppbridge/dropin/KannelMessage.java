package io.smppbridge.dropin;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.dropin.Parameters.Misformed;
import io.smppbridge.text.Concat;
import io.smppbridge.text.Surrogates;
import io.smppbridge.text.Udh;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads what {@code /cgi-bin/sendsms} is given into messages, one for each receiver (Kannel 1.4 user's guide, appendix "Sendsms HTTP query string"). */
final class KannelMessage {
    /** Receivers of one request. */
    private static final int MOST = 10_000;

    /** What stands in Kannel for a number that is not given. */
    private static final int UNSET = -1;

    private static final int MOST_MINUTES = 30 * 24 * 60;
    private static final int FINAL = 0x01 | 0x02;
    private static final int SUBMITTED = 0x04 | 0x08 | 0x10;
    private static final int MASK = FINAL | SUBMITTED;
    private static final String[] FOREIGN = {"mwi", "alt-dcs", "compress", "pid", "rpi"};

    /** A request that is refused, in Kannel's words. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String words) {
            super(words);
        }
    }

    private final Parameters fields;
    private final Instant now;
    private final List<String> callbackHosts;

    KannelMessage(Parameters fields, Instant now, List<String> callbackHosts) {
        this.fields = fields;
        this.now = now;
        this.callbackHosts = callbackHosts;
    }

    /**
     * What was read.
     *
     * @param denied receivers that are no numbers; the others get their messages all the same
     */
    record Content(List<OutboundSms> messages, List<String> denied) {}

    Content read() throws Refused {
        Set<String> denied = new LinkedHashSet<>();
        Map<Address, String> receivers = receivers(denied);
        Optional<String> from = fields.text("from").map(String::strip).filter(it -> !it.isEmpty());
        int coding = coding();
        int messageClass = number("mclass", "MClass", UNSET, 3, UNSET);
        int validity = Math.max(0, number("validity", "Validity", UNSET, MOST_MINUTES, 0));
        int deferred = Math.max(0, number("deferred", "Deferred", UNSET, MOST_MINUTES, 0));
        if (validity > 0 && validity <= deferred) {
            throw new Refused("Validity ends before what Deferred says, rejected");
        }
        int priority = Math.max(0, number("priority", "Priority", UNSET, 3, 0));
        refuseForeign();
        Optional<Callback> callback = callback();
        byte[] text = fields.octets("text").orElse(new byte[0]);
        if (text.length > Parameters.LONGEST_CONTENT) {
            throw new Refused("Text field is too long, rejected");
        }
        OutboundSms.Builder message =
                OutboundSms.to(receivers.keySet().iterator().next());
        if (from.isPresent()) {
            message.from(address(from.get(), "Sender"));
        }
        body(message, text, coding);
        message.form(form(messageClass == UNSET ? Form.NONE : messageClass));
        message.priority(priority > 1 ? Priority.HIGH : Priority.NORMAL);
        message.validity(Duration.ofMinutes(validity > 0 ? validity - deferred : 0)); // both are given from now on
        if (deferred > 0) {
            message.schedule(now.plus(Duration.ofMinutes(deferred)));
        }
        callback.ifPresent(told -> message.callback(Callback.NAME)
                .receipt((told.events() & SUBMITTED) != 0 ? ReceiptWish.ALL : ReceiptWish.FINAL));
        OutboundSms first = message.build();
        // One content for all of them: a copy for each would be as much memory as whoever asks likes.
        List<OutboundSms> messages = new ArrayList<>(receivers.size());
        receivers.forEach((address, written) -> {
            OutboundSms one = first.with(first.from(), address, first.text());
            messages.add(callback.map(told -> told.between(from.orElse(""), written))
                    .map(told -> one.withTags(told.tags()))
                    .orElse(one));
        });
        return new Content(messages, List.copyOf(denied));
    }

    /**
     * As they were written, by number: one that is named twice gets one message.
     *
     * @param denied takes those that are no numbers
     */
    private Map<Address, String> receivers(Set<String> denied) throws Refused {
        String to = fields.text("to").orElseThrow(() -> new Refused("Missing receiver number, rejected"));
        Map<Address, String> receivers = new LinkedHashMap<>();
        for (String receiver : to.strip().split("\\s+")) {
            if (receiver.isEmpty()) {
                throw new Refused("Empty receiver number not allowed, rejected");
            }
            if (receivers.size() + denied.size() == MOST) {
                throw new Refused("More than " + MOST + " receivers, rejected");
            }
            Optional<Address> address = number(receiver);
            if (address.isEmpty()) {
                denied.add(receiver);
            } else {
                receivers.putIfAbsent(address.get(), receiver);
            }
        }
        if (receivers.isEmpty()) {
            throw new Refused("Receiver number misformed, rejected");
        }
        return receivers;
    }

    private int coding() throws Refused {
        boolean headed = fields.octets("udh").filter(udh -> udh.length > 0).isPresent();
        int said = number("coding", "Coding", UNSET, 2, UNSET);
        return said == UNSET && headed ? 1 : said; // as Kannel has it: with a header, octets
    }

    private void refuseForeign() throws Refused {
        for (String foreign : FOREIGN) {
            if (number(foreign, "X", -1, Integer.MAX_VALUE, 0) > 0) {
                throw new Refused(foreign + " is not supported here, rejected");
            }
        }
    }

    private static Optional<Address> number(String receiver) {
        try {
            return Optional.of(address(receiver, "Receiver number")).filter(Address::isNumeric);
        } catch (Refused e) {
            return Optional.empty();
        }
    }

    private Form form(int messageClass) throws Refused {
        byte[] udh = fields.octets("udh").orElse(new byte[0]);
        if (udh.length > 0 && (udh[0] & 0xFF) != udh.length - 1) {
            throw new Refused("UDH field misformed, rejected");
        }
        if (udh.length > Form.LONGEST_UDH) {
            throw new Refused("UDH field is too long, rejected");
        }
        return new Form(messageClass, udh, Optional.empty());
    }

    private void body(OutboundSms.Builder message, byte[] octets, int coding) throws Refused {
        if (coding == 1) {
            message.binary(octets).encoding(Encoding.BINARY);
            return;
        }
        Charset fallback = coding == 2 ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
        String name = fields.text("charset").map(String::strip).orElse("");
        try {
            Charset charset = name.isEmpty() ? fallback : charset(name);
            if (coding == 2 && charset.equals(StandardCharsets.UTF_16BE) && isHalved(octets)) {
                message.binary(octets).encoding(Encoding.UCS2);
                return;
            }
            message.text(name.isEmpty() && coding != 2 ? Parameters.text(octets) : Parameters.decode(octets, charset));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException | CharacterCodingException e) {
            throw new Refused("Charset or body misformed, rejected");
        }
        if (coding == 2) {
            message.encoding(Encoding.UCS2);
        }
    }

    /**
     * Whether it is a part that begins or ends within a character of two units, as Kannel cuts between any two: no text, but whole once the
     * parts are together.
     */
    private boolean isHalved(byte[] octets) {
        Concat place = Udh.parse(fields.octets("udh").orElse(new byte[0])).concat();
        if (place == Concat.NONE || octets.length % 2 != 0) {
            return false;
        }
        String units = ByteBuffer.wrap(octets).asCharBuffer().toString();
        int from = place.sequence() > 1 && !units.isEmpty() && Character.isLowSurrogate(units.charAt(0)) ? 1 : 0;
        int to = units.length();
        if (place.sequence() < place.total() && to > from && Character.isHighSurrogate(units.charAt(to - 1))) {
            to--;
        }
        return to - from < units.length() && !Surrogates.anyAlone(units.substring(from, to));
    }

    /** Also by the names that Kannel's iconv has for UCS-2, which Java has not. */
    private static Charset charset(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "UCS-2", "UCS2", "UCS-2BE" -> StandardCharsets.UTF_16BE;
            case "UCS-2LE" -> StandardCharsets.UTF_16LE;
            default -> Charset.forName(name);
        };
    }

    private Optional<Callback> callback() throws Refused {
        String former = fields.octets("dlr-mask").isEmpty() ? "dlrmask" : "dlr-mask";
        int mask = Math.max(0, number(former, "DLR-Mask", UNSET, MASK, 0));
        String url = fields.text("dlr-url", "dlrurl").map(String::strip).orElse("");
        if (url.isEmpty()) {
            return Optional.empty();
        }
        URI target = Callback.asked(url).orElseThrow(() -> new Refused("DLR-URL field misformed, rejected"));
        if (!Callback.isAllowed(target, callbackHosts)) {
            throw new Refused("DLR-URL names the host " + target.getAuthority()
                    + ", which the account's dropin.callback-hosts does not list, rejected");
        }
        return mask == 0 ? Optional.empty() : Optional.of(new Callback(Callback.Kind.KANNEL, url, mask, false));
    }

    private int number(String field, String words, int least, int most, int fallback) throws Refused {
        try {
            return fields.number(field, least, most, fallback);
        } catch (Misformed e) {
            throw new Refused(words + " field misformed, rejected");
        }
    }

    private static Address address(String text, String what) throws Refused {
        try {
            return Address.of(text.startsWith("00") ? "+" + text.substring(2) : text);
        } catch (IllegalArgumentException e) {
            throw new Refused(what + " misformed, rejected");
        }
    }
}
