package io.smppbridge.stages;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many threads each stage has, and how many slots there are between them.
 *
 * @param recv threads that receive, 1..64
 * @param service threads that process, or hand over to workers where there are some, 1..64
 * @param workers threads that process what service threads hand over, 0..256; 0: service threads process themselves ("synchronous")
 * @param onDemand further workers that may come while all are busy and end when they have had nothing to do for a second, 0..256
 * @param resp threads that answer, 1..64
 * @param slots 2..1,048,576
 * @param slotSize octets of a slot, 16..65,507
 * @param priority of the threads, {@link Thread#NORM_PRIORITY} or another; what it does is up to the operating system
 * @param managed whether threads behind those that receive are moved to the stage before which most slots wait
 */
public record Pools(
        int recv,
        int service,
        int workers,
        int onDemand,
        int resp,
        int slots,
        int slotSize,
        int priority,
        boolean managed) {
    /** Slots, as the source has them. */
    public static final int SLOTS = 8192;
    /** Octets of a slot, as the source has them. */
    public static final int SLOT_SIZE = 1024;

    private static final long MOST_MEMORY = 256L << 20;
    private static final Pattern LETTERS =
            Pattern.compile("r(\\d{1,3})s(\\d{1,3})w(\\d{1,3})(?:d(\\d{1,3}))?(?:p(\\d{1,3}))?(m)?");

    public Pools {
        within("recv", recv, 1, 64);
        within("service", service, 1, 64);
        within("workers", workers, 0, 256);
        within("on-demand", onDemand, 0, 256);
        within("resp", resp, 1, 64);
        within("slots", slots, 2, 1 << 20);
        within("slot size", slotSize, 16, 65_507);
        within("priority", priority, Thread.MIN_PRIORITY, Thread.MAX_PRIORITY);
        if ((long) (slots + recv) * (slotSize + 1) > MOST_MEMORY) {
            throw new IllegalArgumentException(
                    slots + " slots of " + slotSize + " octets, expected at most 256 MiB together");
        }
        if (onDemand > 0 && workers == 0) {
            throw new IllegalArgumentException(
                    "on-demand " + onDemand + " with workers 0, expected at least one worker for them to help");
        }
        if (managed && service + resp + workers <= (workers == 0 ? 2 : 3)) {
            throw new IllegalArgumentException(
                    "a manager over one thread a stage, expected one more at least that it could move");
        }
    }

    /**
     * The source's letters: {@code r1s1w0} has one thread that receives, one that processes and no worker; {@code d4} after that allows
     * four on demand, {@code p2} has two that answer instead of one, and {@code m} has a manager that moves them. Slots as by default.
     *
     * @throws IllegalArgumentException saying what was expected
     */
    public static Pools of(String letters) {
        Matcher matcher = LETTERS.matcher(letters);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "\"" + letters
                            + "\", expected r<recv>s<service>w<workers>, then d<on-demand>, p<resp> and m if wanted, such as r1s1w2d2");
        }
        return new Pools(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Integer.parseInt(matcher.group(3)),
                matcher.group(4) == null ? 0 : Integer.parseInt(matcher.group(4)),
                matcher.group(5) == null ? 1 : Integer.parseInt(matcher.group(5)),
                SLOTS,
                SLOT_SIZE,
                Thread.NORM_PRIORITY,
                matcher.group(6) != null);
    }

    /** The source's letters for it. */
    public String letters() {
        return "r" + recv + "s" + service + "w" + workers + (onDemand == 0 ? "" : "d" + onDemand)
                + (resp == 1 ? "" : "p" + resp)
                + (managed ? "m" : "");
    }

    private static void within(String name, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " " + value + ", expected " + min + ".." + max);
        }
    }
}
