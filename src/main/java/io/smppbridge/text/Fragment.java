package io.smppbridge.text;

import java.util.Objects;

/**
 * Content with its header taken off, not yet read as characters: a part may end within an escape or a surrogate pair.
 *
 * @param dataCoding as it came
 * @param udh the header; {@link Udh#NONE} when there is none
 * @param concat the place among the parts, from the header or the SAR TLVs
 * @param octets the rest; all of the user data when the header could not be told from it
 */
public record Fragment(int dataCoding, Udh udh, Concat concat, byte[] octets) {
    public Fragment {
        Objects.requireNonNull(udh, "udh");
        Objects.requireNonNull(concat, "concat");
        Objects.requireNonNull(octets, "octets");
    }
}
