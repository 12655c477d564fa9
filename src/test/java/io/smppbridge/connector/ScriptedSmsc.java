package io.smppbridge.connector;

import io.smppbridge.Address;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A carrier played by the test: keeps every connector that was made and what was asked of it; answers when told to. */
public final class ScriptedSmsc implements Connector.Factory {
    public final List<Link> links = new ArrayList<>();
    /** What happens when a connector is opened; by default the bind is taken at once. */
    public Consumer<Link> onOpen = link -> link.listener.bound("SMSC", 0x34);
    /** What happens at each flush with the new submissions. */
    public Consumer<Link> onFlush = link -> {};

    /** Who wants to hear that something was written, while {@link #writesLater}. */
    public final List<Runnable> awaitingWrite = new ArrayList<>();
    /** Octets do not go out with the flush, but when the test says so. */
    public boolean writesLater;

    /** Before a submission is composed: what it throws, the connector throws. */
    public Consumer<Submission> onSubmit = s -> {};

    /** Before a question is asked: what it throws, the connector throws. */
    public Consumer<Operation> onOperate = o -> {};

    public boolean answersEnquire = true;
    /** Whether it answers deliveries without the owner of the bind. */
    public boolean repliesAlone;

    public boolean answersUnbind = true;
    public long now;
    public int firstSequence = 1;

    @Override
    public Connector create(Connector.BindAs as, ConnectorListener listener) {
        Link link = new Link(as, listener);
        links.add(link);
        return link;
    }

    public Link last() {
        return links.get(links.size() - 1);
    }

    /** One submission as it was composed. */
    public record Sent(
            int sequence,
            String to,
            byte[] octets,
            String validity,
            int registered,
            long atNanos,
            List<String> others) {}

    /** One connector. */
    public final class Link implements Connector {
        public final BindAs as;
        public final ConnectorListener listener;
        public final List<Sent> composed = new ArrayList<>();
        public final List<Sent> sent = new ArrayList<>();
        public final List<Integer> unanswered = new ArrayList<>();
        public final List<String> answers = new ArrayList<>();
        public final List<Operation> asked = new ArrayList<>();
        public final List<Consumer<OperationAnswer>> asking = new ArrayList<>();
        public int enquired;
        public int mostUnanswered;
        public boolean unbinding;
        public boolean closed;
        private int sequence = firstSequence - 1;

        Link(BindAs as, ConnectorListener listener) {
            this.as = as;
            this.listener = listener;
        }

        @Override
        public void open() {
            onOpen.accept(this);
        }

        @Override
        public int submit(Submission s) {
            onSubmit.accept(s);
            do {
                sequence = sequence == Integer.MAX_VALUE ? 1 : sequence + 1;
            } while (unanswered.contains(sequence));
            composed.add(new Sent(
                    sequence,
                    s.to.number(),
                    s.octets.clone(),
                    s.validityPeriod,
                    s.registeredDelivery,
                    ScriptedSmsc.this.now,
                    s.others.stream().map(Address::number).toList()));
            unanswered.add(sequence);
            mostUnanswered = Math.max(mostUnanswered, unanswered.size());
            return sequence;
        }

        @Override
        public void operate(Operation operation, Consumer<OperationAnswer> answer) {
            onOperate.accept(operation);
            asked.add(operation);
            asking.add(answer);
        }

        @Override
        public void flush() {
            sent.addAll(composed);
            composed.clear();
            onFlush.accept(this);
        }

        @Override
        public void flush(Runnable written) {
            flush();
            if (writesLater) {
                awaitingWrite.add(written);
            } else {
                written.run();
            }
        }

        @Override
        public void enquireLink() {
            enquired++;
            if (answersEnquire) {
                listener.linkAlive(ScriptedSmsc.this.now);
            }
        }

        @Override
        public void answer(Delivery delivery, int commandStatus) {
            answers.add(delivery.sequence() + ":" + commandStatus);
        }

        @Override
        public boolean reply(Delivery delivery, int commandStatus) {
            if (repliesAlone) {
                answer(delivery, commandStatus);
            }
            return repliesAlone;
        }

        @Override
        public void unbind() {
            unbinding = true;
            if (answersUnbind) {
                drop(CloseCause.UNBOUND, 0);
            }
        }

        @Override
        public void close(String why) {
            drop(CloseCause.CLOSED_HERE, 0);
        }

        public void drop(CloseCause cause, int status) {
            if (!closed) {
                closed = true;
                listener.closed(cause, status, cause.toString());
            }
        }

        /** Answers one submission. */
        public void answer(int number, int status) {
            unanswered.remove((Integer) number);
            listener.answered(number, status, status == 0 ? "id" + number : "", ScriptedSmsc.this.now);
            listener.turnOver();
        }

        public void answerAll(int status) {
            for (int number : List.copyOf(unanswered)) {
                answer(number, status);
            }
        }
    }
}
