package io.smppbridge.simulator;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A subscriber's message in parts, octet by octet as an SMSC sends them; shares no code with the bridge. */
public final class MoParts {
    private static final int UDHI = 0x40;

    /** Where a part says which one it is. */
    public enum Place {
        /** Header with a reference of 8 bits. */
        UDH_8,
        /** Header with a reference of 16 bits. */
        UDH_16,
        /** The TLVs sar_msg_ref_num, sar_total_segments and sar_segment_seqnum. */
        SAR
    }

    /** One deliver_sm. */
    public record Part(String from, int esmClass, byte[] octets, byte[] tlvs) {
        public void send(SimulatedPort port, String to) {
            port.sendDeliver(
                    new ReceivedSubmit.Party(1, 1, from),
                    new ReceivedSubmit.Party(3, 0, to),
                    esmClass,
                    0,
                    octets,
                    tlvs);
        }
    }

    private MoParts() {}

    /** @param texts of the parts; letters, digits and blanks */
    public static List<Part> of(Place place, String from, int reference, String... texts) {
        List<Part> parts = new ArrayList<>();
        for (String text : Stream.of(texts).toList()) {
            parts.add(part(place, from, reference, texts.length, parts.size() + 1, text));
        }
        return parts;
    }

    private static Part part(Place place, String from, int reference, int total, int number, String text) {
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        byte[] tlvs = {};
        switch (place) {
            case UDH_8 -> octets.writeBytes(octets(5, 0, 3, reference, total, number));
            case UDH_16 -> octets.writeBytes(octets(6, 8, 4, reference >> 8, reference, total, number));
            default ->
                tlvs = octets(
                        0x02, 0x0C, 0, 2, reference >> 8, reference, 0x02, 0x0E, 0, 1, total, 0x02, 0x0F, 0, 1, number);
        }
        octets.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        return new Part(from, place == Place.SAR ? 0 : UDHI, octets.toByteArray(), tlvs);
    }

    private static byte[] octets(int... values) {
        byte[] octets = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            octets[i] = (byte) values[i];
        }
        return octets;
    }
}
