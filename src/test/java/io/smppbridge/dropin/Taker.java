package io.smppbridge.dropin;

import io.smppbridge.Encoding;
import io.smppbridge.InboundListener;
import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.TaskId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Takes every message, and keeps it for the test. */
final class Taker implements MiddleWare {
    final List<OutboundSms> messages = new CopyOnWriteArrayList<>();

    @Override
    public void send(List<OutboundSms> list, Consumer<SendOutcome[]> done) {
        messages.addAll(list);
        done.accept(list.stream()
                .map(sms -> new SendOutcome.Acceptance(
                        new TaskId(7), Encoding.GSM7, 1, "", "", "a", false, SendOutcome.Durability.FORCED))
                .toArray(SendOutcome[]::new));
    }

    @Override
    public void listen(InboundListener listener) {
        throw new UnsupportedOperationException();
    }
}
