package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.admin.StatusView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bridge status}. */
@Command(
        name = "status",
        description = "Show what a running bridge does: each SMSC's bag, window, rate, receipts and latency.",
        footer = {"", "Examples: ./bridge status", "          ./bridge status --watch"})
final class StatusCommand implements Callable<Integer> {
    private static final String TOP = "\u001b[H\u001b[J";
    private static final int OFTEN = Integer.MAX_VALUE;

    private final Surroundings around;

    @Option(names = "--watch", description = "Show it again every second until INT.")
    private boolean watch;

    @Option(names = "--every", paramLabel = "TIME", description = "How often with --watch, at least 100ms (1s).")
    private Duration every = Duration.ofSeconds(1);

    @Option(names = "--count", hidden = true, description = "End after so many.")
    private Optional<Integer> count = Optional.empty();

    @Option(names = "--json", description = "Show it as the bridge says it.")
    private boolean json;

    @Mixin
    private AdminDoor door;

    StatusCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws InterruptedException {
        long pause = Pause.millis(every);
        Rest rest = door.open(around);
        JsonNode before = Rest.JSON.nullNode();
        int times = watch ? count.orElse(OFTEN) : 1;
        Ending ending = new Ending();
        if (watch) {
            ending.onTermination();
        }
        for (int i = 0; i < times; i++) {
            JsonNode now = AdminDoor.good(rest.get("/status")).json();
            if (watch && around.terminal()) {
                around.out().print(TOP);
            }
            around.out().print(json ? now.toPrettyString() + "\n" : StatusView.render(now, before, around.terminal()));
            around.out().flush();
            before = now;
            if (i + 1 < times && ending.wanted().await(pause, TimeUnit.MILLISECONDS)) {
                break;
            }
        }
        return Exit.OK;
    }
}
