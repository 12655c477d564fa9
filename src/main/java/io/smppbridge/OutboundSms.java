package io.smppbridge;

import io.smppbridge.threads.OwnedBy;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A message as the platform hands it over. Exactly one of text and binary is given. The constructor refuses null, both contents at once, a
 * destination that is no number, and a coding beside a class or header. {@link MiddleWare#send} checks all other bounds, and answers
 * {@link SendOutcome.Invalid}.
 *
 * @param from the source address, or {@link Address#NONE} for the account's default
 * @param to the destination: 3 to 15 digits
 * @param text what to say; empty when binary is given
 * @param binary octets to send as they are; empty when text is given. Not copied here (the builder copies): do not change them
 * @param hint the encoding asked for; empty lets the bridge choose the shortest that holds every character. BINARY beside a coding: its
 *     octets are no characters, and go unchanged where those of an ESME with data_coding 0 would be recoded for the SMSC's alphabet
 * @param clientRef the platform's own name for the message, at most 128 characters; empty for none. Within 24 hours the same one from the same
 *     account is the same message, and is sent once
 * @param priority the lane in the bag
 * @param validity how long the message is worth sending, 1 s to 30 days from the schedule on; zero for the configured default
 * @param schedule not to be sent before, at most 366 days ahead; {@link Instant#EPOCH}, or a time that has passed, for now
 * @param wish which events to report
 * @param callback name of the configured webhook that hears of it; empty for the account's own
 * @param tags returned with every event; at most 16, at most 128 characters each
 * @param coding of octets that came over SMPP, or with a data_coding of their own; {@link SmppCoding#NONE} for all others
 * @param tlvs TLVs that each of its submit_sm carries, by the names that its SMSC knows; at most 16, together at most 2,048 octets
 * @param form message class, user data header and the like; {@link Form#PLAIN} for most
 */
public record OutboundSms(
        Address from,
        Address to,
        String text,
        byte[] binary,
        Optional<Encoding> hint,
        String clientRef,
        Priority priority,
        Duration validity,
        Instant schedule,
        ReceiptWish wish,
        String callback,
        Map<String, String> tags,
        SmppCoding coding,
        Map<String, String> tlvs,
        Form form)
        implements Streamed {
    /** The tag of a part that waits here for the others of its message, whatever its SMSC could keep. */
    public static final String AWAITS_PARTS = "smpp.part";

    /** The tag of a message that was put together from parts: which they were. */
    public static final String JOINED_PARTS = "smpp.parts";

    private static final byte[] NO_BYTES = {};

    public OutboundSms {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(binary, "binary");
        Objects.requireNonNull(hint, "hint");
        Objects.requireNonNull(clientRef, "clientRef");
        Objects.requireNonNull(priority, "priority");
        Objects.requireNonNull(validity, "validity");
        Objects.requireNonNull(schedule, "schedule");
        Objects.requireNonNull(wish, "wish");
        Objects.requireNonNull(callback, "callback");
        Objects.requireNonNull(coding, "coding");
        Objects.requireNonNull(form, "form");
        tags = tags.isEmpty() ? Map.of() : Map.copyOf(tags);
        tlvs = tlvs.isEmpty() ? Map.of() : Map.copyOf(tlvs);
        if (!text.isEmpty() && binary.length > 0) {
            throw new IllegalArgumentException("both text and binary given, expected one");
        }
        if (coding.isGiven() && !form.isPlain()) {
            throw new IllegalArgumentException("octets that are coded already carry their class and header themselves");
        }
        if (!to.isNumeric()) {
            throw new IllegalArgumentException("destination is not a number, expected digits with an optional +");
        }
    }

    /** A message that the bridge codes itself. */
    public OutboundSms(
            Address from,
            Address to,
            String text,
            byte[] binary,
            Optional<Encoding> hint,
            String clientRef,
            Priority priority,
            Duration validity,
            Instant schedule,
            ReceiptWish wish,
            String callback,
            Map<String, String> tags) {
        this(
                from,
                to,
                text,
                binary,
                hint,
                clientRef,
                priority,
                validity,
                schedule,
                wish,
                callback,
                tags,
                SmppCoding.NONE,
                Map.of(),
                Form.PLAIN);
    }

    /** A text to a number, with defaults for all else; throws as {@link MiddleWare#send(String, String)} does. */
    public static OutboundSms of(String number, String text) {
        return to(number).text(Objects.requireNonNull(text, "text is null")).build();
    }

    /** Starts a message to a number. */
    public static Builder to(String number) {
        return new Builder(Address.of(Objects.requireNonNull(number, "number is null")));
    }

    /** Starts a message to an address. */
    public static Builder to(Address address) {
        return new Builder(address);
    }

    /** The same message from another sender. */
    public OutboundSms withFrom(Address sender) {
        return with(sender, to, text);
    }

    /** The same message with other addresses and another text. */
    public OutboundSms with(Address sender, Address other, String words) {
        return new OutboundSms(
                sender, other, words, binary, hint, clientRef, priority, validity, schedule, wish, callback, tags,
                coding, tlvs, form);
    }

    /** The same message with other words. */
    public OutboundSms withText(String words) {
        return with(from, to, words);
    }

    /** The same message with other octets, in the same coding. */
    public OutboundSms withOctets(byte[] octets) {
        return new OutboundSms(
                from, to, text, octets, hint, clientRef, priority, validity, schedule, wish, callback, tags, coding,
                tlvs, form);
    }

    /** The same message with other TLVs. */
    public OutboundSms withTlvs(Map<String, String> others) {
        return new OutboundSms(
                from, to, text, binary, hint, clientRef, priority, validity, schedule, wish, callback, tags, coding,
                others, form);
    }

    /** The same message under another clientRef. */
    public OutboundSms withClientRef(String other) {
        return new OutboundSms(
                from, to, text, binary, hint, other, priority, validity, schedule, wish, callback, tags, coding, tlvs,
                form);
    }

    /** The same message with other tags. */
    public OutboundSms withTags(Map<String, String> others) {
        return new OutboundSms(
                from, to, text, binary, hint, clientRef, priority, validity, schedule, wish, callback, others, coding,
                tlvs, form);
    }

    /** The same message with other octets, coded otherwise, other tags and other TLVs. */
    public OutboundSms withContent(
            byte[] octets, SmppCoding code, Map<String, String> otherTags, Map<String, String> otherTlvs) {
        return new OutboundSms(
                from, to, text, octets, hint, clientRef, priority, validity, schedule, wish, callback, otherTags, code,
                otherTlvs, form);
    }

    /** The same message at another time, worth sending for another while. */
    public OutboundSms withTimes(Duration worth, Instant when) {
        return new OutboundSms(
                from, to, text, binary, hint, clientRef, priority, worth, when, wish, callback, tags, coding, tlvs,
                form);
    }

    /** The same message in another lane. */
    public OutboundSms withPriority(Priority other) {
        return new OutboundSms(
                from, to, text, binary, hint, clientRef, other, validity, schedule, wish, callback, tags, coding, tlvs,
                form);
    }

    public boolean isBinary() {
        return binary.length > 0;
    }

    /** Names no text and no full number, so that it may be logged. */
    @Override
    public String toString() {
        return "sms to " + to + " of " + (isBinary() ? binary.length + " octets" : text.length() + " characters");
    }

    /** Collects the fields of a message. Used by one thread. */
    @OwnedBy("whoever builds")
    public static final class Builder {
        private final Address to;
        private Address from = Address.NONE;
        private String text = "";
        private byte[] binary = NO_BYTES;
        private Optional<Encoding> hint = Optional.empty();
        private String clientRef = "";
        private Priority priority = Priority.NORMAL;
        private Duration validity = Duration.ZERO;
        private Instant schedule = Instant.EPOCH;
        private ReceiptWish wish = ReceiptWish.NONE;
        private String callback = "";
        private Map<String, String> tags = Map.of();
        private SmppCoding coding = SmppCoding.NONE;
        private Map<String, String> tlvs = Map.of();
        private Form form = Form.PLAIN;

        private Builder(Address to) {
            this.to = to;
        }

        public Builder from(String sender) {
            return from(Address.of(sender));
        }

        public Builder from(Address sender) {
            this.from = sender;
            return this;
        }

        public Builder text(String value) {
            this.text = value;
            return this;
        }

        public Builder binary(byte[] value) {
            this.binary = value.clone();
            return this;
        }

        public Builder encoding(Encoding value) {
            this.hint = Optional.of(value);
            return this;
        }

        public Builder clientRef(String value) {
            this.clientRef = value;
            return this;
        }

        public Builder priority(Priority value) {
            this.priority = value;
            return this;
        }

        public Builder validity(Duration value) {
            this.validity = value;
            return this;
        }

        public Builder schedule(Instant value) {
            this.schedule = value;
            return this;
        }

        public Builder receipt(ReceiptWish value) {
            this.wish = value;
            return this;
        }

        public Builder callback(String value) {
            this.callback = value;
            return this;
        }

        public Builder tags(Map<String, String> value) {
            this.tags = value;
            return this;
        }

        /** The octets given by {@link #binary} are coded so already. */
        public Builder coding(SmppCoding value) {
            this.coding = value;
            return this;
        }

        /** Another TLV for each submit_sm of the message, by the name that its SMSC knows, such as {@code dlt_entity_id}. */
        public Builder tlv(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(tlvs);
            more.put(name, value);
            return tlvs(more);
        }

        public Builder tlvs(Map<String, String> value) {
            this.tlvs = value;
            return this;
        }

        public Builder form(Form value) {
            this.form = value;
            return this;
        }

        /** Class 0: the handset shows it at once and does not keep it. */
        public Builder flash() {
            return form(form.withMessageClass(0));
        }

        /** To an application on the handset; ports 0..65535. */
        public Builder ports(int destination, int source) {
            return form(form.withUdh(Form.ports(destination, source)));
        }

        /** A user data header, with its length octet. */
        public Builder udh(byte[] value) {
            return form(form.withUdh(value));
        }

        /** Whether typographic characters may be replaced to make the message shorter. */
        public Builder smart(boolean value) {
            return form(form.withSmart(value));
        }

        public OutboundSms build() {
            return new OutboundSms(
                    from, to, text, binary, hint, clientRef, priority, validity, schedule, wish, callback, tags, coding,
                    tlvs, form);
        }
    }
}
