package io.smppbridge.sender;

import io.smppbridge.connector.Connector;
import io.smppbridge.settings.SmscConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The workers of one SMSC account, whose threads are whoever calls. */
public final class SteppedSenders {
    private static final int NOTES = 256;

    private final List<Sender> senders = new ArrayList<>();

    public SteppedSenders(SmscConfig config, Connector.Factory factory, SenderGroup.Wiring wiring) {
        Account account = new Account(config, factory, wiring, new LanePace(config, wiring.stats()));
        SplittableRandom random = new SplittableRandom(wiring.seed());
        int workers = config.binds().senders();
        for (int i = 0; i < workers; i++) {
            String name = "sender-" + config.name() + "-" + (i + 1);
            int binds = config.binds().binds() / workers + (i < config.binds().binds() % workers ? 1 : 0);
            Flights notes = wiring.flights().open(name, NOTES);
            senders.add(new Sender(account, name, binds, notes, random.split()));
        }
    }

    public int workers() {
        return senders.size();
    }

    /**
     * One turn of a worker.
     *
     * @return how long nothing will be due, in nanoseconds
     */
    public long turn(int worker) {
        return senders.get(worker).turn();
    }
}
