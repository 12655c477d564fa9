package io.smppbridge.intake;

import io.smppbridge.settings.Nearest;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The fields of a message as JSON has it. */
enum Field {
    TO("to"),
    FROM("from"),
    TEXT("text"),
    BINARY("binary"),
    BINARY_HEX("binaryHex"),
    ENCODING("encoding"),
    CLIENT_REF("clientRef"),
    PRIORITY("priority"),
    VALIDITY("validity"),
    SCHEDULE("schedule"),
    RECEIPT("receipt"),
    CALLBACK("callback"),
    TAGS("tags"),
    TLVS("tlvs"),
    CLASS("class"),
    UDH("udh"),
    DESTINATION_PORT("destinationPort"),
    SOURCE_PORT("sourcePort"),
    DATA_CODING("dataCoding"),
    SMART("smartEncoding");

    private static final int NUMBERS = CLASS.bit | DESTINATION_PORT.bit | SOURCE_PORT.bit | DATA_CODING.bit;

    private static final Map<String, Field> BY_NAME = new HashMap<>();

    static {
        for (Field field : values()) {
            BY_NAME.put(field.json, field);
        }
    }

    final String json;
    final int bit;

    Field(String json) {
        this.json = json;
        this.bit = 1 << ordinal();
    }

    /** Whether its value is a whole number. */
    boolean isNumber() {
        return (NUMBERS & bit) != 0;
    }

    /** The field of that name, or null: asked for each field of each message, within this package. */
    static Field of(String name) {
        return BY_NAME.get(name);
    }

    /** The known name that it looks like, if there is one. */
    static Optional<String> nearest(String name) {
        String tried = name.length() > 40 ? name.substring(0, 40) : name;
        String best = TO.json;
        int least = Integer.MAX_VALUE;
        for (Field field : values()) {
            int distance = Nearest.distance(tried.toLowerCase(Locale.ROOT), field.json.toLowerCase(Locale.ROOT));
            if (distance < least) {
                least = distance;
                best = field.json;
            }
        }
        return least <= 2 && 2 * least < name.length() ? Optional.of(best) : Optional.empty();
    }
}
