package io.smppbridge.pipeline;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gives each name a small number, for ever, so that tables hold ten bits instead of a string. Number 0 is the empty name. */
@OwnedBy("journal thread")
final class Names {
    private final int most;
    private final List<String> names = new ArrayList<>(List.of(""));
    private final Map<String, Integer> numbers = new HashMap<>(Map.of("", 0));
    private String last = "";
    private int lastNumber;

    Names(int most) {
        this.most = most;
    }

    int number(String name) {
        if (!name.equals(last)) {
            lastNumber = known(name);
            last = name;
        }
        return lastNumber;
    }

    private int known(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (names.size() >= most) {
            throw new IllegalStateException("more than " + most + " names, restart to forget old ones");
        }
        names.add(name);
        numbers.put(name, names.size() - 1);
        return names.size() - 1;
    }

    String name(int number) {
        return names.get(number);
    }
}
