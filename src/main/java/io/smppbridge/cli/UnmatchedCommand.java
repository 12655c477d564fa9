package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge receipts unmatched list|rejoin|drop}: receipts that fit no message. */
@Command(
        name = "unmatched",
        description =
                "Receipts that fit no message: the SMSC's ids compare otherwise than message-id says, or the message is forgotten.",
        footer = {
            "",
            "Examples:",
            "  ./bridge receipts unmatched list",
            "  ./bridge receipts unmatched rejoin --all --smsc telia    after message-id was put right and reloaded",
            "  ./bridge receipts unmatched drop 1M7XHWPW00000           forget one"
        })
final class UnmatchedCommand implements Callable<Integer> {
    /** What to do with them. */
    enum What {
        LIST,
        REJOIN,
        DROP
    }

    private static final String PATH = "/receipts/unmatched";
    /** Ids in one request. */
    private static final int AT_ONCE = 500;

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "WHAT", description = "list, rejoin or drop.")
    private What what = What.LIST;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "ID", description = "Ids of receipts, as list shows them.")
    private List<String> ids = List.of();

    @Option(names = "--all", description = "All that list shows.")
    private boolean all;

    @Option(names = "--smsc", paramLabel = "NAME", description = "Only those of this SMSC, with list and --all.")
    private String smsc = "";

    @Mixin
    private AdminDoor door;

    UnmatchedCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        if (what != What.LIST && all == !ids.isEmpty()) {
            throw new Complaint(
                    Exit.USAGE,
                    "name the receipts, or all of them by --all; ./bridge receipts unmatched list shows them");
        }
        Rest rest = door.open(around);
        if (what == What.LIST) {
            list(AdminDoor.good(rest.get(PATH)).json());
            return Exit.OK;
        }
        return move(rest, all ? listed(rest) : ids);
    }

    private void list(JsonNode said) {
        int shown = 0;
        for (JsonNode receipt : said.path("unmatched")) {
            if (isWanted(receipt)) {
                shown++;
                String err = receipt.path("err").asText();
                around.out()
                        .println(receipt.path("id").asText() + "  came "
                                + receipt.path("at").asText() + "  "
                                + receipt.path("smsc").asText() + "  id:"
                                + receipt.path("messageId").asText() + " stat:"
                                + receipt.path("stat").asText() + (err.isEmpty() ? "" : " err:" + err));
            }
        }
        long count = said.path("count").asLong();
        boolean cut = count > said.path("unmatched").size();
        around.out()
                .println(
                        shown == 0 && !cut
                                ? "no receipts without a message"
                                : shown + " shown" + (cut ? " of " + count + " in all" : "")
                                        + "; join them anew or drop them by their ids, or by --all");
        around.out().flush();
    }

    private List<String> listed(Rest rest) {
        List<String> found = new ArrayList<>();
        for (JsonNode receipt : AdminDoor.good(rest.get(PATH)).json().path("unmatched")) {
            if (isWanted(receipt)) {
                found.add(receipt.path("id").asText());
            }
        }
        return found;
    }

    private boolean isWanted(JsonNode receipt) {
        return smsc.isEmpty() || receipt.path("smsc").asText().equals(smsc);
    }

    private int move(Rest rest, List<String> wanted) {
        for (String id : wanted) {
            if (!id.matches("[0-9A-Za-z]+")) {
                throw new Complaint(
                        Exit.USAGE, id + " is no id of a receipt; ./bridge receipts unmatched list shows them");
            }
        }
        String lever = PATH + (what == What.REJOIN ? "/rejoin" : "/drop");
        long moved = 0;
        boolean indexing = false;
        for (int from = 0; from < wanted.size(); from += AT_ONCE) {
            String some = wanted.subList(from, Math.min(wanted.size(), from + AT_ONCE)).stream()
                    .map(id -> '"' + id + '"')
                    .collect(Collectors.joining(","));
            JsonNode said =
                    AdminDoor.good(rest.post(lever, "{\"ids\":[" + some + "]}")).json();
            moved += said.path("receipts").asLong();
            indexing = said.path("indexing").asBoolean();
        }
        around.out()
                .println(moved
                        + (moved == 1 ? " receipt " : " receipts ")
                        + (what == What.REJOIN ? "joined to their messages" : "dropped")
                        + ", " + (wanted.size() - moved) + " left");
        if (indexing) {
            around.out().println("ids are still being entered by their new form: repeat this in a while");
        }
        around.out().flush();
        return moved < wanted.size() && !all ? Exit.FAILURE : Exit.OK;
    }
}
