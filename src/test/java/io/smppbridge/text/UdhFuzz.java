package io.smppbridge.text;

import java.util.Arrays;
import java.util.List;

/** A target for a fuzzer: whatever stands in a user data header, reading it ends without an exception and never past its octets. */
public final class UdhFuzz {
    private UdhFuzz() {}

    /** The first octet is data_coding; the rest is user data with a header. */
    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length == 0) {
            return;
        }
        byte[] userData = Arrays.copyOfRange(data, 1, data.length);
        Udh header = Udh.parse(userData);
        if (header.length() > userData.length) {
            throw new AssertionError("a header of " + header.length() + " octets in " + userData.length);
        }
        Fragment part = Decoder.open(Incoming.of(data[0] & 0xFF, true, userData));
        Decoder.decode(part, TextProfile.STANDARD);
        Decoder.decode(List.of(part, part), TextProfile.STANDARD);
    }
}
