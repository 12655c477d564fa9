package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Task;
import io.smppbridge.settings.AccountConfig;
import io.smppbridge.stats.BridgeStats;
import io.smppbridge.threads.ThreadSafe;
import java.util.function.Supplier;

/** Whether a message is one that its subscriber wants no more. While nobody has said so, it costs a look at a counter. */
@ThreadSafe
final class ConsentCheck {
    private final ConsentList list;
    private final Supplier<Lanes> lanes;
    private final BridgeStats stats;

    ConsentCheck(ConsentList list, Supplier<Lanes> lanes, BridgeStats stats) {
        this.stats = stats;
        this.list = list;
        this.lanes = lanes;
    }

    /** Of one that comes in: then it is counted. */
    boolean turnsAway(String account, OutboundSms sms) {
        boolean away = refuses(account, sms);
        if (away) {
            stats.consent("refused").increment();
        }
        return away;
    }

    private boolean refuses(String account, OutboundSms sms) {
        if (list.isEmpty()) {
            return false;
        }
        Lanes now = lanes.get();
        return now.account(account).map(AccountConfig::minds).orElse(true)
                && (refuses(now.subscribers().of(sms.to()), now.subscribers().of(sms.from()), account)
                        || refuses(SubscriberNumbers.digits(sms.to()), SubscriberNumbers.digits(sms.from()), account));
    }

    /** Of one that is about to be submitted, as the wish may have come since it was accepted: not when a part of it is perhaps sent. */
    boolean refuses(Task task) {
        return !list.isEmpty()
                && !task.exempt
                && task.unanswered == 0
                && task.parts().waiting() == task.parts().count()
                && refuses(task.account(), task.sms());
    }

    private boolean refuses(String number, String sender, String account) {
        return list.refuses(number, sender, account);
    }

    /** How a wish about one sender is kept. */
    static String sender(Lanes lanes, Address sender) {
        return ConsentList.sender(lanes.subscribers().of(sender));
    }
}
