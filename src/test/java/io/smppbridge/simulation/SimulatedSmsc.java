package io.smppbridge.simulation;

import io.smppbridge.Address;
import io.smppbridge.connector.CommandStatus;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Deliveries;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Submission;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A carrier that does each thing when it is told to: takes or refuses what was written to it, answers, drops binds, sends receipts. It outlives the
 * bridge's process; what a process had written before its end reaches it, or the beginning of it.
 */
final class SimulatedSmsc implements Connector.Factory {
    private static final int DELIVERY_RECEIPT = 4;
    private static final int QUOTED = 20;
    private static final int INVALID_DESTINATION = 0x0B;

    /** One submit_sm on its way, or at the carrier. */
    private record Written(int sequence, Truth.Message message, int part, boolean receipt, String text, String from) {}

    private record Answer(int sequence, int status, String id) {}

    /** A receipt that the bridge has not yet taken. */
    private static final class Owed {
        final Written about;
        final String id;
        final String state;
        int again;

        Owed(Written about, String id, String state, int again) {
            this.about = about;
            this.id = id;
            this.state = state;
            this.again = again;
        }
    }

    private final Truth truth;
    private final Time time;
    private final Trace trace;
    private final String name;
    final int window;
    private final List<Link> links = new ArrayList<>();
    private final List<Owed> owed = new ArrayList<>();
    private int ids;
    private int linksMade;
    private int deliveries;
    boolean deaf;
    /** Answers said since everything that they mean was last stored. */
    long answersUnforced;

    SimulatedSmsc(String name, int window, Truth truth, Time time, Trace trace) {
        this.name = name;
        this.window = window;
        this.truth = truth;
        this.time = time;
        this.trace = trace;
    }

    @Override
    public Connector create(Connector.BindAs as, ConnectorListener listener) {
        Link link = new Link(listener, ++linksMade);
        links.add(link);
        return link;
    }

    /** A connection attempt ends. */
    void bind(SplittableRandom luck, boolean well) {
        Link link = pick(luck, links.stream().filter(one -> one.opening).toList());
        if (link == null) {
            return;
        }
        link.opening = false;
        if (well || luck.nextInt(5) > 0) {
            link.bound = true;
            trace.say("%s is bound", link);
            link.listener.bound("SMSC", 0x34);
        } else {
            trace.say("%s is refused", link);
            link.drop(CloseCause.BIND_REFUSED, CommandStatus.RALYBND, luck);
        }
    }

    /** Takes, refuses or swallows the oldest of what one bind has written. */
    void decide(SplittableRandom luck, Mood mood) {
        Link link =
                pick(luck, links.stream().filter(one -> !one.received.isEmpty()).toList());
        if (link == null) {
            return;
        }
        Written written = link.received.remove(0);
        int status = mood.status(luck);
        String id = status == 0 ? take(written, luck, mood) : refuse(written, status);
        if (luck.nextInt(100) < mood.silent) {
            trace.say("%s: %s/%d gets no answer", link, written.message, written.part);
        } else {
            link.answers.add(new Answer(written.sequence, status, id));
        }
    }

    private String take(Written written, SplittableRandom luck, Mood mood) {
        String id = name + "-" + ++ids;
        truth.taken(written.message, written.part, time.step());
        trace.say("%s takes %s/%d as %s", name, written.message, written.part, id);
        if (written.receipt && luck.nextInt(100) >= mood.noReceipt) {
            String state = luck.nextInt(5) == 0 ? "UNDELIV" : "DELIVRD";
            owed.add(new Owed(written, id, state, luck.nextInt(100) < mood.repeats ? 1 : 0));
            written.message.said.add(state);
        }
        return id;
    }

    private String refuse(Written written, int status) {
        trace.say("%s refuses %s/%d with 0x%x", name, written.message, written.part, status);
        written.message.refused++;
        written.message.refusedForGood |= status == INVALID_DESTINATION;
        return "";
    }

    /** Says one of the answers that wait on a bind, in no order. */
    void say(SplittableRandom luck) {
        Link link =
                pick(luck, links.stream().filter(one -> !one.answers.isEmpty()).toList());
        if (link != null) {
            Answer answer = link.answers.remove(luck.nextInt(link.answers.size()));
            trace.say("%s answers %d with 0x%x %s", link, answer.sequence, answer.status, answer.id);
            link.unanswered--;
            answersUnforced++;
            link.listener.answered(answer.sequence, answer.status, answer.id, time.nanos());
        }
    }

    /** Sends one of the receipts that are owed, also before the answer. */
    void receipt(SplittableRandom luck) {
        Link link = pick(luck, links.stream().filter(one -> one.bound).toList());
        Owed one = pick(luck, owed.stream().filter(it -> !isUnderWay(it)).toList());
        if (link != null && one != null) {
            int sequence = ++deliveries;
            link.delivered.put(sequence, one);
            trace.say("%s: receipt %s %s of %s", link, one.id, one.state, one.about.message);
            link.listener.delivered(delivery(sequence, one));
        }
    }

    private boolean isUnderWay(Owed one) {
        return links.stream().anyMatch(link -> link.delivered.containsValue(one));
    }

    private Delivery delivery(int sequence, Owed one) {
        String text = "id:" + one.id + " sub:001 dlvrd:001 submit date:2611201259 done date:2611201300 stat:"
                + one.state + " err:000 text:" + one.about.text.substring(0, Math.min(QUOTED, one.about.text.length()));
        return Deliveries.delivery()
                .sequence(sequence)
                .from(one.about.message.sms.to())
                .to(Address.of(one.about.from))
                .esmClass(DELIVERY_RECEIPT)
                .text(text)
                .readAt(time.nanos())
                .made();
    }

    /** A bind is lost, with what was on its way. */
    void drop(SplittableRandom luck) {
        Link link = pick(luck, links);
        if (link != null) {
            link.drop(CloseCause.PEER_CLOSED, 0, luck);
        }
    }

    /** The bridge's process is gone: so are its connections. */
    void processEnded(SplittableRandom luck) {
        for (Link link : List.copyOf(links)) {
            link.silent = true;
            link.drop(CloseCause.PEER_CLOSED, 0, luck);
        }
    }

    /** Does everything that waits, without a fault. */
    void serve(SplittableRandom luck) {
        deaf = false;
        for (int i = links.size(); i > 0; i--) {
            bind(luck, true);
        }
        for (int i = links.stream().mapToInt(link -> link.received.size()).sum(); i > 0; i--) {
            decide(luck, Mood.GOOD);
        }
        for (int i = links.stream().mapToInt(link -> link.answers.size()).sum(); i > 0; i--) {
            say(luck);
        }
        for (int i = owed.size(); i > 0; i--) {
            receipt(luck);
        }
    }

    boolean owesNothing() {
        return owed.isEmpty();
    }

    /** Submissions without an answer. */
    int unanswered() {
        return links.stream().mapToInt(link -> link.unanswered).sum();
    }

    private static <T> T pick(SplittableRandom luck, List<T> all) {
        return all.isEmpty() ? null : all.get(luck.nextInt(all.size()));
    }

    /** One connection. */
    private final class Link implements Connector {
        private final ConnectorListener listener;
        private final int number;
        private final List<Written> composed = new ArrayList<>();
        private final List<Written> received = new ArrayList<>();
        private final List<Answer> answers = new ArrayList<>();
        private final Map<Integer, Owed> delivered = new TreeMap<>();
        private final Map<Integer, Integer> acks = new TreeMap<>();
        private boolean opening;
        private boolean bound;
        private boolean closed;
        private boolean silent;
        private int sequence;
        private int unanswered;

        Link(ConnectorListener listener, int number) {
            this.listener = listener;
            this.number = number;
        }

        @Override
        public void open() {
            opening = true;
        }

        @Override
        public int submit(Submission s) {
            sequence++;
            Truth.Message message = truth.of(s.octets, s.udhi, s.to.number());
            if (message != null) {
                int part = s.udhi ? s.octets[s.octets[0]] - 1 : 0;
                int from = s.udhi ? s.octets[0] + 1 : 0;
                String text = new String(s.octets, from, s.octets.length - from, StandardCharsets.ISO_8859_1);
                composed.add(
                        new Written(sequence, message, part, (s.registeredDelivery & 1) != 0, text, s.from.number()));
            }
            return sequence;
        }

        @Override
        public void flush() {
            for (Written written : composed) {
                trace.say("%s: submit %s/%d as %d", this, written.message, written.part, written.sequence);
                truth.submitted(written.message, time.step());
                received.add(written);
                unanswered++;
            }
            composed.clear();
            if (unanswered > window) {
                truth.wrong("window: " + unanswered + " without an answer on " + this + ", at most " + window);
            }
            acks.forEach(this::acknowledged);
            acks.clear();
        }

        private void acknowledged(int sequence, int status) {
            Owed one = delivered.remove(sequence);
            if (one != null && status == CommandStatus.ROK) {
                one.about.message.heard.add(one.state);
                if (one.again-- <= 0) {
                    owed.remove(one);
                }
            }
        }

        @Override
        public void enquireLink() {
            if (!deaf) {
                listener.linkAlive(time.nanos());
            }
        }

        @Override
        public void answer(Delivery delivery, int commandStatus) {
            acks.put(delivery.sequence(), commandStatus);
        }

        @Override
        public void unbind() {
            drop(CloseCause.UNBOUND, 0, new SplittableRandom(number));
        }

        @Override
        public void close(String why) {
            trace.say("%s is closed by the bridge: %s", this, why);
            drop(CloseCause.CLOSED_HERE, 0, new SplittableRandom(number));
        }

        /** Of what was on its way, the beginning is taken, or refused; nobody hears of it. */
        void drop(CloseCause cause, int status, SplittableRandom luck) {
            if (closed) {
                return;
            }
            closed = true;
            links.remove(this);
            trace.say("%s is lost with %d unanswered: %s", this, unanswered, cause);
            if (!silent) {
                truth.mayDouble += unanswered;
            }
            int reached = luck.nextInt(received.size() + 1);
            received.subList(0, reached).forEach(written -> take(written, luck, Mood.GOOD));
            received.clear();
            if (!silent) {
                listener.closed(cause, status, cause.toString());
            }
        }

        @Override
        public String toString() {
            return name + "#" + number;
        }
    }

    /** How a carrier feels: percent of what goes wrong. */
    record Mood(int throttled, int temporary, int permanent, int silent, int noReceipt, int repeats) {
        static final Mood GOOD = new Mood(0, 0, 0, 0, 0, 0);

        int status(SplittableRandom luck) {
            int at = luck.nextInt(100);
            if (at < throttled) {
                return luck.nextBoolean() ? CommandStatus.RTHROTTLED : CommandStatus.RMSGQFUL;
            }
            if (at < throttled + temporary) {
                return luck.nextBoolean() ? CommandStatus.RSYSERR : CommandStatus.RX_T_APPN;
            }
            return at < throttled + temporary + permanent ? INVALID_DESTINATION : CommandStatus.ROK;
        }
    }
}
