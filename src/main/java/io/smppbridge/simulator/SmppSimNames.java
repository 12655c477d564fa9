package io.smppbridge.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Understands the names of SMPPSim's properties file, so that an existing one keeps working: what has a meaning here is
 * translated, what only tunes that program (threads, classes, log files) is passed over.
 */
final class SmppSimNames {
    /** Tune another program's inside; upper-case names beyond these are typing errors. */
    private static final Set<String> PASSED_OVER = Set.of(
            "SMPP_CONNECTION_HANDLERS",
            "CONNECTION_HANDLER_CLASS",
            "PROTOCOL_HANDLER_CLASS",
            "LIFE_CYCLE_MANAGER",
            "MESSAGE_STATE_CHECK_FREQUENCY",
            "DISCARD_FROM_QUEUE_AFTER",
            "HTTP_THREADS",
            "DOCROOT",
            "AUTHORISED_FILES",
            "INJECT_MO_PAGE",
            "INBOUND_QUEUE_MAX_SIZE",
            "DELAYED_INBOUND_QUEUE_PROCESSING_PERIOD",
            "DELAYED_INBOUND_QUEUE_MAX_ATTEMPTS",
            "DECODE_PDUS_IN_LOG",
            "CAPTURE_SME_BINARY",
            "CAPTURE_SME_BINARY_TO_FILE",
            "CAPTURE_SMPPSIM_BINARY",
            "CAPTURE_SMPPSIM_BINARY_TO_FILE",
            "CAPTURE_SME_DECODED",
            "CAPTURE_SME_DECODED_TO_FILE",
            "CAPTURE_SMPPSIM_DECODED",
            "CAPTURE_SMPPSIM_DECODED_TO_FILE",
            "CALLBACK",
            "CALLBACK_ID",
            "CALLBACK_TARGET_HOST",
            "CALLBACK_PORT",
            "MESSAGE_ID_PREFIX",
            "START_MESSAGE_ID_AT",
            "SIMULATE_VARIABLE_SUBMIT_SM_RESPONSE_TIMES",
            "ESME_TO_ESME",
            "VALIDATE_SYSTEM_ID",
            "UNDELIVERABLE_PHONE_NUMBERS",
            "DELIVER_SM_INCLUDES_USSD_SERVICE_OP",
            "DLR_OPT_TLV_REQD",
            "SYSTEM_TYPES",
            "DELIVERY_RECEIPT_TLV");

    private SmppSimNames() {}

    /** Replaces the upper-case names in place; an explicit key of our own wins over a translated one. */
    static void translate(Map<String, String> keys) {
        List<String> upper = new ArrayList<>();
        for (String key : keys.keySet()) {
            if (key.equals(key.toUpperCase(Locale.ROOT))) {
                upper.add(key);
            }
        }
        if (upper.isEmpty()) {
            return;
        }
        Map<String, String> theirs = new java.util.TreeMap<>();
        for (String key : upper) {
            if (!PASSED_OVER.contains(key)) {
                theirs.put(key, keys.remove(key));
            } else {
                special(key, keys.remove(key), theirs);
            }
        }
        rename(theirs, keys, "SMPP_PORT", "listen");
        rename(theirs, keys, "HTTP_PORT", "http-port");
        rename(theirs, keys, "SMSCID", "smsc-id");
        rename(theirs, keys, "LOOPBACK", "loopback");
        rename(theirs, keys, "OUTBOUND_QUEUE_MAX_SIZE", "queue-size");
        rename(theirs, keys, "DELIVER_MESSAGES_FILE", "mo-file");
        outbind(theirs, keys);
        accounts(theirs, keys);
        rates(theirs, keys);
        outcomes(theirs, keys);
        keys.putIfAbsent(
                "receipt-form",
                "false".equalsIgnoreCase(theirs.remove("DELIVERY_RECEIPT_OPTIONAL_PARAMS")) ? "text-only" : "smppsim");
        keys.putAll(theirs);
    }

    /** The few of the passed over that do have a meaning here under some value. */
    private static void special(String key, String value, Map<String, String> theirs) {
        if (key.equals("START_MESSAGE_ID_AT") && value.matches("\\d+")) {
            theirs.put("message-id-start", value);
        }
        if (key.equals("UNDELIVERABLE_PHONE_NUMBERS") && !value.isBlank()) {
            theirs.put("receipt-outcome-for", value.replaceAll("\\s*,\\s*", "=UNDELIV,") + "=UNDELIV");
        }
    }

    private static void rename(Map<String, String> from, Map<String, String> to, String theirs, String ours) {
        String value = from.remove(theirs);
        if (value != null) {
            to.putIfAbsent(ours, value);
        }
    }

    /** Whom it calls, under which name and with which password. */
    private static void outbind(Map<String, String> theirs, Map<String, String> keys) {
        String host = theirs.remove("OUTBIND_ESME_IP_ADDRESS");
        String port = theirs.remove("OUTBIND_ESME_PORT");
        if ("true".equalsIgnoreCase(theirs.remove("OUTBIND_ENABLED"))) {
            keys.putIfAbsent("outbind", (host == null ? "127.0.0.1" : host) + ":" + (port == null ? "2776" : port));
        }
        rename(theirs, keys, "OUTBIND_ESME_SYSTEMID", "outbind-system-id");
        rename(theirs, keys, "OUTBIND_ESME_PASSWORD", "outbind-password");
    }

    private static void accounts(Map<String, String> theirs, Map<String, String> keys) {
        String ids = theirs.remove("SYSTEM_IDS");
        String passwords = theirs.remove("PASSWORDS");
        if (ids == null && passwords == null) {
            return;
        }
        String[] id = ids == null ? new String[0] : ids.split(",");
        String[] password = passwords == null ? new String[0] : passwords.split(",");
        if (id.length != password.length) {
            throw new IllegalArgumentException("SYSTEM_IDS has " + id.length + " names and PASSWORDS " + password.length
                    + ", expected the same number of each");
        }
        StringBuilder pairs = new StringBuilder();
        for (int i = 0; i < id.length; i++) {
            pairs.append(i == 0 ? "" : ",").append(id[i].strip()).append(':').append(password[i].strip());
        }
        keys.putIfAbsent("accounts", pairs.toString());
    }

    private static void rates(Map<String, String> theirs, Map<String, String> keys) {
        String perMinute = theirs.remove("DELIVERY_MESSAGES_PER_MINUTE");
        if (perMinute != null) {
            keys.putIfAbsent("mo-rate", Double.toString(whole("DELIVERY_MESSAGES_PER_MINUTE", perMinute) / 60.0));
            if (whole("DELIVERY_MESSAGES_PER_MINUTE", perMinute) == 0) {
                keys.remove("mo-file");
            }
        }
        // There a message rests up to MAX_TIME_ENROUTE, and its receipt that much longer.
        String enroute = theirs.remove("MAX_TIME_ENROUTE");
        String later = theirs.remove("DELAY_DELIVERY_RECEIPTS_BY");
        if (enroute != null || later != null) {
            long ms = (enroute == null ? 2000 : whole("MAX_TIME_ENROUTE", enroute))
                    + (later == null ? 0 : whole("DELAY_DELIVERY_RECEIPTS_BY", later));
            keys.putIfAbsent("receipt-after", ms + "ms");
        }
    }

    private static void outcomes(Map<String, String> theirs, Map<String, String> keys) {
        theirs.remove("PERCENTAGE_THAT_TRANSITION");
        StringBuilder shares = new StringBuilder();
        String[][] names = {
            {"PERCENTAGE_DELIVERED", "DELIVRD"},
            {"PERCENTAGE_UNDELIVERABLE", "UNDELIV"},
            {"PERCENTAGE_ACCEPTED", "ACCEPTD"},
            {"PERCENTAGE_REJECTED", "REJECTD"}
        };
        for (String[] name : names) {
            String value = theirs.remove(name[0]);
            if (value != null) {
                shares.append(shares.isEmpty() ? "" : ", ")
                        .append(name[1])
                        .append(' ')
                        .append(whole(name[0], value));
            }
        }
        if (!shares.isEmpty()) {
            keys.putIfAbsent("receipt-outcomes", shares.toString());
        }
    }

    private static int whole(String key, String value) {
        try {
            return BehaviourKeys.count(value, 0, 1_000_000_000);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(key + " = " + value + ", " + e.getMessage(), e);
        }
    }
}
