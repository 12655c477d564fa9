package io.smppbridge.dropin;

import io.smppbridge.text.Surrogates;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The fields of a query or a form, as octets: what they mean is said by other fields. Of a field that comes twice the first counts. */
final class Parameters {
    /** Octets of the longest content: none that is longer fits into the 255 parts of a message, whatever its characters. */
    static final int LONGEST_CONTENT = 70_000;

    private static final int MOST = 100;
    private final Map<String, byte[]> fields = new LinkedHashMap<>();
    /** Those that came as characters, not as octets. */
    private final Set<String> texts = new HashSet<>();

    /**
     * Reads {@code application/x-www-form-urlencoded}.
     *
     * @throws Misformed if a percent sign is not followed by two hexadecimal digits, or there are more than 100 fields
     */
    Parameters addForm(String form) throws Misformed {
        for (String pair : form.split("&")) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            byte[] value = decode(name, equals < 0 ? "" : pair.substring(equals + 1));
            add(new String(decode(name, name), StandardCharsets.UTF_8), value);
        }
        return this;
    }

    Parameters add(String name, byte[] value) throws Misformed {
        if (fields.size() == MOST) {
            throw new Misformed(name, "more than " + MOST + " fields");
        }
        fields.putIfAbsent(name, value);
        return this;
    }

    /**
     * The same of one that came as characters.
     *
     * @throws Misformed if one of them is half a surrogate pair, which is sent by no octets
     */
    Parameters addText(String name, String value) throws Misformed {
        if (!fields.containsKey(name)) {
            if (Surrogates.anyAlone(value)) {
                throw new Misformed(name, "half of a surrogate pair, which is no character");
            }
            texts.add(name);
        }
        return add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Those of another one that are not here. */
    Parameters addMissing(Parameters others) {
        others.texts.stream().filter(name -> !fields.containsKey(name)).forEach(texts::add);
        others.fields.forEach(fields::putIfAbsent);
        return this;
    }

    /** Whether it came as characters: what its octets are coded in is not for anybody to say. */
    boolean isText(String name) {
        return texts.contains(name);
    }

    Parameters addMissing(String name, byte[] value) {
        fields.putIfAbsent(name, value);
        return this;
    }

    /** In the order in which they came. */
    Set<String> names() {
        return Collections.unmodifiableSet(fields.keySet());
    }

    Optional<byte[]> octets(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** The first of these that is there, as UTF-8; what is none is read as Latin-1. Empty when none is there. */
    Optional<String> text(String... names) {
        for (String name : names) {
            byte[] octets = fields.get(name);
            if (octets != null) {
                return Optional.of(text(octets));
            }
        }
        return Optional.empty();
    }

    /**
     * A whole number within bounds; the fallback when the field is missing or empty.
     *
     * @throws Misformed if it is anything else
     */
    int number(String name, int least, int most, int fallback) throws Misformed {
        String text = text(name).map(String::strip).orElse("");
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new Misformed(name, "expected " + least + ".." + most);
    }

    static String text(byte[] octets) {
        return new String(octets, charset(octets));
    }

    /** UTF-8, or Latin-1 where they are no UTF-8. */
    static Charset charset(byte[] octets) {
        try {
            decode(octets, StandardCharsets.UTF_8);
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException notUtf8) {
            return StandardCharsets.ISO_8859_1;
        }
    }

    /** @throws CharacterCodingException if the octets are none of this charset */
    static String decode(byte[] octets, Charset charset) throws CharacterCodingException {
        return charset.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
    }

    private static byte[] decode(String name, String coded) throws Misformed {
        ByteArrayOutputStream out = new ByteArrayOutputStream(coded.length());
        for (int i = 0; i < coded.length(); i++) {
            char c = coded.charAt(i);
            if (c == '+') {
                out.write(' ');
            } else if (c != '%') {
                out.write(c);
            } else {
                int high = i + 2 < coded.length() ? Character.digit(coded.charAt(i + 1), 16) : -1;
                int low = i + 2 < coded.length() ? Character.digit(coded.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    throw new Misformed(name, "expected two hexadecimal digits after %");
                }
                out.write(high << 4 | low);
                i += 2;
            }
        }
        return out.toByteArray();
    }

    /** A field that cannot be read. */
    static final class Misformed extends Exception {
        private static final long serialVersionUID = 1L;
        private final String field;

        Misformed(String field, String why) {
            super(why);
            this.field = field;
        }

        String field() {
            return field;
        }
    }
}
