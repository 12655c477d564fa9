package io.smppbridge.soak;

/**
 * What came of one chapter.
 *
 * @param life of the bridge, at its end; from 1
 * @param second of the soak, at its end
 * @param accepted messages
 * @param submits that carriers took, whole messages
 * @param doubled receptions beyond the first
 * @param marked of the doubled, those of which the platform was told that this is possible
 * @param wrong messages with which something is wrong
 */
public record Chapter(
        int life, int second, long accepted, long submits, long doubled, long marked, long wrong, Health health) {}
