package io.smppbridge.records;

import io.smppbridge.threads.OwnedBy;
import io.smppbridge.tlv.Said;
import java.nio.ByteBuffer;
import java.util.Map;

/** What TLVs say, in journal records. The names of those that come again and again are kept as they are written, and copied. */
@OwnedBy("journal thread")
public final class TlvNames {
    private static final int PLACES = 32;

    private final String[] names = new String[PLACES];
    private final byte[][] written = new byte[PLACES][];

    /** The same octets as those of {@link Strings#putMap(ByteBuffer, Map)}. */
    void putMap(ByteBuffer out, Map<String, String> map) {
        if (!(map instanceof Said said)) {
            Strings.putMap(out, map);
            return;
        }
        int size = said.size();
        out.put((byte) size);
        for (int i = 0; i < size; i++) {
            put(out, said.name(i));
            Strings.put(out, said.value(i));
        }
    }

    private void put(ByteBuffer out, String name) {
        int place = name.hashCode() & PLACES - 1;
        if (name.equals(names[place])) {
            out.put(written[place]);
            return;
        }
        int start = out.position();
        Strings.put(out, name);
        if (names[place] == null) {
            byte[] octets = new byte[out.position() - start];
            out.get(start, octets);
            names[place] = name;
            written[place] = octets;
        }
    }
}
