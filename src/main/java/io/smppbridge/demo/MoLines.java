package io.smppbridge.demo;

import java.util.List;
import java.util.stream.IntStream;

/** What the subscribers of the demo write: each text once, so that a lost or doubled one can be told. */
final class MoLines {
    private static final int MOST = 20_000;

    private MoLines() {}

    static List<String> numbered() {
        return IntStream.range(0, MOST)
                .mapToObj(i -> "4479" + (10_000_000 + i) + ",72404,Question " + i + " of a subscriber")
                .toList();
    }
}
