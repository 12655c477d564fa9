package io.smppbridge.soak;

import io.smppbridge.simulator.BreakHow;
import io.smppbridge.simulator.SimulatedPort;
import java.io.IOException;
import java.time.Duration;

/** What goes wrong, and for how long. */
enum Trouble {
    KILL("bridge killed (kill -9)", 0),
    CUT("binds cut", 0),
    AWAY("carrier away", 5),
    STALLS("carrier stalls", 5),
    THROTTLES("carrier throttles", 10),
    LATE("receipts late", 10),
    DOUBLED("receipts doubled", 10),
    DEAF("webhook away", 5);

    /** How receipts come when nothing is wrong. */
    static final String RECEIPT_AFTER = "50ms";

    private static final int THROTTLED_TO = 10;

    private final String words;
    private final Duration time;

    Trouble(String words, int seconds) {
        this.words = words;
        this.time = Duration.ofSeconds(seconds);
    }

    String words() {
        return words;
    }

    /** How long, when troubles come so often: at most half of it. */
    Duration time(Duration every) {
        Duration half = every.dividedBy(2);
        return half.compareTo(time) < 0 ? half : time;
    }

    /** Whether it happens to one of the carriers. */
    boolean isOfCarrier() {
        return this != KILL && this != DEAF;
    }

    /** How many binds it takes down, of so many at each of so many carriers: each may leave a window without answers. */
    int breaks(int carriers, int binds) {
        return switch (this) {
            case KILL -> carriers * binds;
            case CUT, AWAY, STALLS -> binds;
            default -> 0;
        };
    }

    /** It begins, or it is over. The kill is done by whoever has the process. */
    void set(boolean on, SimulatedPort port, Hook hook) throws IOException {
        switch (this) {
            case CUT -> {
                if (on) {
                    port.dropAllBinds();
                }
            }
            case AWAY -> {
                if (on) {
                    port.stopListening();
                    port.breakAll(BreakHow.RST);
                } else {
                    port.listen();
                }
            }
            case STALLS -> {
                if (on) {
                    port.stopAnswering();
                } else {
                    port.answerAgain();
                    port.dropAllBinds();
                }
            }
            case THROTTLES -> port.rate(on ? THROTTLED_TO : 0);
            case LATE -> port.set("receipt-after", on ? "5s" : RECEIPT_AFTER);
            case DOUBLED -> port.set("receipt-repeat", on ? "1" : "0");
            case DEAF -> hook.away(on);
            case KILL -> {}
        }
    }
}
