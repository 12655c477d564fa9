package io.smppbridge.probe;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a probe found.
 *
 * @param smsc the SMSC's name
 * @param at when it ended
 * @param messages how many were sent
 * @param findings in the order in which they are printed
 * @param failure why it could not be done at all, or not to its end
 */
public record ProbeReport(String smsc, Instant at, int messages, List<Finding> findings, Optional<String> failure) {
    /**
     * One thing found.
     *
     * @param key of the profile; empty where there is only something to tell
     * @param value proposed
     * @param evidence what was seen, for a comment
     */
    public record Finding(String key, String value, String evidence) {
        public Finding {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(evidence, "evidence");
        }

        static Finding told(String evidence) {
            return new Finding("", "", evidence);
        }
    }

    public ProbeReport {
        findings = List.copyOf(findings);
    }

    /** The value proposed for a key; empty for none. */
    public Optional<String> proposed(String key) {
        return findings.stream()
                .filter(finding -> finding.key.equals(key))
                .map(Finding::value)
                .findFirst();
    }

    /** A profile of that name as properties, with the evidence as comments. */
    public String properties(String profile) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "# Proposed by ./bridge probe " + smsc + " at " + at + " from what " + messages + " messages showed.");
        lines.add("# What it does not show stays as it is by default: compare it with the carrier's own document.");
        failure.ifPresent(why -> lines.add("# It did not come to its end: " + why));
        lines.add("# Take it over by   smsc." + smsc + ".profile = " + profile);
        lines.add("");
        lines.add("profile." + profile + ".extends = standard");
        for (Finding finding : findings) {
            lines.add("");
            lines.add("# " + finding.evidence.replaceAll("\\R", " "));
            if (!finding.key.isEmpty()) {
                lines.add("profile." + profile + "." + finding.key + " = " + finding.value);
            }
        }
        return String.join("\n", lines) + "\n";
    }
}
