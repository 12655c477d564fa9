package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code ./bridge query}: where a message stands, here and at its SMSC. */
@Command(
        name = "query",
        description = "Tell where a message stands, and ask its SMSC (query_sm).",
        footer = {
            "",
            "Example:",
            "  ./bridge query 1M7XS3K4V0000",
            "The SMSC is asked only if smsc.<name>.operations names query.",
            "Exit code 1 if there is no such message, or what the SMSC was asked got no answer."
        })
final class QueryCommand implements Callable<Integer> {
    /** An SMSC's silence is told after {@code smsc.<name>.answer-within} or {@code intake.http.request-within}: ten minutes at most. */
    static final Duration ANSWERED_WITHIN = Duration.ofMinutes(11);

    private final Surroundings around;

    @Parameters(paramLabel = "ID", description = "The message's id, as the bridge gave it when it was accepted.")
    private String id;

    @Mixin
    private IntakeDoor door;

    QueryCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        Rest rest = door.open(around);
        if (!id.matches("[0-9A-Za-z]{1,32}")) {
            throw new Complaint(
                    Exit.USAGE, "id of other characters than letters and digits, expected such as 1M7XS3K4V0000");
        }
        Rest.Answer answer = rest.get("/v1/messages/" + id + "?query=smsc", ANSWERED_WITHIN);
        if (!answer.isGood()) {
            throw door.refused(answer, "not told");
        }
        JsonNode said = answer.json();
        String detail = said.path("detail").asText();
        around.tell(id + " " + said.path("state").asText() + ", SMSC "
                + said.path("smsc").asText() + (detail.isEmpty() ? "" : ": " + detail));
        JsonNode carrier = said.path("carrier");
        String fault = carrier.path("fault").asText();
        if (!fault.isEmpty()) {
            around.tell("  " + fault);
        }
        boolean all = true;
        for (JsonNode part : carrier.path("parts")) {
            all &= part.path("fault").asText().isEmpty();
            around.tell("  " + line(part));
        }
        around.out().flush();
        return all ? Exit.OK : Exit.FAILURE;
    }

    private static String line(JsonNode part) {
        String name = "part " + part.path("number").asInt() + ", message_id "
                + part.path("messageId").asText() + ": ";
        if (!part.path("fault").asText().isEmpty()) {
            return name + part.path("fault").asText();
        }
        String date = part.path("finalDate").asText();
        int error = part.path("errorCode").asInt();
        return name
                + part.path("state").asText()
                + (date.isEmpty() ? "" : " at " + date)
                + (error == 0 ? "" : ", error " + error);
    }
}
