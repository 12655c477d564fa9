package io.smppbridge.receiver;

import io.smppbridge.connector.BindKeeper;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Patron;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Binds.Receive;
import io.smppbridge.threads.OwnedBy;
import java.util.Optional;

/** The receiver bind of one SMSC: always on, or made, drained and given up again and again. */
@OwnedBy("receiver")
final class ReceiverBind implements Patron {
    private static final long NEVER = Long.MAX_VALUE;

    final BindKeeper keeper;
    private SmscConfig config;
    private boolean leaving;
    private boolean closeAtOnce;
    private long nextPoll;
    private long polls;
    private Optional<Connector.Factory> call = Optional.empty();

    ReceiverBind(BindKeeper.Setup setup, Connector.Factory factory, SmscConfig config, long now) {
        this.config = config;
        this.nextPoll = now;
        this.keeper = new BindKeeper(setup, this, factory, config);
        keeper.now(now);
    }

    static boolean isWanted(SmscConfig config) {
        Receive receive = config.binds().receive();
        return receive == Receive.RECEIVER || receive == Receive.POLL || receive == Receive.OUTBIND;
    }

    void apply(SmscConfig newConfig, Connector.Factory factory) {
        boolean sameAccount = newConfig.link().equals(config.link());
        config = newConfig;
        keeper.apply(newConfig, factory);
        if (!sameAccount) {
            keeper.endPause();
            keeper.unbind();
        }
        nextPoll = 0;
    }

    /** The SMSC has called: to bind on its connection, in the place of one that may stand. */
    void called(Connector.Factory over) {
        call.ifPresent(this::refuse);
        if (leaving || config.binds().receive() != Receive.OUTBIND) {
            refuse(over);
            return;
        }
        call = Optional.of(over);
        keeper.want(false);
        keeper.endPause();
        keeper.close("the SMSC has called anew");
    }

    private void refuse(Connector.Factory over) {
        over.create(BindAs.RECEIVER, Unheard.INSTANCE).close("not wanted");
    }

    /** To be given up for good. */
    void leave() {
        leaving = true;
    }

    /** To be given up without waiting for anything. */
    void leaveAtOnce() {
        leaving = true;
        closeAtOnce = true;
    }

    boolean isLeaving() {
        return leaving;
    }

    boolean isGone() {
        return leaving && keeper.state() == BindKeeper.State.IDLE;
    }

    void turn(long now) {
        if (leaving) {
            call.ifPresent(this::refuse);
            call = Optional.empty();
            keeper.want(false);
            keeper.endPause();
            if (closeAtOnce) {
                keeper.close("stopping");
            } else if (keeper.unansweredDeliveries() == 0) {
                keeper.unbind();
            }
        } else if (config.binds().receive() == Receive.POLL) {
            poll(now);
        } else if (config.binds().receive() == Receive.OUTBIND) {
            answerCall();
        } else {
            keeper.want(true);
        }
        keeper.tick(now, keeper.unansweredDeliveries() > 0);
        keeper.flush();
    }

    long nextAt(long now) {
        if (leaving || config.binds().receive() != Receive.POLL) {
            return keeper.nextAt();
        }
        if (keeper.state() == BindKeeper.State.IDLE) {
            return nextPoll;
        }
        boolean draining = keeper.state() == BindKeeper.State.BOUND && keeper.unansweredDeliveries() == 0;
        long silentAt = draining
                ? keeper.lastDeliveryAt() + config.inbound().pollSilence().toNanos()
                : NEVER;
        return Math.min(keeper.nextAt(), silentAt);
    }

    /** Connect, take what there is until it has been silent for a while and all is answered, unbind, sleep. */
    private void poll(long now) {
        switch (keeper.state()) {
            case IDLE -> {
                if (nextPoll == 0 || now - nextPoll >= 0) {
                    polls++;
                    keeper.want(true);
                }
            }
            case BOUND -> {
                boolean silent = now - keeper.lastDeliveryAt()
                        >= config.inbound().pollSilence().toNanos();
                if (silent && keeper.unansweredDeliveries() == 0) {
                    nextPoll = now + config.inbound().pollEvery().toNanos();
                    keeper.want(false);
                    keeper.unbind();
                }
            }
            default -> {
                // On its way from one to the other; the keeper minds the deadline.
            }
        }
    }

    /** Binds on a connection that the SMSC has made; there is none to make anew when it ends. */
    private void answerCall() {
        if (call.isPresent() && keeper.state() == BindKeeper.State.IDLE) {
            keeper.apply(config, call.get());
            call = Optional.empty();
            keeper.want(true);
        }
    }

    /** An SMSC that asks to unbind has nothing more for this poll; one that calls will call again. */
    @Override
    public boolean makesAnew(boolean asked, long now) {
        Receive receive = config.binds().receive();
        boolean polled = asked && receive == Receive.POLL;
        if (polled) {
            nextPoll = now + config.inbound().pollEvery().toNanos();
            keeper.want(false);
        }
        return !polled && receive != Receive.OUTBIND;
    }

    @Override
    public void lost(CloseCause cause, long now) {
        if (config.binds().receive() == Receive.OUTBIND) {
            keeper.want(false);
            keeper.endPause();
        }
    }

    @Override
    public String toString() {
        return config.name() + ": " + keeper.text() + (polls == 0 ? "" : ", " + polls + " polls");
    }
}
