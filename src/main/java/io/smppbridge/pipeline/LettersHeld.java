package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.SendOutcome.Fault;
import io.smppbridge.routing.Route;
import io.smppbridge.text.SenderLetters;

/** Keeps a sender with letters that not every SMSC can be sent to those of its route that can. Stateless: any thread. */
final class LettersHeld {
    private LettersHeld() {}

    /** Whether that SMSC can be sent the sender as it is. */
    static boolean by(Lanes now, String smsc, Address from) {
        Lane lane = now.named(smsc);
        return lane != null && lane.holds(from);
    }

    /** What is asked about the SMSCs of a route; made for the message where only some of them will do. */
    static Route.Choice choice(Lanes now, Address from, boolean everywhere) {
        return everywhere
                ? now.choice()
                : Route.Choice.of(now::isUp, smsc -> by(now, smsc, from) && now.takesCredit(smsc));
    }

    /** What is wrong with a sender that no SMSC of its route can be sent. */
    static Fault fault(Lanes now, Route route, Address from) {
        return fault(now.named(route.smscs().get(0)), from);
    }

    static Fault fault(Lane lane, Address from) {
        boolean gsm = lane.config().text().addresses().gsmLetters();
        String key = "smsc." + lane.name() + ".sender-alphabet";
        return new Fault(
                "from",
                "not-encodable",
                "sender with " + SenderLetters.misfits(from, gsm) + ", expected letters that " + key + " = "
                        + (gsm ? "gsm" : "latin1")
                        + " holds; use others"
                        + (gsm ? "" : ", or set it to gsm where the carrier takes that"));
    }
}
