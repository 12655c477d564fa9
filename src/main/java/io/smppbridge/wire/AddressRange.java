package io.smppbridge.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;

/** IP addresses that begin alike: one address, or {@code 192.0.2.0/24}. Immutable. */
public final class AddressRange {
    private final byte[] network;
    private final int bits;

    private AddressRange(byte[] network, int bits) {
        this.network = network;
        this.bits = bits;
    }

    /** Reads an address or a range; names are none, nobody is asked. Empty if it is something else. */
    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        if (!address.matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")) {
            return Optional.empty();
        }
        try {
            byte[] network = InetAddress.getByName(address).getAddress();
            String length = slash < 0 ? String.valueOf(network.length * 8) : text.substring(slash + 1);
            if (!length.matches("\\d{1,3}") || Integer.parseInt(length) > network.length * 8) {
                return Optional.empty();
            }
            return Optional.of(new AddressRange(network, Integer.parseInt(length)));
        } catch (UnknownHostException noAddress) {
            return Optional.empty();
        }
    }

    /** Whether an address is in it. */
    public boolean contains(InetAddress address) {
        byte[] octets = address.getAddress();
        if (octets.length != network.length) {
            return false;
        }
        int whole = bits / 8;
        int rest = bits % 8;
        if (!Arrays.equals(octets, 0, whole, network, 0, whole)) {
            return false;
        }
        int mask = 0xFF00 >> rest & 0xFF;
        return rest == 0 || (octets[whole] & mask) == (network[whole] & mask);
    }
}
