package io.smppbridge.intake;

import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.PlatformDoor;
import io.smppbridge.SendOutcome;
import io.smppbridge.SendOutcome.Durability;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.settings.NodeConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.text.Surrogates;
import io.smppbridge.threads.ThreadSafe;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** The way in for a platform in the same process: checks what the readers of the other ways in see while they read. */
@ThreadSafe
public final class InProcess implements MiddleWare {
    private final MiddleWare behind;
    private final BridgeStats stats;

    InProcess(MiddleWare behind, BridgeStats stats) {
        this.behind = behind;
        this.stats = stats;
    }

    /** The door of the account that the configuration names for it. */
    public static MiddleWare door(PlatformDoor door, NodeConfig node, BridgeStats stats) {
        Durability durability = Durability.valueOf(node.middlewareDurability().name());
        return new InProcess(door.middleWare(node.middlewareAccount(), "middleware", durability), stats);
    }

    @Override
    public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
        Objects.requireNonNull(list, "list is null, expected messages");
        Objects.requireNonNull(done, "done is null, expected whom to tell the outcomes");
        int faulty = 0;
        for (int i = 0; i < list.size(); i++) {
            OutboundSms sms = list.get(i);
            if (sms == null) {
                throw new NullPointerException("list[" + i + "] of " + list.size()
                        + " is null, expected a message; nothing of the list is taken");
            }
            faulty += isWhole(sms) ? 0 : 1;
        }
        if (faulty == 0) {
            behind.send(list, done);
        } else {
            without(faulty, list, done);
        }
    }

    /** Those with faults are refused, the others go on. */
    private void without(int faulty, List<OutboundSms> list, Consumer<SendOutcome[]> done) {
        SendOutcome[] outcomes = new SendOutcome[list.size()];
        List<OutboundSms> passed = new ArrayList<>(list.size());
        int[] places = new int[list.size()];
        for (int i = 0; i < outcomes.length; i++) {
            List<Fault> faults = faults(list.get(i));
            if (faults.isEmpty()) {
                places[passed.size()] = i;
                passed.add(list.get(i));
            } else {
                outcomes[i] = new SendOutcome.Invalid(faults);
            }
        }
        stats.refused("invalid").add(faulty);
        behind.send(passed, came -> {
            for (int i = 0; i < came.length; i++) {
                outcomes[places[i]] = came[i];
            }
            done.accept(outcomes);
        });
    }

    /** Without a list of faults, which nearly no message has. */
    private static boolean isWhole(OutboundSms sms) {
        return !Surrogates.anyAlone(sms.text())
                && !Surrogates.anyAlone(sms.clientRef())
                && (sms.tags().isEmpty() || areWhole(sms.tags()))
                && (sms.tlvs().isEmpty() || areWhole(sms.tlvs()));
    }

    private static boolean areWhole(Map<String, String> named) {
        for (Map.Entry<String, String> one : named.entrySet()) {
            if (Surrogates.anyAlone(one.getKey()) || Surrogates.anyAlone(one.getValue())) {
                return false;
            }
        }
        return true;
    }

    private static List<Fault> faults(OutboundSms sms) {
        List<Fault> faults = new ArrayList<>();
        fault("text", sms.text(), faults);
        fault("clientRef", sms.clientRef(), faults);
        for (String field : List.of("tags", "tlvs")) {
            (field.equals("tags") ? sms.tags() : sms.tlvs()).forEach((name, value) -> {
                fault(field, name, faults);
                fault(field, value, faults);
            });
        }
        return faults;
    }

    private static void fault(String field, String value, List<Fault> faults) {
        int at = Surrogates.firstAlone(value);
        if (at >= 0) {
            String half = String.format(Locale.ROOT, "\\u%04x", (int) value.charAt(at));
            faults.add(new Fault(
                    field,
                    "bad-value",
                    "half of a surrogate pair, " + half + " at " + at
                            + ", which is no character; expected both halves or none"));
        }
    }

    @Override
    public void listen(InboundListener listener) {
        behind.listen(listener);
    }
}
