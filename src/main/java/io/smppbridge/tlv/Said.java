package io.smppbridge.tlv;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What TLVs say, by name and in their order. Cannot be changed. Made for the few that a PDU has: 8 octets each beside name and value, and
 * one is found by going through them. Safe for any thread.
 */
public final class Said extends AbstractMap<String, String> {
    /** Name and value by turns. */
    private final String[] words;

    /** @param words name and value by turns, no name twice; the caller keeps no hold of it */
    Said(String[] words) {
        this.words = words;
    }

    /** The same entries in the same order, for good. */
    public static Map<String, String> of(Map<String, String> said) {
        if (said instanceof Said || said.isEmpty()) {
            return said.isEmpty() ? Map.of() : said;
        }
        String[] words = new String[said.size() * 2];
        int at = 0;
        for (Map.Entry<String, String> entry : said.entrySet()) {
            words[at++] = entry.getKey();
            words[at++] = entry.getValue();
        }
        return new Said(words);
    }

    @Override
    public int size() {
        return words.length / 2;
    }

    /** The name of one of them, from 0. */
    public String name(int index) {
        return words[2 * index];
    }

    /** Its value. */
    public String value(int index) {
        return words[2 * index + 1];
    }

    @Override
    public String get(Object name) {
        for (int i = 0; i < words.length; i += 2) {
            if (words[i].equals(name)) {
                return words[i + 1];
            }
        }
        return null;
    }

    @Override
    public boolean containsKey(Object name) {
        return get(name) != null;
    }

    @Override
    public void forEach(BiConsumer<? super String, ? super String> action) {
        for (int i = 0; i < words.length; i += 2) {
            action.accept(words[i], words[i + 1]);
        }
    }

    @Override
    public Set<Map.Entry<String, String>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public int size() {
                return words.length / 2;
            }

            @Override
            public Iterator<Map.Entry<String, String>> iterator() {
                List<Map.Entry<String, String>> entries = new ArrayList<>(size());
                Said.this.forEach((name, value) -> entries.add(Map.entry(name, value)));
                return Collections.unmodifiableList(entries).iterator();
            }
        };
    }
}
