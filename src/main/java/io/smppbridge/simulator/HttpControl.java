package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What {@code POST /mo} and {@code POST /control} do. */
@OwnedBy("smsc-sim")
final class HttpControl {
    private HttpControl() {}

    /** Without a port's name, the first one. */
    static SimulatedPort port(SmscSimulator simulator, Map<String, String> fields) {
        String name = fields.getOrDefault("port", "");
        return name.isEmpty() ? simulator.first() : simulator.port(name);
    }

    /** Fields from, to, text, and system_id if only one account shall get it; SMPPSim's names of them too. */
    static Map<String, Object> mo(SmscSimulator simulator, Map<String, String> fields) {
        String from = need(fields, "from", "source_addr");
        String to = need(fields, "to", "destination_addr");
        String text = need(fields, "text", "short_message");
        if (from.length() > 20 || to.length() > 20) {
            throw new IllegalArgumentException("from, to: expected at most 20 characters");
        }
        Optional<String> account = Optional.ofNullable(fields.get("system_id")).filter(id -> !id.isEmpty());
        SimulatedPort port = port(simulator, fields);
        int parts = port.core().mo.send(account, from, to, text);
        return Map.of("port", port.name(), "parts", parts);
    }

    /** Either key and value, or an action: drop-all, close-all, half-close-all, unbind-all, forget. */
    static Map<String, Object> control(SmscSimulator simulator, Map<String, String> fields) {
        SimulatedPort port = port(simulator, fields);
        String action = fields.getOrDefault("action", "");
        if (action.isEmpty()) {
            String key = need(fields, "key", "key");
            String value = need(fields, "value", "value");
            port.core().set(key, value);
            return Map.of("port", port.name(), "key", key, "value", value);
        }
        act(port.core(), action.toLowerCase(Locale.ROOT));
        return Map.of("port", port.name(), "action", action);
    }

    private static void act(PortCore core, String action) {
        switch (action) {
            case "drop-all" -> breakAll(core, BreakHow.RST);
            case "close-all" -> breakAll(core, BreakHow.CLOSE);
            case "half-close-all" -> breakAll(core, BreakHow.HALF_CLOSE);
            case "unbind-all" -> breakAll(core, BreakHow.UNBIND);
            case "forget" -> core.memory.clear();
            default ->
                throw new IllegalArgumentException(
                        "action = " + action + ", expected drop-all, close-all, half-close-all, unbind-all or forget");
        }
    }

    private static void breakAll(PortCore core, BreakHow how) {
        new ArrayList<>(core.sessions).forEach(session -> session.breakOff(how));
    }

    private static String need(Map<String, String> fields, String name, String alias) {
        String value = fields.getOrDefault(name, fields.get(alias));
        if (value == null) {
            throw new IllegalArgumentException(name + ": missing");
        }
        return value;
    }
}
