package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Says plainly of each pair of runs which architecture was faster, and whether the pipeline kept what it promises. */
@OwnedBy("the thread of the command")
final class Verdict {
    /** At these numbers of connections the pipeline is to be at least as fast. */
    private static final Set<Integer> PROMISED = Set.of(2, 64);

    private final List<String> lines = new ArrayList<>();
    private boolean kept = true;

    Verdict(List<Cell> cells) {
        for (Cell cell : cells) {
            if (cell.missing() != 0) {
                kept = false;
                lines.add("MISSING " + cell.missing() + " messages at the sink (negative: sent twice): " + cell.kind());
            }
            if (cell.kind().form() == Cell.Form.PIPELINE) {
                classic(cells, cell.kind()).ifPresent(other -> compare(cell, other));
            }
        }
    }

    private static Optional<Cell> classic(List<Cell> cells, Cell.Kind kind) {
        Cell.Kind wanted = new Cell.Kind(Cell.Form.CLASSIC, kind.connections(), kind.window(), kind.full());
        return cells.stream().filter(cell -> cell.kind().equals(wanted)).findFirst();
    }

    private void compare(Cell pipeline, Cell classic) {
        boolean promised = PROMISED.contains(pipeline.kind().connections());
        double ratio = pipeline.perSecond() / classic.perSecond();
        boolean behind = ratio < 1;
        kept &= !promised || !behind;
        lines.add(String.format(
                Locale.ROOT,
                "%d connections, window %d, %s log: pipeline %,.0f msg/s, classic %,.0f msg/s: x%.2f%s",
                pipeline.kind().connections(),
                pipeline.kind().window(),
                pipeline.kind().log(),
                pipeline.perSecond(),
                classic.perSecond(),
                ratio,
                behind
                        ? promised ? " MISSED: the pipeline is to be at least as fast here" : " (classic is faster)"
                        : ""));
    }

    /** Whether the pipeline was at least as fast wherever it promises to be, and nothing was lost or doubled. */
    boolean isKept() {
        return kept;
    }

    List<String> lines() {
        return lines;
    }
}
