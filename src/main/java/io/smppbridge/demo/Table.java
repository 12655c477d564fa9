package io.smppbridge.demo;

import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.stats.Latency;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.stats.Tally;
import io.smppbridge.threads.OwnedBy;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The live table: redrawn in place on a terminal, one block after the other elsewhere. */
@OwnedBy("the demo's thread")
final class Table {
    private static final String ROW = "%-9s %7s %9s %8s %7s %9s %9s %9s %9s %6s %6s%n";

    private final PrintWriter out;
    private final boolean redraw;
    private final List<Carrier> carriers;
    private final Map<String, Long> sentBefore = new HashMap<>();
    private long before = System.nanoTime();
    private int drawn;
    private final Map<String, Long> windows = new HashMap<>();
    private final Map<String, String> limits = new HashMap<>();

    Table(PrintWriter out, boolean redraw, List<Carrier> carriers, BridgeConfig config) {
        this.out = out;
        this.redraw = redraw;
        this.carriers = carriers;
        config.smscs().values().forEach(smsc -> {
            windows.put(smsc.name(), (long) smsc.pace().window() * smsc.binds().binds());
            limits.put(
                    smsc.name(), smsc.pace().limited() ? Math.round(smsc.pace().rate()) + "/s" : "none");
        });
    }

    /** Draws what is the case now. */
    void draw(String head, BridgeStats stats, Books books) {
        StringBuilder text = new StringBuilder();
        double seconds = Math.max(1e-3, (System.nanoTime() - before) / 1e9);
        before = System.nanoTime();
        text.append(head).append(System.lineSeparator());
        text.append(String.format(
                Locale.ROOT,
                ROW,
                "SMSC",
                "bag",
                "window",
                "sent/s",
                "limit",
                "sent",
                "receipts",
                "answer",
                "receipt",
                "MO",
                "binds"));
        for (Carrier carrier : carriers) {
            text.append(row(carrier, stats.smsc(carrier.name()), books, seconds));
        }
        Books.Sum sum = books.sum();
        text.append(String.format(
                Locale.ROOT,
                "platform: %d accepted, %d delivered, %d failed, %d on their way; %d MO%n",
                sum.accepted(),
                sum.delivered(),
                sum.failed(),
                sum.lost(),
                sum.mo()));
        show(text.toString());
    }

    private String row(Carrier carrier, SmscStats stats, Books books, double seconds) {
        String name = carrier.name();
        long sent = stats.submitted.sum();
        long rate = Math.round((sent - sentBefore.getOrDefault(name, 0L)) / seconds);
        sentBefore.put(name, sent);
        long receipts =
                stats.receiptsByState().values().stream().mapToLong(Tally::sum).sum();
        // Neither taken nor refused by the SMSC, nor under way, nor left of a message that has ended.
        long left = books.parts(name) - stats.accepted.sum() - stats.rejected.sum();
        long waiting = Math.max(0, Math.min(left, books.partsOpen(name)) - stats.inFlight.sum());
        long bound = stats.binds().values().stream().filter(bind -> bind.bound).count();
        return String.format(
                Locale.ROOT,
                ROW,
                name,
                waiting,
                stats.inFlight.sum() + "/" + windows.getOrDefault(name, 0L),
                rate,
                limits.getOrDefault(name, "-"),
                sent,
                receipts,
                median(stats.answerTime),
                median(stats.receiptTime),
                stats.inbound.sum(),
                bound == 0 ? "none" : bound + " up");
    }

    private static String median(Latency latency) {
        return latency.count() == 0 ? "-" : String.format(Locale.ROOT, "<%.0f ms", latency.quantileNanos(0.5) / 1e6);
    }

    private void show(String text) {
        if (redraw && drawn > 0) {
            out.print("\u001b[" + drawn + "A\u001b[J");
        }
        out.print(redraw ? text : text + System.lineSeparator());
        out.flush();
        drawn = (int) text.lines().count();
    }
}
