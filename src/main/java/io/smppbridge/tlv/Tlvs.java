package io.smppbridge.tlv;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The TLVs that one SMSC knows, by name: the standard ones and its own. Safe for any thread.
 *
 * @param vendor the SMSC's own, by name
 * @param usual values by name that each message to this SMSC carries, unless it names another
 */
public record Tlvs(Map<String, TlvSpec> vendor, Map<String, String> usual) {
    /** A message may name so many. */
    public static final int MOST = 16;
    /** Of one PDU so many are told, the others left out: what is told is also written down. */
    static final int MOST_SAID = 127;
    /** They may take so many octets together. */
    public static final int MOST_OCTETS = 2_048;
    /** The longest name that an SMSC's own may have. */
    public static final int LONGEST_NAME = 64;

    public static final Tlvs STANDARD = new Tlvs(Map.of(), Map.of());

    private static final int HEADER = 4;
    /** Room for so many to begin with: a receipt has two, or three with an error of the network. */
    private static final int FEW = 2;

    private static final Map<String, TlvSpec> BY_NAME = new HashMap<>();
    /** The standard ones; tags of which there is none are null. */
    private static final TlvSpec[] BY_TAG = new TlvSpec[0x1400];

    static {
        for (TlvSpec spec : StandardTlvs.TABLE) {
            BY_NAME.put(spec.name(), spec);
            BY_TAG[spec.tag()] = BY_TAG[spec.tag()] == null ? spec : BY_TAG[spec.tag()];
        }
    }

    public Tlvs {
        vendor = Map.copyOf(vendor);
        usual = Map.copyOf(usual);
    }

    /** All standard ones, by tag. */
    public static List<TlvSpec> standard() {
        return StandardTlvs.TABLE;
    }

    /**
     * Whether a message goes just as well without it: more_messages_to_send, by which gateways tell of the other parts of a long text,
     * is a hint to the SMSC only.
     */
    public static boolean isHint(String name) {
        return name.equals("more_messages_to_send") || name.equals("0x0426");
    }

    /** The TLV of that name: the SMSC's own before the standard one. */
    public Optional<TlvSpec> find(String name) {
        TlvSpec own = vendor.get(name);
        return Optional.ofNullable(own != null ? own : BY_NAME.get(name));
    }

    /**
     * The TLVs of one message in octets, those that every message carries among them.
     *
     * @param asked by name; a tag written as {@code 0x1400} names one that no table holds, its value in hexadecimal
     * @throws TlvFault if one is unknown here, or its value is not what it takes
     */
    public TlvBlock encode(Map<String, String> asked) {
        if (asked.isEmpty() && usual.isEmpty()) {
            return TlvBlock.NONE;
        }
        if (asked.size() > MOST) {
            throw new TlvFault("", asked.size() + " TLVs, expected at most " + MOST);
        }
        Map<Integer, byte[]> byTag = new LinkedHashMap<>();
        asked.forEach((name, value) -> {
            TlvSpec spec = submittable(name);
            if (byTag.put(spec.tag(), octets(name, spec, value)) != null) {
                throw new TlvFault(name, "a second value for tag " + hex(spec.tag()) + ", expected one");
            }
        });
        usual.forEach((name, value) -> {
            TlvSpec spec = submittable(name);
            byTag.computeIfAbsent(spec.tag(), tag -> octets(name, spec, value));
        });
        byte[] block = block(byTag);
        if (block.length > MOST_OCTETS) {
            throw new TlvFault("", block.length + " octets of TLVs, expected at most " + MOST_OCTETS);
        }
        return new TlvBlock(block, !asked.isEmpty());
    }

    /**
     * Whether one more TLV goes with a message, as far as their number and their octets together are concerned.
     *
     * @param asked what the message names itself; what is wrong with it is told by {@link #encode}, not here
     * @param name of the one more; one that the message names already needs no room
     * @param octets of its value
     */
    public boolean hasRoom(Map<String, String> asked, String name, int octets) {
        if (asked.containsKey(name)) {
            return true;
        }
        if (asked.size() >= MOST) {
            return false;
        }
        try {
            return encode(asked).octets().length + HEADER + octets <= MOST_OCTETS;
        } catch (TlvFault fault) {
            return true;
        }
    }

    /**
     * What TLVs say, by name; by tag ({@code 0x1400}) and in hexadecimal where they are unknown here, or not as long as they should be.
     * A tag that comes twice keeps its first value. Those of which the bridge makes other fields are left out.
     *
     * @param octets whole TLVs, one behind the other; what is broken at the end is left out
     */
    public Map<String, String> decode(byte[] octets) {
        if (octets.length < HEADER) {
            return Map.of();
        }
        String[] words = new String[2 * FEW];
        int said = 0;
        int at = 0;
        while (octets.length - at >= HEADER && said < 2 * MOST_SAID) {
            int tag = unsignedShort(octets, at);
            int length = unsignedShort(octets, at + 2);
            at += HEADER;
            if (length > octets.length - at) {
                break;
            }
            if (!StandardTlvs.isOwn(tag)) {
                words = said == words.length ? Arrays.copyOf(words, 2 * said) : words;
                said += say(words, said, tag, octets, at, length);
            }
            at += length;
        }
        return said == 0 ? Map.of() : new Said(said == words.length ? words : Arrays.copyOf(words, said));
    }

    /** Puts name and value behind so many words; how many it has put there. */
    private int say(String[] words, int said, int tag, byte[] octets, int at, int length) {
        TlvSpec spec = byTag(tag);
        boolean known = spec != null && length >= spec.least() && length <= spec.most();
        String name = known ? spec.name() : hex(tag);
        for (int i = 0; i < said; i += 2) {
            if (words[i].equals(name)) {
                return 0;
            }
        }
        words[said] = name;
        words[said + 1] =
                known ? spec.type().text(octets, at, length) : HexFormat.of().formatHex(octets, at, at + length);
        return 2;
    }

    /** The SMSC's own before the standard one; null when there is neither. */
    private TlvSpec byTag(int tag) {
        if (!vendor.isEmpty()) {
            for (TlvSpec own : vendor.values()) {
                if (own.tag() == tag) {
                    return own;
                }
            }
        }
        return standard(tag);
    }

    private static TlvSpec standard(int tag) {
        return tag < BY_TAG.length ? BY_TAG[tag] : null;
    }

    /**
     * Whether a message carries a TLV, by tag and octets, however it names it: by a name that is known here, or by its tag as one that came
     * by SMPP does. Zero octets at the end of characters do not count, as operators differ in whether they write one.
     *
     * @param asked of the message, by name
     * @param name of the TLV that is looked for, or its tag
     * @param value as {@code asked} would have it; empty for any
     * @return false also where nobody knows the name, or the value cannot be one of that TLV
     */
    public boolean carries(Map<String, String> asked, String name, String value) {
        return known(name)
                .map(wanted -> asked.entrySet().stream()
                        .anyMatch(one -> known(one.getKey())
                                .filter(spec -> spec.tag() == wanted.tag())
                                .filter(spec -> value.isEmpty() || isSame(wanted, value, spec, one.getValue()))
                                .isPresent()))
                .orElse(false);
    }

    private static boolean isSame(TlvSpec wanted, String value, TlvSpec spec, String other) {
        try {
            boolean characters = wanted.type() == TlvType.TEXT || wanted.type() == TlvType.CSTRING;
            byte[] one = wanted.octets(value);
            byte[] two = spec.octets(other);
            return characters ? Arrays.equals(withoutZeros(one), withoutZeros(two)) : Arrays.equals(one, two);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static byte[] withoutZeros(byte[] octets) {
        int end = octets.length;
        while (end > 0 && octets[end - 1] == 0) {
            end--;
        }
        return Arrays.copyOf(octets, end);
    }

    private Optional<TlvSpec> known(String name) {
        return find(name).or(() -> byTag(name));
    }

    /** {@code 0x1400}. */
    static String hex(int tag) {
        return "0x" + HexFormat.of().toHexDigits((short) tag);
    }

    private TlvSpec submittable(String name) {
        TlvSpec spec = known(name).orElseThrow(() -> new TlvFault(name, unknown(name)));
        if (StandardTlvs.isOwn(spec.tag())) {
            throw new TlvFault(name, "is set by the bridge itself where a text needs it; leave it out");
        }
        if (!spec.mayBeSubmitted()) {
            throw new TlvFault(name, "is no TLV of submit_sm or data_sm; leave it out");
        }
        return spec;
    }

    private String unknown(String name) {
        List<String> known = new ArrayList<>(vendor.keySet());
        known.sort(null);
        return "no TLV of that name; expected one of SMPP 3.4 or 5.0"
                + (known.isEmpty() ? "" : ", or of the SMSC's own " + known)
                + ", or a tag such as 0x1400 with its value in hexadecimal"
                + (name.matches("[a-zA-Z0-9_-]{1,64}") ? "; smsc.<name>.tlv." + name + " would name one" : "");
    }

    private static Optional<TlvSpec> byTag(String name) {
        return name.matches("0[xX][0-9a-fA-F]{4}") && !name.endsWith("0000")
                ? TlvSpec.vendor(name, name + ":hex").map(spec -> {
                    TlvSpec standard = standard(spec.tag());
                    return standard == null
                            ? spec
                            : new TlvSpec(
                                    name,
                                    spec.tag(),
                                    TlvType.OCTETS,
                                    standard.least(),
                                    standard.most(),
                                    standard.places());
                })
                : Optional.empty();
    }

    private static byte[] octets(String name, TlvSpec spec, String value) {
        try {
            return spec.octets(value);
        } catch (IllegalArgumentException e) {
            throw new TlvFault(name, e.getMessage());
        }
    }

    private static byte[] block(Map<Integer, byte[]> byTag) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byTag.forEach((tag, value) -> {
            out.write(tag >> 8);
            out.write(tag);
            out.write(value.length >> 8);
            out.write(value.length);
            out.writeBytes(value);
        });
        return out.toByteArray();
    }

    private static int unsignedShort(byte[] octets, int at) {
        return (octets[at] & 0xFF) << 8 | octets[at + 1] & 0xFF;
    }
}
