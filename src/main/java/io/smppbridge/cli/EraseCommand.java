package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.Address;
import io.smppbridge.admin.AdminSources;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge erase NUMBER|list}: nothing about a number is to stay on the disk. */
@Command(
        name = "erase",
        description = "Erase what the journal holds about a number, up to now; list says what became of it.",
        footer = {
            "",
            "What has ended is erased within minutes, together with what has ended for all others: nobody can",
            "ask about it any more. What waits, or waits to be handed back, is erased when that is over;",
            "--withdraw ends what waits to be sent. The order survives a restart.",
            "Not erased: opt-outs (./bridge consent), PDU logs, and what others keep: docs/at-rest.md.",
            "",
            "Examples:",
            "  ./bridge erase +46701234567",
            "  ./bridge erase +46701234567 --withdraw",
            "  ./bridge erase list"
        })
final class EraseCommand implements Callable<Integer> {
    private static final String LIST = "list";

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "NUMBER|list", description = "The number as messages to or from it have it.")
    private String what = LIST;

    @Option(names = "--withdraw", description = "End what waits for the number, too.")
    private boolean withdraw;

    @Mixin
    private AdminDoor door;

    EraseCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (!what.equals(LIST) && !isNumber(what)) {
            throw new Complaint(
                    Exit.USAGE,
                    "NUMBER " + what + ", expected " + AdminSources.Erase.SHORTEST + ".." + Address.MAX_LENGTH
                            + " digits with an optional +, as messages to or from it have it; or list");
        }
        if (what.equals(LIST) && withdraw) {
            throw new Complaint(Exit.USAGE, "--withdraw goes with a NUMBER, not with list");
        }
        Rest rest = door.open(around);
        if (what.equals(LIST)) {
            JsonNode orders = AdminDoor.good(rest.get("/erase")).json().path("orders");
            if (orders.isEmpty()) {
                around.out().println("no order to erase is open, and none was done within a week");
            }
            orders.forEach(this::print);
        } else {
            ObjectNode asked = JsonNodeFactory.instance.objectNode();
            asked.put("number", what).put("withdraw", withdraw);
            String id = AdminDoor.good(rest.post("/erase", asked.toString()))
                    .json()
                    .path("id")
                    .asText();
            around.out().println("ordered, " + id + "; ./bridge erase list says when it is done");
        }
        around.out().flush();
        return Exit.OK;
    }

    private static boolean isNumber(String text) {
        try {
            Address address = Address.of(text);
            return address.isNumeric() && address.number().length() >= AdminSources.Erase.SHORTEST;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void print(JsonNode one) {
        String done = one.path("done").asText();
        int remaining = one.path("remaining").asInt();
        String state = !done.isEmpty()
                ? "done " + done
                : remaining > 0
                        ? "number ..." + one.path("last").asText() + ": " + remaining + " records have to stay for now"
                        : "number ..." + one.path("last").asText() + ": under way";
        around.out()
                .println(one.path("id").asText() + "  ordered " + one.path("at").asText() + "  " + state);
    }
}
