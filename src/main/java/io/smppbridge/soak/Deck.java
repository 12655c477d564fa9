package io.smppbridge.soak;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What goes wrong next: all kinds once, in an order that is drawn, before any comes again. */
@OwnedBy("the soak's thread")
final class Deck {
    private final Random random;
    private final List<Trouble> left = new ArrayList<>();

    Deck(Random random) {
        this.random = random;
    }

    /**
     * The next one.
     *
     * @param kills whether the bridge may still be killed
     */
    Trouble draw(boolean kills) {
        left.removeIf(trouble -> trouble == Trouble.KILL && !kills);
        if (left.isEmpty()) {
            Collections.addAll(left, Trouble.values());
            Collections.shuffle(left, random);
            return draw(kills);
        }
        return left.remove(left.size() - 1);
    }
}
