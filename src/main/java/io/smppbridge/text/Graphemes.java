package io.smppbridge.text;

import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where what people see as one character ends: extended grapheme clusters (Unicode UAX 29), as the JDK's expressions know them. */
final class Graphemes {
    private static final Pattern CLUSTER = Pattern.compile("\\X");

    private Graphemes() {}

    /**
     * The ends of all clusters, counted in octets.
     *
     * @param width how many octets a UTF-16 unit of the text takes
     */
    static BitSet ends(String text, IntUnaryOperator width) {
        BitSet ends = new BitSet();
        Matcher clusters = CLUSTER.matcher(text);
        int octets = 0;
        while (clusters.find()) {
            for (int i = clusters.start(); i < clusters.end(); i++) {
                octets += width.applyAsInt(text.charAt(i));
            }
            ends.set(octets);
        }
        return ends;
    }
}
