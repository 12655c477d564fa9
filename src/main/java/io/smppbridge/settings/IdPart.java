package io.smppbridge.settings;

/**
 * Which characters of a message_id tell messages apart.
 *
 * @param first whether the first so many, else the last
 * @param count 0 for all
 */
public record IdPart(boolean first, int count) {
    public static final IdPart ALL = new IdPart(true, 0);

    /** What is left of an id. */
    public String of(String id) {
        if (count == 0 || id.length() <= count) {
            return id;
        }
        return first ? id.substring(0, count) : id.substring(id.length() - count);
    }
}
