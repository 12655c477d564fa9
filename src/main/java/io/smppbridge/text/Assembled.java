package io.smppbridge.text;

import java.util.List;
import java.util.Objects;

/**
 * A message put together as far as it goes.
 *
 * @param why what ended the wait
 * @param first the earliest part that came: SMSC, addresses
 * @param last the latest part that came
 * @param parts in their order, each once
 * @param total how many parts the message has
 * @param partIds ids of every part that came, repeated ones too, in order of arrival: all of them are settled by this
 */
public record Assembled(Why why, MoPart first, MoPart last, List<MoPart> parts, int total, long[] partIds) {
    /** What ended the wait for parts. */
    public enum Why {
        /** All came. */
        COMPLETE,
        /** The time for the missing ones is over. */
        TIMED_OUT,
        /** More messages were open than the bound allows, and this was the oldest. */
        PUSHED_OUT,
        /** Its reference came again with other content under the same number. */
        REUSED,
        /** A part of a message that has been put together already: nothing to hand over, only to settle. */
        REPEATED
    }

    public Assembled {
        Objects.requireNonNull(why, "why");
        Objects.requireNonNull(first, "first");
        Objects.requireNonNull(last, "last");
        parts = List.copyOf(parts);
        Objects.requireNonNull(partIds, "partIds");
    }

    /** The content of the parts, in their order, each once. */
    public List<Fragment> fragments() {
        return parts.stream().map(MoPart::content).toList();
    }

    public boolean complete() {
        return why == Why.COMPLETE;
    }

    /** Whether somebody is to hear of it. */
    public boolean news() {
        return why != Why.REPEATED;
    }

    /** Its characters; of the parts that came, when some are missing. */
    public Decoded decode(TextProfile profile) {
        return Decoder.decode(fragments(), profile);
    }
}
