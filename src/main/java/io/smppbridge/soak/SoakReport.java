package io.smppbridge.soak;

import io.smppbridge.audit.Fault;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What came of a soak.
 *
 * @param seconds under load, with the rests between chapters
 * @param peak messages that ended a second while as many were posted as were answered; 0 when the rate was given
 * @param perSecond that were posted
 * @param refused messages
 * @param unanswered attempts without an answer
 * @param doubledAtMost what may come twice, by the windows of the binds that were broken
 * @param faults how many messages of each class of the audit
 * @param troubles how often each came
 * @param broken why it ended before its time; empty when it did not
 */
public record SoakReport(
        int seconds,
        int peak,
        int perSecond,
        long seed,
        long refused,
        long unanswered,
        long doubledAtMost,
        Map<Fault, Long> faults,
        Map<Trouble, Integer> troubles,
        List<Chapter> chapters,
        String broken) {
    /** More refusals than one of so many is no load. */
    private static final int REFUSED_OF = 5;

    private static final long MIB = 1 << 20;

    long accepted() {
        return chapters.stream().mapToLong(Chapter::accepted).sum();
    }

    private long doubled() {
        return chapters.stream().mapToLong(Chapter::doubled).sum();
    }

    private int deadlocked() {
        return chapters.stream().mapToInt(it -> it.health().deadlocked()).max().orElse(0);
    }

    /** What is wrong, a sentence each; empty when nothing is. */
    public List<String> complaints() {
        List<String> all = new ArrayList<>();
        if (!broken.isEmpty()) {
            all.add(broken);
        }
        faults.forEach((fault, count) -> {
            if (count > 0) {
                all.add(count + " " + fault.words() + ": " + fault.meaning());
            }
        });
        if (doubled() > doubledAtMost) {
            all.add(doubled() + " came twice, expected at most " + doubledAtMost);
        }
        if (deadlocked() > 0) {
            all.add(deadlocked() + " threads waited for each other");
        }
        if (refused > (accepted() + refused) / REFUSED_OF) {
            all.add(refused + " were refused, more than one in " + REFUSED_OF + ": the rate is too high");
        }
        if (chapters.isEmpty() || chapters.stream().anyMatch(it -> it.accepted() == 0)) {
            all.add("nothing was accepted, or nothing in one of the chapters");
        }
        if (!chapters.isEmpty()) {
            grown(Growth.of(chapters), all);
        }
        return all;
    }

    private static void grown(Growth growth, List<String> all) {
        if (growth.heapGrew()) {
            all.add("the heap has grown by " + growth.heapPerHour() / MIB + " MiB an hour");
        }
        if (growth.threadsGrew()) {
            all.add("threads: " + growth.first().threads() + ", then "
                    + growth.last().threads());
        }
        if (growth.descriptorsGrew()) {
            all.add("descriptors: " + growth.first().descriptors() + ", then "
                    + growth.last().descriptors());
        }
    }

    /** Nothing was lost or wrong, nothing has grown, nobody waits for ever. */
    public boolean isGood() {
        return complaints().isEmpty();
    }

    /** The figures by name, in the order in which they are shown. */
    public Map<String, String> figures() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("seconds", words(seconds));
        if (peak > 0) {
            rows.put("peak, messages a second", words(peak));
        }
        rows.put("posted a second", words(perSecond));
        rows.put("accepted", words(accepted()));
        rows.put("refused", words(refused));
        rows.put("attempts without an answer", words(unanswered));
        rows.put(
                "at carriers",
                words(chapters.stream().mapToLong(Chapter::submits).sum()));
        faults.forEach((fault, count) -> rows.put(fault.words(), words(count)));
        long marked = chapters.stream().mapToLong(Chapter::marked).sum();
        rows.put(
                "came twice",
                words(doubled()) + " (" + words(marked) + " told of as possible; at most " + words(doubledAtMost)
                        + ")");
        troubles.forEach((trouble, times) -> rows.put(trouble.words(), words(times)));
        rows.put("chapters", words(chapters.size()));
        if (!chapters.isEmpty()) {
            grown(Growth.of(chapters), rows);
        }
        rows.put("threads deadlocked", words(deadlocked()));
        return rows;
    }

    private static void grown(Growth growth, Map<String, String> rows) {
        Health first = growth.first();
        Health last = growth.last();
        rows.put("longest life, compared", growth.chapters() + " chapters, " + words(growth.seconds()) + " s");
        rows.put("heap after a collection, MiB", mib(first.heap()) + ", then " + mib(last.heap()));
        rows.put(
                "heap slope, MiB an hour",
                growth.isKnown() ? mib(growth.heapPerHour()) + " ± " + mib(growth.error()) : "too short to tell");
        rows.put("resident, MiB", mib(first.resident()) + ", then " + mib(last.resident()));
        rows.put("threads", first.threads() + ", then " + last.threads());
        rows.put("descriptors", first.descriptors() + ", then " + last.descriptors());
    }

    static String mib(long octets) {
        return String.format(Locale.ROOT, "%.1f", (double) octets / MIB);
    }

    private static String words(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** All of it as a page of Markdown. */
    public String page(String command) {
        StringBuilder page =
                new StringBuilder("# A soak\n\n    ").append(command).append("\n\n");
        page.append("JDK ")
                .append(Runtime.version())
                .append(", ")
                .append(Runtime.getRuntime().availableProcessors());
        page.append(" processors, shared by platform, carriers and bridge; seed ")
                .append(seed)
                .append(".\n\n");
        page.append(isGood() ? "Nothing was lost, and nothing has grown.\n" : "**Something is wrong.**\n");
        complaints().forEach(line -> page.append("\n- ").append(line).append('\n'));
        page.append("\n| figure | |\n|---|---:|\n");
        figures().forEach((name, value) -> page.append("| " + name + " | " + value + " |\n"));
        page.append("\n| chapter | second | life | accepted | at carriers | twice | wrong | heap MiB | resident MiB");
        page.append(" | threads | descriptors |\n|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        for (int i = 0; i < chapters.size(); i++) {
            Chapter it = chapters.get(i);
            page.append(String.format(
                    Locale.ROOT,
                    "| %d | %,d | %d | %,d | %,d | %d | %d | %s | %s | %d | %d |%n",
                    i + 1,
                    it.second(),
                    it.life(),
                    it.accepted(),
                    it.submits(),
                    it.doubled(),
                    it.wrong(),
                    mib(it.health().heap()),
                    mib(it.health().resident()),
                    it.health().threads(),
                    it.health().descriptors()));
        }
        return page.toString();
    }
}
