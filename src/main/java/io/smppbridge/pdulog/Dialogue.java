package io.smppbridge.pdulog;

import io.smppbridge.pdulog.Field.Kind;
import io.smppbridge.threads.OwnedBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is remembered of one connection between two PDUs: whose answers are wanted, and how far each TCP stream has come. */
@OwnedBy("pdulog")
final class Dialogue {
    private static final int REMEMBERED = 10_000;

    /** TCP sequence number of the next octet, by who sends it: the SMSC, the bridge. */
    final int[] next = {1, 1};

    /** Requests about wanted numbers that have no answer yet; the oldest fall out. */
    private final Map<Long, Boolean> wanted = new LinkedHashMap<>();

    /** Whether a PDU is about one of these numbers, by how they begin, or answers one that was. All are without any. */
    boolean isWanted(Pdu pdu, boolean out, List<String> numbers) {
        if (numbers.isEmpty()) {
            return true;
        }
        boolean response = (pdu.command() & Layout.RESPONSE) != 0;
        long key = (long) pdu.sequence() << 1 | (out == response ? 0 : 1);
        if (response) {
            return wanted.remove(key) != null;
        }
        boolean about = pdu.fields.stream()
                .filter(field -> field.kind() == Kind.ADDRESS)
                .anyMatch(field -> numbers.stream().anyMatch(pdu.text(field)::startsWith));
        if (about) {
            wanted.put(key, true);
            if (wanted.size() > REMEMBERED) {
                wanted.remove(wanted.keySet().iterator().next());
            }
        }
        return about;
    }
}
