package io.smppbridge.settings;

import java.util.ArrayList;
import java.util.List;

/** No two listeners stand at one port of one address. A listener that is off stands nowhere; one at port 0 is given a port of its own. */
final class ListenerRules {
    private static final List<String> SWITCHED =
            List.of("intake.http.", "intake.tcp.", "intake.kannel.", "intake.jasmin.", "admin.", "outbind.");

    private final Values values;
    private final Complaints complaints;
    private final List<Place> taken = new ArrayList<>();

    ListenerRules(Values values, Complaints complaints) {
        this.values = values;
        this.complaints = complaints;
    }

    private record Place(String host, int port, Value said) {
        boolean isAlso(Place other) {
            boolean sameHost = host.equals(other.host) || everywhere(host) || everywhere(other.host);
            return port != 0 && port == other.port && sameHost;
        }

        private static boolean everywhere(String host) {
            return host.equals("0.0.0.0") || host.equals(Hosts.EVERYWHERE);
        }
    }

    void check() {
        Scope node = values.node();
        SWITCHED.stream()
                .filter(prefix -> node.sound(prefix + "enabled") && node.flag(prefix + "enabled"))
                .forEach(prefix -> take(node, prefix));
        values.each(Family.ESME).forEach(listener -> take(listener, ""));
    }

    private void take(Scope scope, String prefix) {
        if (!scope.sound(prefix + "host", prefix + "port")) {
            return;
        }
        Place place = new Place(
                Hosts.plain(scope.word(prefix + "host")), scope.count(prefix + "port"), scope.value(prefix + "port"));
        taken.stream().filter(place::isAlso).findFirst().ifPresent(other -> complain(place, other));
        taken.add(place);
    }

    private void complain(Place place, Place other) {
        boolean said = place.said.origin().kind() != Origin.Kind.DEFAULT;
        complaints.fault(
                said ? place.said : other.said,
                "different ports for " + other.said.key() + " and " + place.said.key(),
                "");
    }
}
