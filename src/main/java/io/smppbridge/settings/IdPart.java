package io.smppbridge.settings;

/**
 * Which characters of a message_id tell messages apart.
 *
 * @param first whether the first so many, else the last
 * @param count 0 for all
 */
public record IdPart(boolean first, int count) {
    public static final IdPart ALL = new IdPart(true, 0);

    /** How many characters of a UUID stand before each of its hyphens, and how many behind it. */
    private static final int[] BEFORE_HYPHENS = {8, 13, 18, 23};

    private static final int[] BEHIND_HYPHENS = {12, 17, 22, 27};

    /** What is left of an id. */
    public String of(String id) {
        if (count == 0 || id.length() <= count) {
            return id;
        }
        return first ? id.substring(0, count) : id.substring(id.length() - count);
    }

    /** The same characters of a UUID that is written without its hyphens, which count as one each. */
    public IdPart withoutHyphens() {
        int letters = count;
        for (int others : first ? BEFORE_HYPHENS : BEHIND_HYPHENS) {
            letters -= others < count ? 1 : 0;
        }
        return new IdPart(first, letters);
    }
}
