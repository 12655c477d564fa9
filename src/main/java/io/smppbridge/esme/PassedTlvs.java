package io.smppbridge.esme;

import io.smppbridge.tlv.TlvSpec;
import io.smppbridge.tlv.Tlvs;
import io.smppbridge.wire.Status;
import io.smppbridge.wire.Tag;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The TLVs of a submit_sm that go on to the SMSC: all that the specification does not know, and of those it knows what a submit_sm may
 * carry. Those that the bridge acts upon itself stay here.
 */
final class PassedTlvs {
    private static final Set<Integer> ACTED_UPON = Set.of(
            Tag.MESSAGE_PAYLOAD,
            Tag.SAR_MSG_REF_NUM,
            Tag.SAR_TOTAL_SEGMENTS,
            Tag.SAR_SEGMENT_SEQNUM,
            Tag.QOS_TIME_TO_LIVE,
            Tag.USER_MESSAGE_REFERENCE);

    private static final Map<Integer, TlvSpec> STANDARD = standard();

    private PassedTlvs() {}

    private static Map<Integer, TlvSpec> standard() {
        Map<Integer, TlvSpec> all = new HashMap<>();
        Tlvs.standard().forEach(spec -> all.putIfAbsent(spec.tag(), spec));
        return Map.copyOf(all);
    }

    /**
     * By tag, in hexadecimal; most messages have none. Of those that come more than once the first.
     *
     * @throws Unfit if one that a submit_sm may carry has not the length that the specification gives it
     */
    static Map<String, String> of(io.smppbridge.wire.Tlvs came) throws Unfit {
        if (came.count() == 0) {
            return Map.of();
        }
        Map<String, String> passed = new LinkedHashMap<>();
        for (int i = 0; i < came.count(); i++) {
            if (passes(came.tag(i), came.length(i)) && passed.size() < Tlvs.MOST) {
                String tag = "0x" + HexFormat.of().toHexDigits((short) came.tag(i));
                passed.putIfAbsent(tag, HexFormat.of().formatHex(came.value(i)));
            }
        }
        return passed;
    }

    private static boolean passes(int tag, int length) throws Unfit {
        TlvSpec spec = STANDARD.get(tag);
        if (spec == null) {
            return tag != 0;
        }
        if (spec.mayBeSubmitted() && (length < spec.least() || length > spec.most())) {
            throw new Unfit(Status.RINVPARLEN);
        }
        return spec.mayBeSubmitted() && !ACTED_UPON.contains(tag);
    }
}
