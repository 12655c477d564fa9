package io.smppbridge.intake;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.smppbridge.text.Surrogates;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.Tlvs;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code "tlvs": {"dlt_entity_id": "1101…", "user_message_reference": 7}}; what they mean is the chosen SMSC's business. */
@OwnedBy("whoever reads the request")
final class TlvReader {
    /** As hexadecimal digits. */
    private static final int LONGEST = 2 * Tlvs.MOST_OCTETS;

    private TlvReader() {}

    /** On the value of the field. */
    static Map<String, String> read(JsonParser parser, Faults faults) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            faults.add("tlvs", "wrong-type", "expected an object of names and values");
            return Map.of();
        }
        Map<String, String> read = new LinkedHashMap<>();
        int count = 0;
        for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            count++;
            JsonToken token = parser.nextToken();
            boolean asWritten = token == JsonToken.VALUE_STRING || token == JsonToken.VALUE_NUMBER_INT;
            if (!asWritten && !Values.isWhole(parser)) {
                parser.skipChildren();
                faults.add("tlvs", name, "wrong-type", "expected a string or a whole number");
            } else if (count <= Tlvs.MOST) {
                Optional<String> value = asWritten ? Optional.of(parser.getText()) : digits(parser);
                if (value.isPresent()) {
                    one(read, name, value.get(), faults);
                } else {
                    faults.add("tlvs", name, "bad-value", "expected a number that 64 bits hold");
                }
            }
        }
        if (count > Tlvs.MOST) {
            faults.add("tlvs", "too-many", count + " TLVs, expected at most " + Tlvs.MOST);
        }
        return read;
    }

    /** Of a whole number that is written with a fraction or an exponent; nothing when 64 bits do not hold it. */
    private static Optional<String> digits(JsonParser parser) throws IOException {
        try {
            return Optional.of(Long.toString(Values.whole(parser)));
        } catch (InputCoercionException e) {
            return Optional.empty();
        }
    }

    private static void one(Map<String, String> read, String name, String value, Faults faults) {
        if (name.isEmpty() || name.length() > Tlvs.LONGEST_NAME || Surrogates.anyAlone(name)) {
            faults.add("tlvs", name, "bad-value", "expected a name of 1.." + Tlvs.LONGEST_NAME + " characters");
        } else if (value.length() > LONGEST) {
            faults.add("tlvs", name, "too-long", value.length() + " characters, expected at most " + LONGEST);
        } else if (read.put(name, value) != null) {
            faults.add("tlvs", name, "duplicate-field", "given twice, expected once");
        }
    }
}
