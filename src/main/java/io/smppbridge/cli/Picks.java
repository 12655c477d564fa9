package io.smppbridge.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.smppbridge.threads.OwnedBy;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** What an operator means of that which {@code list} shows: single ones by their ids, or all, perhaps of one SMSC only. */
@OwnedBy("the command's thread")
final class Picks {
    @Option(names = "--all", description = "All that list shows.")
    private boolean all;

    @Option(names = "--smsc", paramLabel = "NAME", description = "Only those of this SMSC, with list and --all.")
    private String smsc = "";

    /** So many more there were than a list shows. */
    private long beyond;

    /**
     * What is listed.
     *
     * @param name one of them, such as {@code message}
     * @param command what lists them
     * @param array its name in the bridge's answer
     */
    record Things(String name, String command, String array) {
        String count(long count) {
            return count + " " + name + (count == 1 ? "" : "s");
        }
    }

    boolean all() {
        return all;
    }

    /** @throws Complaint unless either ids or all are given */
    void require(Things things, List<String> ids) {
        if (all && !ids.isEmpty()) {
            throw new Complaint(Exit.USAGE, "ids and --all together; expected one of them");
        }
        if (!all && ids.isEmpty()) {
            throw new Complaint(
                    Exit.USAGE,
                    "name the " + things.name() + "s, or all of them by --all; ./bridge " + things.command()
                            + " list shows them");
        }
    }

    /** @throws Complaint when ids were typed, as if they would narrow the list */
    void refuse(List<String> ids) {
        if (!ids.isEmpty()) {
            throw new Complaint(Exit.USAGE, "list takes no ids; --smsc NAME narrows it");
        }
    }

    /**
     * The ids that are meant.
     *
     * @throws Complaint if one cannot be an id
     */
    List<String> of(Things things, List<String> ids, Rest rest, String path) {
        for (String id : ids) {
            if (!id.matches("[0-9A-Za-z]+")) {
                throw new Complaint(
                        Exit.USAGE,
                        id + " is no id of a " + things.name() + "; ./bridge " + things.command() + " list shows them");
            }
        }
        if (!all) {
            return ids;
        }
        List<String> found = new ArrayList<>();
        JsonNode said = said(rest, path);
        JsonNode listed = said.path(things.array());
        beyond = Math.max(0, said.path("count").asLong() - listed.size());
        wanted(listed, rest).forEach(one -> found.add(one.path("id").asText()));
        return found;
    }

    /** Tells of those that no list has shown, to which nothing was done; whether there are any. */
    boolean tellOthers(Things things, Surroundings around) {
        if (beyond > 0) {
            around.err()
                    .println("bridge: " + things.count(beyond)
                            + " more than a list shows are left; repeat this for them");
        }
        return beyond > 0;
    }

    /** Prints what is listed, and what can be done with it. */
    void list(
            Things things, String path, Rest rest, Surroundings around, Function<JsonNode, String> line, Words words) {
        JsonNode said = said(rest, path);
        JsonNode listed = said.path(things.array());
        List<JsonNode> wanted = wanted(listed, rest);
        wanted.forEach(one -> around.tell(line.apply(one)));
        long count = said.path("count").asLong();
        boolean cut = count > listed.size();
        String shown = wanted.size() + " shown" + (cut ? " of " + count + " in all" : "");
        around.out().println(wanted.isEmpty() && !cut ? words.none() : shown + "; " + words.what());
        around.out().flush();
    }

    /**
     * What is said below a list.
     *
     * @param none when it is empty
     * @param what can be done with those in it
     */
    record Words(String none, String what) {}

    /** The bridge lists those of one SMSC however many of others there are. */
    private JsonNode said(Rest rest, String path) {
        String whose = smsc.isEmpty() ? "" : "?smsc=" + URLEncoder.encode(smsc, StandardCharsets.UTF_8);
        return AdminDoor.good(rest.get(path + whose)).json();
    }

    private List<JsonNode> wanted(JsonNode listed, Rest rest) {
        List<JsonNode> wanted = new ArrayList<>();
        for (JsonNode one : listed) {
            if (smsc.isEmpty() || one.path("smsc").asText().equals(smsc)) {
                wanted.add(one);
            }
        }
        if (wanted.isEmpty() && !smsc.isEmpty()) {
            known(rest, "--smsc", smsc, "smscs");
        }
        return wanted;
    }

    /** @throws Complaint when the bridge has nothing of that name among those in its status */
    static void known(Rest rest, String option, String name, String array) {
        List<String> names = new ArrayList<>();
        AdminDoor.good(rest.get("/status"))
                .json()
                .path(array)
                .forEach(one -> names.add(one.path("name").asText()));
        if (!names.contains(name)) {
            String expected = names.isEmpty() ? "none: there is none" : "one of " + String.join(", ", names);
            throw new Complaint(Exit.USAGE, option + " " + name + " is not known, expected " + expected);
        }
    }
}
