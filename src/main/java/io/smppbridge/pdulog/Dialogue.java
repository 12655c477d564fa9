package io.smppbridge.pdulog;

import io.smppbridge.threads.OwnedBy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is remembered of one connection between two PDUs: what those were composed from that are yet to be written, whose answers are
 * wanted, and how far each TCP stream has come.
 */
@OwnedBy("pdulog")
final class Dialogue {
    private static final int REMEMBERED = 10_000;

    /** TCP sequence number of the next octet, by who sends it: the SMSC, the bridge. */
    final int[] next = {1, 1};

    private final Awaited composed = new Awaited();
    /** How often the log had been switched on when something was last noted. */
    private int times;

    /** Requests about wanted numbers that have no answer yet; the oldest fall out. */
    private final Map<Long, Boolean> wanted = new LinkedHashMap<>();

    /** What was composed since the log was switched on, which it was so many times. */
    Awaited composed(int switchedOn) {
        if (times != switchedOn) {
            times = switchedOn;
            composed.clear();
        }
        return composed;
    }

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
        boolean about = isAbout(pdu, numbers);
        if (about) {
            wanted.put(key, true);
            if (wanted.size() > REMEMBERED) {
                wanted.remove(wanted.keySet().iterator().next());
            }
        }
        return about;
    }

    private static boolean isAbout(Pdu pdu, List<String> numbers) {
        for (int i = 0; i < pdu.fields; i++) {
            if (pdu.kinds[i] == Kind.ADDRESS) {
                String written = pdu.text(i);
                String number = written.startsWith("+") ? written.substring(1) : written;
                if (numbers.stream().anyMatch(number::startsWith)) {
                    return true;
                }
            }
        }
        return false;
    }
}
