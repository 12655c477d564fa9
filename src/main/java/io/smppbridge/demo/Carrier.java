package io.smppbridge.demo;

import java.util.List;

/**
 * One simulated carrier of the demo.
 *
 * @param name of the SMSC account and the simulator's port
 * @param prefix of the numbers that it carries
 * @param perSecond messages that the platform sends it
 * @param manner what it is like, for people
 */
record Carrier(String name, String prefix, double perSecond, String manner) {
    static List<Carrier> all(int perSecond) {
        return List.of(
                new Carrier("quick", "46", perSecond, "answers at once, unlimited"),
                new Carrier("limited", "47", 7, "contract of 10/s, ids in hex, receipts in decimal"),
                new Carrier("slow", "44", 12, "answers in 100..300 ms, drops its bind, refuses some, sends MO"));
    }
}
