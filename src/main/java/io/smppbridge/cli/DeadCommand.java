package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smppbridge.TaskId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bridge dead list|replay|drop}: events that the platform would not take. */
@Command(
        name = "dead",
        description = "Events that were laid aside because the platform would not take them.",
        footer = {
            "",
            "Examples:",
            "  ./bridge dead list",
            "  ./bridge dead replay --all                  hand all of them over anew",
            "  ./bridge dead drop 1M7XHWPW00000            forget one"
        })
final class DeadCommand implements Callable<Integer> {
    /** What to do with them. */
    enum What {
        LIST,
        REPLAY,
        DROP
    }

    private final Surroundings around;

    @Parameters(index = "0", paramLabel = "WHAT", description = "list, replay or drop.")
    private What what = What.LIST;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "EVENT",
            description = "Ids of events, as list shows them.")
    private List<String> events = List.of();

    @Option(names = "--all", description = "All of them.")
    private boolean all;

    @Option(
            names = "--endpoint",
            paramLabel = "NAME",
            description = "Only those of this endpoint, such as webhook:shop.")
    private String endpoint = "";

    @Mixin
    private AdminDoor door;

    DeadCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        if (what == What.LIST && !events.isEmpty()) {
            throw new Complaint(Exit.USAGE, "list takes no ids; --endpoint NAME narrows it");
        }
        if (all && !events.isEmpty()) {
            throw new Complaint(Exit.USAGE, "ids and --all together; expected one of them");
        }
        if (what != What.LIST && !all && events.isEmpty()) {
            throw new Complaint(Exit.USAGE, "name the events, or all of them by --all; ./bridge dead list shows them");
        }
        Rest rest = door.open(around);
        JsonNode answer = AdminDoor.good(rest.get("/dead")).json();
        JsonNode dead = answer.path("dead");
        if (!endpoint.isEmpty()) {
            Picks.known(rest, "--endpoint", endpoint, "endpoints");
        }
        if (what == What.LIST) {
            list(dead, answer.path("counts"));
            return Exit.OK;
        }
        Map<String, ObjectNode> orders = orders(dead, answer.path("counts"));
        int moved = 0;
        for (ObjectNode order : orders.values()) {
            String path = what == What.REPLAY ? "/dead/replay" : "/dead/drop";
            moved += AdminDoor.good(rest.post(path, Rest.JSON.writeValueAsString(order)))
                    .json()
                    .path("events")
                    .asInt();
        }
        around.out()
                .println(moved
                        + (moved == 1 ? " event " : " events ")
                        + (what == What.REPLAY ? "to be handed over anew" : "dropped"));
        around.out().flush();
        int named = new HashSet<>(events).size();
        boolean missing = !all && moved < named;
        if (missing) {
            around.err().println("bridge: " + (named - moved) + " of these events are not among the dead");
        }
        return missing ? Exit.FAILURE : Exit.OK;
    }

    /** @param counts how many there are of each endpoint, listed or not */
    private void list(JsonNode dead, JsonNode counts) {
        int shown = 0;
        for (JsonNode event : dead) {
            if (isWanted(event.path("endpoint").asText())) {
                shown++;
                around.tell(event.path("id").asText() + "  "
                        + event.path("when").asText() + "  "
                        + event.path("endpoint").asText() + "  "
                        + event.path("why").asText());
            }
        }
        long all = 0;
        for (Map.Entry<String, JsonNode> one : counts.properties()) {
            all += endpoint.isEmpty() || endpoint.equals(one.getKey())
                    ? one.getValue().asLong()
                    : 0;
        }
        String many = all > shown ? all + " dead, the first " + shown + " listed" : shown + " dead";
        around.out().println(shown == 0 ? "no dead events" : many + "; replay or drop them by their ids, or by --all");
        around.out().flush();
    }

    private boolean isWanted(String name) {
        return endpoint.isEmpty() || endpoint.equals(name);
    }

    /**
     * One order for each endpoint that has any of them, or may have: what is not listed is asked for wherever more are dead than are listed.
     *
     * @param counts how many there are of each endpoint, listed or not
     */
    private Map<String, ObjectNode> orders(JsonNode dead, JsonNode counts) {
        Map<String, ObjectNode> orders = new LinkedHashMap<>();
        Map<String, Integer> listed = new HashMap<>();
        Set<String> left = sound(events);
        for (JsonNode event : dead) {
            String id = event.path("id").asText();
            String name = event.path("endpoint").asText();
            listed.merge(name, 1, Integer::sum);
            if (!isWanted(name)) {
                continue;
            }
            if (all) {
                order(orders, name).put("all", true);
            } else if (left.remove(id)) {
                order(orders, name).withArray("ids").add(id);
            }
        }
        for (Map.Entry<String, JsonNode> count : counts.properties()) {
            String name = count.getKey();
            if (isWanted(name) && count.getValue().asLong() > listed.getOrDefault(name, 0)) {
                left.forEach(id -> order(orders, name).withArray("ids").add(id));
            }
        }
        return orders;
    }

    private static ObjectNode order(Map<String, ObjectNode> orders, String endpoint) {
        return orders.computeIfAbsent(
                endpoint, name -> Rest.JSON.createObjectNode().put("endpoint", name));
    }

    /** What can be an id, as the bridge writes it: nothing else is anybody's. */
    private static Set<String> sound(List<String> words) {
        Set<String> ids = new LinkedHashSet<>();
        for (String word : words) {
            try {
                ids.add(TaskId.parse(word).toString());
            } catch (IllegalArgumentException e) {
                // No event has it.
            }
        }
        return ids;
    }
}
