package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bridge send}: one message by HTTP to a running bridge. */
@Command(
        name = "send",
        description = "Hand one message to a running bridge, by HTTP as a platform would.",
        footer = {
            "",
            "Examples:",
            "  ./bridge send --to +46701234567 --text Hello",
            "  ./bridge send --to +46701234567 --text Hello --receipt final --wait 30s",
            "  ./bridge send --to +46701234567 --text \"Fire alarm\" --class 0 --priority high",
            "  BRIDGE_KEY=sb_... ./bridge send --url http://10.0.0.7:8080 --to +46701234567 --text Hello",
            "Without a key, and with the example configuration unchanged, the key of the example is used."
        })
final class SendCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Surroundings around;

    @Option(names = "--to", required = true, paramLabel = "NUMBER", description = "Whom to: digits with an optional +.")
    private String to;

    @Option(names = "--text", required = true, paramLabel = "TEXT", description = "What to say.")
    private String text;

    @Option(
            names = "--from",
            paramLabel = "SENDER",
            description = "A number, or up to 11 characters (the account's own).")
    private Optional<String> from = Optional.empty();

    @Option(
            names = "--receipt",
            paramLabel = "WHICH",
            description = "none, failure, final or all (none; final with --wait).")
    private Optional<String> receipt = Optional.empty();

    @Option(names = "--encoding", paramLabel = "WHICH", description = "auto, gsm7, latin1 or ucs2 (auto).")
    private Optional<String> encoding = Optional.empty();

    @Option(
            names = "--smart",
            description =
                    "Plain quotes, dashes and spaces for typographic ones where the message becomes shorter by it.")
    private boolean smart;

    @Option(names = "--priority", paramLabel = "WHICH", description = "low, normal or high (normal).")
    private Optional<String> priority = Optional.empty();

    @Option(
            names = "--ref",
            paramLabel = "TEXT",
            description = "Your own name for it; sent twice, it is the same message.")
    private Optional<String> ref = Optional.empty();

    @Option(
            names = "--tlv",
            paramLabel = "NAME=VALUE",
            description = "A TLV by the name that the SMSC knows, such as user_message_reference=7; may be repeated.")
    private Map<String, String> tlvs = new LinkedHashMap<>();

    @Option(
            names = "--class",
            paramLabel = "0..3",
            description = "Message class: 0 is flash, shown at once and not kept.")
    private Optional<Integer> messageClass = Optional.empty();

    @Option(names = "--udh", paramLabel = "HEX", description = "A user data header of your own, with its length first.")
    private Optional<String> udh = Optional.empty();

    @Option(names = "--wait", paramLabel = "TIME", description = "Wait so long for its end, and tell it.")
    private Optional<Duration> wait = Optional.empty();

    @Mixin
    private IntakeDoor door;

    SendCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        Rest rest = door.open(around);
        Rest.Answer answer = rest.post("/v1/messages", Rest.JSON.writeValueAsString(message()));
        if (!answer.isGood()) {
            throw door.refused(answer, "not accepted");
        }
        tell(answer.json());
        return wait.isPresent() ? await(rest, answer.json().path("id").asText()) : Exit.OK;
    }

    private ObjectNode message() {
        ObjectNode message = Rest.JSON.createObjectNode().put("to", to).put("text", text);
        from.ifPresent(value -> message.put("from", value));
        receipt.or(() -> wait.map(time -> "final")).ifPresent(value -> message.put("receipt", value));
        encoding.ifPresent(value -> message.put("encoding", value));
        priority.ifPresent(value -> message.put("priority", value));
        ref.ifPresent(value -> message.put("clientRef", value));
        if (smart) {
            message.put("smartEncoding", true);
        }
        messageClass.ifPresent(value -> message.put("class", value));
        udh.ifPresent(value -> message.put("udh", value));
        if (!tlvs.isEmpty()) {
            ObjectNode named = message.putObject("tlvs");
            tlvs.forEach(named::put);
        }
        return message;
    }

    private void tell(JsonNode said) {
        if (said.path("repeated").asBoolean()) {
            around.out()
                    .println(said.path("id").asText() + " was accepted before: "
                            + safe(said.path("durability").asText()));
            around.out().flush();
            return;
        }
        int parts = said.path("parts").asInt();
        String ucs2 = said.path("forcedUcs2").asText();
        String replaced = said.path("replaced").asText();
        around.out()
                .println(said.path("id").asText() + " accepted: "
                        + said.path("encoding").asText() + ", " + parts + (parts == 1 ? " part" : " parts")
                        + ", to SMSC "
                        + said.path("smsc").asText() + ", "
                        + safe(said.path("durability").asText())
                        + (ucs2.isEmpty() ? "" : "; UCS-2 because of " + ucs2)
                        + (replaced.isEmpty() ? "" : "; sent with plain characters for " + replaced));
        around.out().flush();
    }

    private static String safe(String durability) {
        return durability.equals("forced") ? "safe on disk" : "written, not yet forced to disk";
    }

    private int await(Rest rest, String id) throws InterruptedException {
        long deadline = System.nanoTime() + wait.orElseThrow().toNanos();
        while (true) {
            JsonNode view = rest.get("/v1/messages/" + id).json();
            if (view.path("final").asBoolean()) {
                String detail = view.path("detail").asText();
                around.tell(id + " " + view.path("state").asText() + (detail.isEmpty() ? "" : ": " + detail));
                String state = view.path("state").asText().toLowerCase(java.util.Locale.ROOT);
                return state.equals("delivered") || state.equals("accepted") ? Exit.OK : Exit.FAILURE;
            }
            if (System.nanoTime() - deadline > 0) {
                around.err()
                        .println("bridge: " + id + " is " + view.path("state").asText() + " after "
                                + wait.orElseThrow().toSeconds() + " s: " + why(rest, id));
                return Exit.FAILURE;
            }
            Thread.sleep(POLL.toMillis());
        }
    }

    private static String why(Rest rest, String id) {
        JsonNode sentences = rest.get("/v1/messages/" + id + "/explain").json();
        StringBuilder words = new StringBuilder();
        for (JsonNode value : sentences) {
            if (value.isArray()) {
                value.forEach(
                        sentence -> words.append(words.isEmpty() ? "" : "; ").append(sentence.asText()));
            }
        }
        return words.toString();
    }
}
