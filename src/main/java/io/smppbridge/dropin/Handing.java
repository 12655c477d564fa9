package io.smppbridge.dropin;

import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.http.Exchange;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Hands over the messages of one request, some at a time: cutting long texts for thousands of numbers keeps no other connection waiting. */
@OwnedBy("its event loop")
final class Handing {
    private static final int AT_ONCE = 32;

    private final Exchange exchange;
    private final MiddleWare middleWare;
    private final List<OutboundSms> messages;
    private final List<CompletableFuture<SendOutcome>> outcomes;
    private final CompletableFuture<List<SendOutcome>> all = new CompletableFuture<>();

    private Handing(Exchange exchange, MiddleWare middleWare, List<OutboundSms> messages) {
        this.exchange = exchange;
        this.middleWare = middleWare;
        this.messages = messages;
        this.outcomes = new ArrayList<>(messages.size());
    }

    /** What becomes of each. */
    static CompletableFuture<List<SendOutcome>> over(
            Exchange exchange, MiddleWare middleWare, List<OutboundSms> messages) {
        Handing handing = new Handing(exchange, middleWare, messages);
        handing.some();
        return handing.all;
    }

    private void some() {
        try {
            int end = Math.min(messages.size(), outcomes.size() + AT_ONCE);
            while (outcomes.size() < end) {
                outcomes.add(middleWare.send(messages.get(outcomes.size())));
            }
        } catch (RuntimeException e) {
            all.completeExceptionally(e);
            return;
        }
        if (outcomes.size() < messages.size()) {
            exchange.later(this::some);
            return;
        }
        CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new)).whenComplete((done, failed) -> {
            if (failed == null) {
                all.complete(outcomes.stream().map(CompletableFuture::join).toList());
            } else {
                all.completeExceptionally(failed);
            }
        });
    }
}
