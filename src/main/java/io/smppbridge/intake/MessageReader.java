package io.smppbridge.intake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.OutboundSms;
import io.smppbridge.Priority;
import io.smppbridge.ReceiptWish;
import io.smppbridge.text.Surrogates;
import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads one message from a JSON parser straight into the record, noting every fault instead of stopping at the first. */
@OwnedBy("whoever reads the request")
final class MessageReader {
    static final int LONGEST_REF = 64;
    private static final int LONGEST_NAME = 64;
    private static final int MOST_TAGS = 16;
    private static final int LONGEST_TAG = 128;
    private static final byte[] NO_BYTES = {};
    private static final int BODIES = Field.TEXT.bit | Field.BINARY.bit | Field.BINARY_HEX.bit;

    private final Faults faults;
    private final Instant now;
    private final boolean emptyRefs;
    private int seen;
    private Address from;
    private Address to;
    private String text;
    private byte[] binary;
    private Optional<Encoding> hint;
    private String clientRef;
    private Priority priority;
    private Duration validity;
    private Instant schedule;
    private ReceiptWish wish;
    private String callback;
    private Map<String, String> tags;
    private Map<String, String> tlvs;
    private final FormReader form = new FormReader();
    /** The sender that was read last, as it was written and as it was understood. */
    private String lastSender = "";

    private Address last = Address.NONE;

    /** @param emptyRefs whether an empty clientRef is none, as where messages are named otherwise */
    MessageReader(Faults faults, Instant now, boolean emptyRefs) {
        this.faults = faults;
        this.now = now;
        this.emptyRefs = emptyRefs;
    }

    /**
     * Reads the object that the parser stands at the start of.
     *
     * @param defaultRef the clientRef of a message that names none; may be empty
     * @return false when the message has faults, which are in {@link Faults}
     * @throws IOException if it is not JSON, or beyond the limits
     */
    boolean read(JsonParser parser, String defaultRef) throws IOException {
        clear(defaultRef);
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            faults.addWhole("not-an-object", "expected a message as a JSON object");
            return false;
        }
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            parser.nextToken();
            Field field = Field.of(name);
            if (field == null) {
                parser.skipChildren();
                faults.add(
                        name,
                        "unknown-field",
                        Field.nearest(name)
                                .map(near -> "no such field; did you mean \"" + near + "\"?")
                                .orElse("no such field"));
            } else if ((seen & field.bit) != 0) {
                parser.skipChildren();
                faults.add(name, "duplicate-field", "given twice, expected once");
            } else {
                seen |= field.bit;
                value(parser, field);
            }
        }
        checkWhole();
        return faults.isEmpty();
    }

    /** What was read, when there are no faults. */
    OutboundSms message() {
        return new OutboundSms(
                from,
                to,
                text,
                form.octets(binary),
                form.hint(hint),
                clientRef,
                priority,
                validity,
                schedule,
                wish,
                callback,
                tags,
                form.coding(),
                tlvs,
                form.form());
    }

    /** Whether its octets came as binaryHex. */
    boolean isHex() {
        return (seen & Field.BINARY_HEX.bit) != 0;
    }

    private void clear(String defaultRef) {
        seen = 0;
        from = Address.NONE;
        to = Address.NONE;
        text = "";
        binary = NO_BYTES;
        hint = Optional.empty();
        clientRef = defaultRef;
        priority = Priority.NORMAL;
        validity = Duration.ZERO;
        schedule = Instant.EPOCH;
        wish = ReceiptWish.NONE;
        callback = "";
        tags = Map.of();
        tlvs = Map.of();
        form.clear();
    }

    private void value(JsonParser parser, Field field) throws IOException {
        JsonToken token = parser.currentToken();
        if (field == Field.TAGS) {
            tags(parser);
        } else if (field == Field.TLVS) {
            tlvs = TlvReader.read(parser, faults);
        } else if (token == JsonToken.VALUE_STRING && !field.isNumber() && field != Field.SMART) {
            try {
                string(field, parser);
            } catch (IllegalArgumentException e) {
                faults.add(field.json, "bad-value", e.getMessage());
            }
        } else if (field == Field.SMART && token.isBoolean()) {
            form.smart(parser.getBooleanValue());
        } else if (field.isNumber() && Values.isWhole(parser)) {
            try {
                form.number(field, Values.whole(parser));
            } catch (IllegalArgumentException | InputCoercionException e) {
                faults.add(field.json, "bad-value", e.getMessage());
            }
        } else if (field == Field.VALIDITY && Values.isWhole(parser)) {
            try {
                validity = Values.seconds(parser);
            } catch (IllegalArgumentException e) {
                faults.add(field.json, "bad-value", e.getMessage());
            }
        } else {
            parser.skipChildren();
            faults.add(field.json, "wrong-type", expected(field));
        }
    }

    private static String expected(Field field) {
        if (field == Field.VALIDITY) {
            return Values.VALIDITY_EXPECTED;
        }
        return field == Field.SMART
                ? "expected true or false"
                : field.isNumber() ? "expected a whole number" : "expected a string";
    }

    private void string(Field field, JsonParser parser) throws IOException {
        if (field == Field.TO) {
            to = destination(parser);
        } else if (field == Field.FROM) {
            from = sender(parser);
        } else {
            string(field, parser.getText());
        }
    }

    private void string(Field field, String value) {
        switch (field) {
            case TEXT -> text = whole(given(value));
            case BINARY -> binary = Values.base64(given(value));
            case BINARY_HEX -> binary = Values.hex(given(value));
            case ENCODING -> hint = Values.encoding(value);
            case CLIENT_REF -> clientRef = reference(value);
            case PRIORITY -> priority = Values.priority(value);
            case VALIDITY -> validity = Values.validity(value);
            case SCHEDULE -> schedule = Values.schedule(value, now);
            case RECEIPT -> wish = Values.receipt(value);
            case UDH -> form.udh(value);
            case CALLBACK -> callback = whole(limited(value, LONGEST_NAME));
            default -> throw new IllegalStateException(field.json);
        }
    }

    private String reference(String value) {
        if (value.isEmpty() && !emptyRefs) {
            throw new IllegalArgumentException(
                    "clientRef is empty; leave it out or give 1.." + LONGEST_REF + " characters");
        }
        return whole(limited(value, LONGEST_REF));
    }

    private void tags(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            faults.add("tags", "wrong-type", "expected an object of strings");
            return;
        }
        Map<String, String> read = new LinkedHashMap<>();
        int count = 0;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            count++;
            if (parser.nextToken() != JsonToken.VALUE_STRING) {
                parser.skipChildren();
                faults.add("tags", name, "wrong-type", "expected a string");
            } else if (count <= MOST_TAGS) {
                tag(read, name, parser.getText());
            }
        }
        if (count > MOST_TAGS) {
            faults.add("tags", "too-many", count + " tags, expected at most " + MOST_TAGS);
        }
        tags = read;
    }

    private void tag(Map<String, String> read, String name, String value) {
        if (name.length() > LONGEST_TAG || value.length() > LONGEST_TAG) {
            faults.add("tags", name, "too-long", "a tag longer than " + LONGEST_TAG + " characters");
        } else if (Surrogates.anyAlone(name) || Surrogates.anyAlone(value)) {
            faults.add("tags", name, "bad-value", "half of a surrogate pair");
        } else if (read.put(name, value) != null) {
            faults.add("tags", name, "duplicate-field", "given twice, expected once");
        }
    }

    private void checkWhole() {
        if ((seen & Field.TO.bit) == 0) {
            faults.add("to", "missing", "expected the destination number");
        }
        int bodies = seen & BODIES;
        if (Integer.bitCount(bodies) != 1) {
            faults.add(
                    bodies == 0 || (seen & Field.TEXT.bit) != 0 ? "text" : "binaryHex",
                    bodies == 0 ? "missing" : "conflict",
                    "expected exactly one of text, binary and binaryHex");
        }
        form.check(binary.length > 0, faults);
        if (binary.length > 0 && hint.isPresent()) {
            faults.add("encoding", "conflict", "binary is sent as it is; leave encoding out");
        }
    }

    /** Most often that of the message before. */
    private Address sender(JsonParser parser) throws IOException {
        if (!isWritten(lastSender, parser)) {
            String value = parser.getText();
            last = Address.of(value);
            lastSender = value;
        }
        return last;
    }

    private static boolean isWritten(String value, JsonParser parser) throws IOException {
        int length = parser.getTextLength();
        if (value.length() != length) {
            return false;
        }
        char[] text = parser.getTextCharacters();
        int offset = parser.getTextOffset();
        for (int i = 0; i < length; i++) {
            if (text[offset + i] != value.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** What is no address at all is told as what it should be: {@link Address} would speak of senders. */
    private static Address destination(JsonParser parser) throws IOException {
        Address address;
        try {
            address = Address.of(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("expected at most 15 digits with an optional +", e);
        }
        if (!address.isNumeric()) {
            throw new IllegalArgumentException("expected digits with an optional +");
        }
        return address;
    }

    private static String given(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("empty, so there is nothing to send");
        }
        return value;
    }

    private static String whole(String value) {
        if (Surrogates.anyAlone(value)) {
            throw new IllegalArgumentException("half of a surrogate pair, which is no character");
        }
        return value;
    }

    private static String limited(String value, int most) {
        if (value.length() > most) {
            throw new IllegalArgumentException(value.length() + " characters, expected at most " + most);
        }
        return value;
    }
}
