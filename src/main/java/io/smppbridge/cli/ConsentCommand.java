package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.Address;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge consent list|add|remove}: who wants no more messages. */
@Command(
        name = "consent",
        description = "Numbers that are opted out: messages to them are refused.",
        footer = {
            "",
            "Examples:",
            "  ./bridge consent list",
            "  ./bridge consent add +46701234567                    no messages at all",
            "  ./bridge consent add +46701234567 --sender 72404     none from this sender, as by STOP",
            "  ./bridge consent remove +46701234567 --sender 72404  as by START"
        })
final class ConsentCommand implements Callable<Integer> {
    /** What to do. */
    enum What {
        LIST,
        ADD,
        REMOVE
    }

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "WHAT", description = "list, add or remove.")
    private What what = What.LIST;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "NUMBER", description = "Numbers; with list, one or none.")
    private List<String> numbers = List.of();

    @Option(names = "--sender", paramLabel = "SENDER", description = "Only for messages from this sender.")
    private Optional<String> sender = Optional.empty();

    @Option(names = "--account", paramLabel = "NAME", description = "Only for messages of this account.")
    private Optional<String> account = Optional.empty();

    @Mixin
    private AdminDoor door;

    ConsentCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (what != What.LIST && numbers.isEmpty()) {
            throw new Complaint(Exit.USAGE, "name the numbers; ./bridge consent list shows those that are opted out");
        }
        if (what == What.LIST && numbers.size() > 1) {
            throw new Complaint(Exit.USAGE, "list takes one number, or none for all; got " + numbers.size());
        }
        if (sender.isPresent() && account.isPresent()) {
            throw new Complaint(Exit.USAGE, "--sender and --account together; expected one of them");
        }
        if (account.filter(String::isBlank).isPresent()) {
            throw new Complaint(Exit.USAGE, "--account is empty; expected the name of an account");
        }
        sender.filter(one -> !isAddress(one, false)).ifPresent(one -> {
            throw new Complaint(Exit.USAGE, "--sender " + one + ", expected a number, or up to 11 characters");
        });
        for (String number : numbers) { // before anything is changed
            if (!isAddress(number, true)) {
                throw new Complaint(Exit.USAGE, "NUMBER " + number + ", expected digits with an optional +");
            }
        }
        Rest rest = door.open(around);
        if (what == What.LIST) {
            list(rest);
        } else {
            numbers.forEach(number -> change(rest, number));
        }
        around.out().flush();
        return Exit.OK;
    }

    private static boolean isAddress(String text, boolean numeric) {
        try {
            Address address = Address.of(text);
            return !text.isBlank() && (address.isNumeric() || !numeric);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void list(Rest rest) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        if (!numbers.isEmpty()) {
            asked.put("number", numbers.get(0));
        }
        JsonNode said =
                AdminDoor.good(rest.post("/consent/list", asked.toString())).json();
        for (JsonNode one : said.path("optedOut")) {
            around.tell(
                    one.path("number").asText() + "  since " + one.path("since").asText() + "  " + meant(one));
        }
        int shown = said.path("optedOut").size();
        around.out().println(shown + " shown of " + said.path("count").asInt() + " that are opted out");
    }

    private static String meant(JsonNode one) {
        if (!one.path("sender").asText().isEmpty()) {
            return "from " + one.path("sender").asText();
        }
        String of = one.path("account").asText();
        return of.isEmpty() ? "everything" : "of account " + of;
    }

    private void change(Rest rest, String number) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode();
        asked.put("number", number).put("sender", sender.orElse("")).put("account", account.orElse(""));
        String path = what == What.ADD ? "/consent/add" : "/consent/remove";
        boolean changed = AdminDoor.good(rest.post(path, asked.toString()))
                .json()
                .path("changed")
                .asBoolean();
        String state = what == What.ADD ? "opted out" : "opted in";
        around.out().println(number + (changed ? " is " + state + " now" : " was " + state + " before"));
        if (what == What.REMOVE) {
            others(rest, number);
        }
    }

    /** What a number is opted out of besides what was named: it gets no such messages all the same. */
    private void others(Rest rest, String number) {
        ObjectNode asked = JsonNodeFactory.instance.objectNode().put("number", number);
        JsonNode left =
                AdminDoor.good(rest.post("/consent/list", asked.toString())).json();
        for (JsonNode one : left.path("optedOut")) {
            String option = !one.path("sender").asText().isEmpty()
                    ? " --sender " + one.path("sender").asText()
                    : one.path("account").asText().isEmpty()
                            ? ""
                            : " --account " + one.path("account").asText();
            around.tell("  still opted out: " + meant(one) + "; ./bridge consent remove " + number + option);
        }
    }
}
