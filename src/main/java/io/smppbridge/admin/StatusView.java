package io.smppbridge.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.StringJoiner;

/** Shows what {@code /status} says as a table for a terminal: a pure function, at most 118 columns, as many lines as there are SMSCs and endpoints. */
public final class StatusView {
    private static final String ROW = "%-14s %9s %7s %11s %14s %7s %10s %10s %8s %6s %6s";
    private static final int COLUMNS = 118;
    private static final String RED = "\u001b[31m";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";

    private final StringBuilder out = new StringBuilder(4096);
    private final JsonNode now;
    private final JsonNode before;
    private final boolean ansi;

    private StatusView(JsonNode now, JsonNode before, boolean ansi) {
        this.now = now;
        this.before = before;
        this.ansi = ansi;
    }

    /**
     * Renders a status.
     *
     * @param now what {@code /status} has answered
     * @param before what it answered some time ago, for rates since then; a missing or null node when there is nothing to compare with
     * @param ansi whether faults may be coloured
     * @return lines, each ended by a line feed; text from outside is escaped
     */
    public static String render(JsonNode now, JsonNode before, boolean ansi) {
        return new StatusView(now, before, ansi).render();
    }

    private String render() {
        head();
        line(
                BOLD,
                String.format(
                        Locale.ROOT,
                        ROW,
                        "SMSC",
                        "bag",
                        "oldest",
                        "window",
                        "rate/limit",
                        "bound",
                        "sent",
                        "receipts",
                        "MO",
                        "p50",
                        "p99"));
        now.path("smscs").forEach(this::smsc);
        if (!now.path("endpoints").isEmpty()) {
            line(
                    BOLD,
                    String.format(
                            Locale.ROOT,
                            "%-24s %9s %7s %10s %6s  %s",
                            "hand-back",
                            "waiting",
                            "oldest",
                            "taken",
                            "dead",
                            "state"));
            now.path("endpoints").forEach(this::endpoint);
        }
        tail();
        return out.toString();
    }

    private void head() {
        StringJoiner head = new StringJoiner("   ");
        head.add("smpp-bridge " + clean(now.path("version").asText()));
        head.add("up " + age(now.path("uptimeSeconds").asDouble()));
        head.add("accepted " + count(sum(now.path("accepted"))) + perSecond("accepted"));
        head.add("refused " + count(sum(now.path("refused"))));
        head.add("open " + count(now.path("journal").path("openMessages").asLong()));
        line("", head.toString());
        if (!now.path("ready").asBoolean()) {
            StringJoiner why = new StringJoiner("; ");
            now.path("reasons").forEach(reason -> why.add(clean(reason.asText())));
            line(RED, "NOT ACCEPTING: " + why);
        }
    }

    private void smsc(JsonNode smsc) {
        JsonNode bag = smsc.path("bag");
        JsonNode window = smsc.path("window");
        JsonNode answer = smsc.path("answer");
        long bound = 0;
        for (JsonNode bind : smsc.path("binds")) {
            bound += bind.path("bound").asBoolean() ? 1 : 0;
        }
        String row = String.format(
                Locale.ROOT,
                ROW,
                cut(clean(smsc.path("name").asText()), 14),
                count(bag.path("messages").asLong()),
                age(bag.path("oldestSeconds").asDouble()),
                window.path("inUse").asLong() + "/" + window.path("size").asLong(),
                rate(actual(smsc)) + "/" + limit(smsc.path("rate")),
                bound + "/" + smsc.path("binds").size(),
                count(smsc.path("submitted").asLong()),
                count(smsc.path("receipts").asLong()),
                count(smsc.path("mo").asLong()),
                millis(answer.path("p50Ms").asDouble()),
                millis(answer.path("p99Ms").asDouble()));
        line(bound == 0 ? RED : "", row);
        String holdUp = smsc.path("holdUp").asText("");
        if (!holdUp.isEmpty()) {
            line("", "    " + clean(holdUp));
        }
        for (JsonNode bind : smsc.path("binds")) {
            if (!bind.path("bound").asBoolean()) {
                line(
                        "",
                        "    " + clean(bind.path("name").asText()) + ": "
                                + clean(bind.path("text").asText()));
            }
        }
    }

    private void endpoint(JsonNode endpoint) {
        String state = "ok";
        if (endpoint.has("failingSince")) {
            state = "failing for " + since(endpoint.path("failingSince").asText()) + ": "
                    + clean(endpoint.path("lastError").asText());
        } else if (!endpoint.path("configured").asBoolean()) {
            state = "nobody to hand to";
        }
        line(
                state.equals("ok") ? "" : RED,
                String.format(
                        Locale.ROOT,
                        "%-24s %9s %7s %10s %6s  %s",
                        cut(clean(endpoint.path("name").asText()), 24),
                        count(endpoint.path("waiting").asLong()),
                        age(endpoint.path("oldestSeconds").asDouble()),
                        count(endpoint.path("taken").asLong()),
                        count(endpoint.path("dead").asLong()),
                        state));
    }

    private void tail() {
        StringJoiner ended = new StringJoiner("  ");
        now.path("ended")
                .fields()
                .forEachRemaining(state -> ended.add(clean(state.getKey().toLowerCase(Locale.ROOT)) + " "
                        + count(state.getValue().asLong())));
        if (ended.length() > 0) {
            line("", "ended: " + ended);
        }
        JsonNode journal = now.path("journal");
        StringBuilder disk = new StringBuilder("journal: ")
                .append(journal.path("bytes").asLong() >> 20)
                .append(" MiB in ")
                .append(journal.path("segments").asLong())
                .append(" segments, force p99 ")
                .append(millis(journal.path("force").path("p99Ms").asDouble()));
        long stranded = journal.path("strandedMessages").asLong();
        if (stranded > 0) {
            disk.append(", ").append(count(stranded)).append(" messages that no route takes");
        }
        long held = journal.path("heldMessages").asLong();
        if (held > 0) {
            disk.append(", ").append(count(held)).append(" held for an operator (./bridge held list)");
        }
        long dropped = now.path("log").path("dropped").asLong();
        if (dropped > 0) {
            disk.append(", ").append(count(dropped)).append(" log lines dropped");
        }
        line("", disk.toString());
    }

    /** Since the status before if there is one, else as the bridge has measured over ten seconds. */
    private double actual(JsonNode smsc) {
        double seconds = secondsBetween();
        for (JsonNode old : before.path("smscs")) {
            long more = smsc.path("submitted").asLong() - old.path("submitted").asLong();
            if (seconds > 0 && more >= 0 && old.path("name").equals(smsc.path("name"))) {
                return more / seconds;
            }
        }
        return smsc.path("rate").path("actual").asDouble();
    }

    private String perSecond(String counts) {
        double seconds = secondsBetween();
        long more = sum(now.path(counts)) - sum(before.path(counts));
        return seconds > 0 && more >= 0 ? " (" + rate(more / seconds) + "/s)" : "";
    }

    /** Zero without a status before, or with one of an earlier run of the bridge. */
    private double secondsBetween() {
        if (!before.path("startedAt").equals(now.path("startedAt"))) {
            return 0;
        }
        return millisBetween(before.path("now").asText(), now.path("now").asText()) / 1e3;
    }

    private String since(String instant) {
        return age(millisBetween(instant, now.path("now").asText()) / 1e3);
    }

    private static long millisBetween(String from, String to) {
        try {
            return Duration.between(Instant.parse(from), Instant.parse(to)).toMillis();
        } catch (DateTimeParseException e) {
            return 0;
        }
    }

    private static String limit(JsonNode rate) {
        if (!rate.path("contract").isNumber()) {
            return "unlimited";
        }
        double contract = rate.path("contract").asDouble();
        double effective = rate.path("effective").asDouble();
        return effective > 0 && effective < contract ? rate(effective) + "!" : rate(contract);
    }

    private static long sum(JsonNode counts) {
        long sum = 0;
        for (JsonNode count : counts) {
            sum += count.asLong();
        }
        return sum;
    }

    private static String rate(double perSecond) {
        return perSecond >= 100 || perSecond == Math.rint(perSecond)
                ? Long.toString(Math.round(perSecond))
                : String.format(Locale.ROOT, "%.1f", perSecond);
    }

    private static String count(long n) {
        return n < 10_000_000
                ? Long.toString(n)
                : n < 10_000_000_000L
                        ? String.format(Locale.ROOT, "%.1fM", n / 1e6)
                        : String.format(Locale.ROOT, "%.1fG", n / 1e9);
    }

    private static String millis(double ms) {
        return ms <= 0 ? "-" : ms < 1 ? "<1ms" : ms < 1000 ? Math.round(ms) + "ms" : Math.round(ms / 1000) + "s";
    }

    private static String age(double seconds) {
        if (seconds <= 0) {
            return "-";
        }
        long whole = (long) seconds;
        return whole < 1
                ? "<1s"
                : whole < 120
                        ? whole + "s"
                        : whole < 7200 ? whole / 60 + "m" : whole < 172_800 ? whole / 3600 + "h" : whole / 86_400 + "d";
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }

    private static String clean(String text) {
        return LogLine.of(text);
    }

    private void line(String colour, String text) {
        String cut = cut(text, COLUMNS);
        if (ansi && !colour.isEmpty()) {
            out.append(colour).append(cut).append(PLAIN);
        } else {
            out.append(cut);
        }
        out.append('\n');
    }
}
