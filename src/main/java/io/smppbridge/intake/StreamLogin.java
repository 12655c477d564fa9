package io.smppbridge.intake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.smppbridge.Address;
import io.smppbridge.http.Keys;
import io.smppbridge.text.Surrogates;
import java.io.IOException;

/**
 * What a stream client says of itself in its first frame.
 *
 * @param key the account's key; empty when none is given
 * @param client the stream's name within the account: ids of a named stream never begin anew, and what is sent again is known; empty for
 *     a stream that ends with its connection
 * @param to where messages go that are bare text; {@link Address#NONE} when messages are JSON
 * @param from their sender
 * @param each whether every message gets an ACK of its own
 */
record StreamLogin(String key, String client, Address to, Address from, boolean each) {
    private static final int LONGEST_CLIENT = 32;
    private static final int ALPHANUMERIC = 5;
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Why a login cannot be read. */
    static final class Unreadable extends Exception {
        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message, null, false, false);
        }
    }

    /** A client that does not log in. */
    static StreamLogin none(String to) {
        return new StreamLogin("", "", to.isEmpty() ? Address.NONE : Address.of(to), Address.NONE, false);
    }

    /** Whether these keys let it in to the account; a login without a key needs none. */
    boolean isOpenedBy(Keys keys, String account) {
        return key.isEmpty() || keys.holderOf(key).filter(account::equals).isPresent();
    }

    /** Reads {@code {"key": …, "client": …, "to": …, "from": …, "ack": "batch" | "each"}}. */
    static StreamLogin read(byte[] content) throws Unreadable {
        if (!Utf8.isValid(content, 0, content.length)) {
            throw new Unreadable("the login is not UTF-8");
        }
        String key = "";
        String client = "";
        Address to = Address.NONE;
        Address from = Address.NONE;
        boolean each = false;
        try (JsonParser parser = JSON.createParser(content)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new Unreadable("the login is not a JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                if (parser.nextToken() != JsonToken.VALUE_STRING) {
                    throw new Unreadable("the login's \"" + Values.shorten(name) + "\" is not a string");
                }
                String value = parser.getText();
                switch (name) {
                    case "key" -> key = value;
                    case "client" -> client = client(value);
                    case "to" -> to = number(value);
                    case "from" -> from = address(name, value);
                    case "ack" -> each = each(value);
                    default ->
                        throw new Unreadable("the login has an unknown field \"" + Values.shorten(name)
                                + "\", expected key, client, to, from or ack");
                }
            }
            if (parser.nextToken() != null) {
                throw new Unreadable("something stands after the login's JSON object");
            }
        } catch (IOException e) {
            throw new Unreadable("the login is not JSON, or names a field twice");
        }
        return new StreamLogin(key, client, to, from, each);
    }

    private static String client(String value) throws Unreadable {
        if (value.isEmpty() || value.length() > LONGEST_CLIENT) {
            throw new Unreadable(
                    "the login's \"client\" has " + value.length() + " characters, expected 1.." + LONGEST_CLIENT);
        }
        // All halves would be kept as the same character, and two names be one stream.
        if (Surrogates.anyAlone(value)) {
            throw new Unreadable("the login's \"client\" holds half of a surrogate pair, which is no character");
        }
        return value;
    }

    private static boolean each(String value) throws Unreadable {
        if (!value.equals("each") && !value.equals("batch")) {
            throw new Unreadable("the login's \"ack\" is \"" + Values.shorten(value) + "\", expected batch or each");
        }
        return value.equals("each");
    }

    private static Address number(String value) throws Unreadable {
        Address to = address("to", value);
        if (to.ton() == ALPHANUMERIC) {
            throw new Unreadable(
                    "the login's \"to\" is \"" + Values.shorten(value) + "\", expected a number such as +46701234567");
        }
        return to;
    }

    private static Address address(String name, String value) throws Unreadable {
        try {
            return Address.of(value);
        } catch (IllegalArgumentException e) {
            throw new Unreadable("the login's \"" + name + "\": " + e.getMessage());
        }
    }
}
