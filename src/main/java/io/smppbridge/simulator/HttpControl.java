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

    /** Fields from, to, text, and system_id if only one account shall get it; SMPPSim's names of them too, with the types of addresses and data_coding. */
    static Map<String, Object> mo(SmscSimulator simulator, Map<String, String> fields) {
        String from = need(fields, "from", "source_addr");
        String to = need(fields, "to", "destination_addr");
        String text = need(fields, "text", "short_message");
        if (from.length() > 20 || to.length() > 20) {
            throw new IllegalArgumentException("from, to: expected at most 20 characters");
        }
        Optional<String> account = Optional.ofNullable(fields.get("system_id")).filter(id -> !id.isEmpty());
        SimulatedPort port = port(simulator, fields);
        int dataCoding = octet(fields, "data_coding", 0);
        if (dataCoding != 0 && dataCoding != 3 && dataCoding != 8) {
            throw new IllegalArgumentException("data_coding = " + dataCoding
                    + ", expected 3, 8, or 0 for GSM characters if these will do and else UCS-2");
        }
        int parts = port.core()
                .mo
                .send(account, party(fields, "source_addr", from), party(fields, "dest_addr", to), text, dataCoding);
        return Map.of("port", port.name(), "parts", parts);
    }

    /** Of the types that SMPPSim's form names, else those that its characters tell. */
    private static ReceivedSubmit.Party party(Map<String, String> fields, String prefix, String address) {
        ReceivedSubmit.Party usual = MoSource.party(address);
        return new ReceivedSubmit.Party(
                octet(fields, prefix + "_ton", usual.ton()),
                octet(fields, prefix + "_npi", usual.npi()),
                usual.address());
    }

    private static int octet(Map<String, String> fields, String name, int otherwise) {
        String value = fields.getOrDefault(name, "").strip();
        try {
            return value.isEmpty() ? otherwise : BehaviourKeys.count(value, 0, 255);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " = " + value + ", " + e.getMessage(), e);
        }
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
