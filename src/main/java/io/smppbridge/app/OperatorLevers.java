package io.smppbridge.app;

import io.smppbridge.Address;
import io.smppbridge.admin.AdminSources;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pipeline.Consents;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** What an operator may do, put together from the parts that do it. */
final class OperatorLevers {
    private OperatorLevers() {}

    static AdminSources.Levers of(Pipeline pipeline, Callable<AdminSources.Reload> reload, PduLogs pduLogs) {
        return new AdminSources.Levers(
                reload,
                new HeldForOperator(pipeline.held()),
                new UnmatchedForOperator(pipeline.unmatched()),
                pduLogs,
                new ConsentForOperator(pipeline.consents()));
    }

    /** Those who want no more messages, as the operator's listener sees them. */
    @ThreadSafe
    private record ConsentForOperator(Consents consents) implements AdminSources.Consent {
        @Override
        public int count() {
            return consents.count();
        }

        @Override
        public List<AdminSources.OptedOut> list(String number, int atMost) {
            return consents.list(number, atMost).stream()
                    .map(one -> new AdminSources.OptedOut(one.number(), one.sender(), one.account(), one.since()))
                    .toList();
        }

        @Override
        public Optional<Boolean> change(Address number, String sender, String account, boolean out) {
            return consents.change(number, sender, account, out);
        }
    }
}
