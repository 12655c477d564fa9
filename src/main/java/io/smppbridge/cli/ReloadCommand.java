package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ./bridge reload}. */
@Command(
        name = "reload",
        description = "Have a running bridge read its configuration anew, and say what changed.",
        footer = {
            "",
            "Example: ./bridge reload",
            "A file with faults changes nothing (exit code 2).",
            "What could not be done is named, and all else done (exit code 1).",
            "A bridge that is starting or stopping does not look at it (exit code 1).",
            "Without an answer for ten minutes it may still be done (exit code 1).",
            "kill -HUP does the same, told in the bridge's log."
        })
final class ReloadCommand implements Callable<Integer> {
    /** The bridge itself says after ten minutes that it is at it still. */
    private static final Duration ANSWERED_WITHIN = Duration.ofMinutes(11);

    private final Surroundings around;

    @Mixin
    private AdminDoor door;

    ReloadCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        Rest.Answer answer = door.open(around).post("/reload", "", ANSWERED_WITHIN);
        if (answer.status() == 422) {
            throw new Complaint(Exit.USAGE, faults(answer.json()));
        }
        JsonNode said = AdminDoor.good(answer).json();
        JsonNode changes = said.path("changes");
        JsonNode restart = said.path("needRestart");
        changes.forEach(change -> around.out().println(change.asText()));
        restart.forEach(change -> around.out().println("only after a restart: " + change.asText()));
        if (changes.isEmpty() && restart.isEmpty()) {
            around.out().println("nothing has changed");
        }
        around.out().flush();
        return isDone(changes) ? Exit.OK : Exit.FAILURE;
    }

    private static boolean isDone(JsonNode changes) {
        for (JsonNode change : changes) {
            if (change.asText().startsWith("NOT DONE")) {
                return false;
            }
        }
        return true;
    }

    private static String faults(JsonNode problem) {
        StringBuilder text = new StringBuilder(problem.path("detail").asText());
        problem.path("errors")
                .forEach(fault -> text.append(System.lineSeparator())
                        .append("  ")
                        .append(fault.path("detail").asText()));
        return text.toString();
    }
}
