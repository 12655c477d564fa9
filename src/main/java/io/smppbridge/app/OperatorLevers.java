package io.smppbridge.app;

import io.smppbridge.Address;
import io.smppbridge.TaskId;
import io.smppbridge.admin.AdminSources;
import io.smppbridge.journal.Journal;
import io.smppbridge.pdulog.PduLogs;
import io.smppbridge.pipeline.Consents;
import io.smppbridge.pipeline.Erasing;
import io.smppbridge.pipeline.Pipeline;
import io.smppbridge.threads.ThreadSafe;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/** What an operator may do, put together from the parts that do it. */
final class OperatorLevers {
    private OperatorLevers() {}

    static AdminSources.JournalNumbers numbers(Pipeline pipeline, Journal journal) {
        return new AdminSources.JournalNumbers(
                journal::bytes,
                () -> journal.currentSegment() - journal.oldestSegment() + 1,
                journal::spareSegments,
                journal::segmentWaits,
                pipeline::openMessages,
                pipeline::restingMessages,
                pipeline::strandedMessages,
                pipeline.held()::count,
                pipeline.erasing()::open,
                journal::sealedBy);
    }

    static AdminSources.Levers of(Pipeline pipeline, Callable<AdminSources.Reload> reload, PduLogs pduLogs) {
        return new AdminSources.Levers(
                reload,
                new HeldForOperator(pipeline.held()),
                new UnmatchedForOperator(pipeline.unmatched()),
                pduLogs,
                new ConsentForOperator(pipeline.consents()),
                new EraseForOperator(pipeline.erasing()));
    }

    /** Orders to erase, as the operator's listener sees them. */
    @ThreadSafe
    private record EraseForOperator(Erasing erasing) implements AdminSources.Erase {
        @Override
        public Optional<TaskId> order(Address number, boolean withdraw) {
            return erasing.order(number, withdraw);
        }

        @Override
        public Optional<List<AdminSources.EraseOrder>> list() {
            return erasing.list()
                    .map(orders -> orders.stream()
                            .map(one -> new AdminSources.EraseOrder(
                                    one.id(), one.last(), one.at(), one.withdraw(), one.done(), one.remaining()))
                            .toList());
        }
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
