package io.smppbridge.simulation;

import io.smppbridge.OutboundSms;
import io.smppbridge.ReceiptWish;
import io.smppbridge.SendOutcome;
import io.smppbridge.handback.Handback;
import io.smppbridge.journal.JournalException;
import io.smppbridge.pipeline.HeldMessages;
import io.smppbridge.settings.BridgeConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** One run: does the steps of a plan, then lets everything come to rest without faults, and judges. */
final class Simulation {
    private static final long MILLI = 1_000_000L;
    private static final int DESTINATIONS = 5;
    private static final int LONGEST_REST = 6_000;
    private static final int IDLE_BEFORE_A_LEAP = 10;
    private static final int STEPS_BEFORE_A_START = 5;

    private final Plan plan;
    private final Time time = new Time();
    private final Trace trace;
    private final Truth truth;
    private final SimulatedDisk disk = new SimulatedDisk();
    private final FlightFiles flights;
    private final SimulatedSmsc smsc;
    private final SimulatedPlatform platform;
    private final Life.Ground ground;
    private final int windows;

    private Life life;
    private int lives;
    private int asked;
    private boolean shortWrites;
    /** Calls to the disk until the process or the power ends; 0 for never. */
    private int callsLeft;

    private boolean powerGoes;
    private boolean forceFails;
    private boolean writeFails;
    private boolean injected;
    private long slowForce;
    private SplittableRandom diskLuck = new SplittableRandom(0);
    private int faults;

    /** What became of a run. */
    record Verdict(
            List<String> violations, List<String> lines, long sum, int lives, int faults, Truth truth, long steps) {
        boolean failed() {
            return !violations.isEmpty();
        }

        /** The kinds of its violations: by them two failures are known to be the same. */
        String kind() {
            String first = violations.get(0);
            return first.substring(0, first.indexOf(':'));
        }
    }

    private Simulation(Plan plan, Settings settings, Plant plant, boolean traced) {
        BridgeConfig config = settings.get(plan.setting());
        this.plan = plan;
        this.trace = new Trace(time, traced);
        var ofSmsc = config.smscs().get("a");
        this.truth = new Truth(ofSmsc.leaving().byDestination());
        this.windows = ofSmsc.pace().window() * ofSmsc.binds().binds();
        this.smsc = new SimulatedSmsc("a", ofSmsc.pace().window(), truth, time, trace);
        this.platform = new SimulatedPlatform(truth, trace);
        this.flights = new FlightFiles(config.journal().directory());
        this.ground = new Life.Ground(config, disk, flights, time, smsc, platform, plant);
        disk.forcesWork = plant != Plant.FORCE_IGNORED;
        disk.watch(this::call);
    }

    static Verdict run(Plan plan, Settings settings, Plant plant, boolean traced) {
        Simulation run = new Simulation(plan, settings, plant, traced);
        try {
            plan.steps().forEach(run::step);
            run.rest();
            run.truth.judge();
        } catch (RuntimeException | AssertionError e) {
            run.truth.wrong(
                    "stumbled: " + e + " at " + List.of(e.getStackTrace()).subList(0, 3));
        }
        return new Verdict(
                run.truth.violations,
                run.trace.lines(),
                run.trace.sum(),
                run.lives,
                run.faults,
                run.truth,
                plan.steps().size());
    }

    private void step(Step step) {
        SplittableRandom luck = new SplittableRandom(step.luck());
        time.pass(luck.nextLong(2 * MILLI));
        faults += step.kind().isFault() ? 1 : 0;
        if (life != null || luck.nextInt(STEPS_BEFORE_A_START) == 0 && start()) {
            guarded(() -> decide(step, luck));
        }
    }

    private void decide(Step step, SplittableRandom luck) {
        switch (step.kind()) {
            case SEND -> send(luck);
            case REPEAT -> repeat(luck);
            case JOURNAL -> journal();
            case SUPPLY -> life.supply();
            case READER -> life.reader();
            case SENDER -> life.sender(luck.nextInt(life.workers()));
            case HANDBACK -> life.handback();
            case BIND -> smsc.bind(luck, false);
            case DECIDE -> smsc.decide(luck, plan.mood());
            case SAY -> {
                smsc.say(luck);
                life.answerSaid();
            }
            case RECEIPT -> smsc.receipt(luck);
            case PLATFORM -> platform.decide(luck);
            case TIME -> time.pass((1L << luck.nextInt(15)) * MILLI);
            case DROP -> smsc.drop(luck);
            case DEAF -> smsc.deaf = !smsc.deaf;
            case KILL -> throw new Killed("kill -9");
            case POWER_LOSS -> {
                powerGoes = true;
                throw new Killed("power loss");
            }
            case KILL_WITHIN, POWER_LOSS_WITHIN -> {
                callsLeft = 1 + luck.nextInt(12);
                powerGoes = step.kind() == Step.Kind.POWER_LOSS_WITHIN;
                diskLuck = luck.split();
            }
            case FORCE_FAILS -> {
                forceFails = true;
                diskLuck = luck.split();
            }
            case WRITE_FAILS -> writeFails = true;
            case FULL -> disk.full = !disk.full;
            case SHORT_WRITES -> {
                shortWrites = !shortWrites;
                disk.shortWrites(shortWrites ? luck.split() : null);
            }
            case SLOW_FORCE -> slowForce = luck.nextLong(3_000 * MILLI);
            default -> throw new IllegalStateException(step.toString());
        }
    }

    /** Before each call that changes the disk. */
    private void call(String call, String name) throws IOException {
        if (callsLeft > 0 && --callsLeft == 0) {
            if (call.equals("write") && diskLuck.nextBoolean()) {
                trace.say("the process ends within a write to %s", name);
                disk.tearWrite(diskLuck);
            } else {
                throw new Killed("before a " + call + " of " + name);
            }
        }
        if (call.equals("force")) {
            time.pass(slowForce);
            slowForce = 0;
            if (forceFails) {
                forceFails = false;
                injected = true;
                trace.say("a force of %s fails", name);
                disk.failForce(diskLuck);
            }
        } else if (call.equals("write") && writeFails) {
            writeFails = false;
            injected = true;
            trace.say("a write to %s fails", name);
            throw new IOException("Input/output error");
        }
    }

    private void journal() {
        life.journal();
        if (life.isStored()) {
            smsc.answersUnforced = 0;
        }
    }

    /** Does something that may be the process's end. */
    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (Killed e) {
            ended(e.getMessage(), powerGoes);
        } catch (Life.Ended e) {
            trace.say("the process ends itself: %s", e.getCause().getMessage());
            if (!injected) {
                truth.wrong("ended: " + e.getCause());
            }
            ended("by itself", false);
            truth.mayDouble += windows + smsc.answersUnforced;
        }
    }

    private void ended(String how, boolean power) {
        trace.say("the process ends: %s", how);
        SplittableRandom luck = new SplittableRandom(plan.seed() + lives);
        life = null;
        truth.mayDouble += windows;
        if (power) {
            truth.mayDouble += Math.max(windows, smsc.answersUnforced);
            truth.powerLost();
            disk.powerLoss(luck);
            flights.powerLoss(luck);
        }
        platform.processEnded();
        smsc.processEnded(luck);
        callsLeft = 0;
        powerGoes = false;
        injected = false;
        smsc.answersUnforced = 0;
    }

    private boolean start() {
        lives++;
        guarded(() -> {
            try {
                life = new Life(ground, plan.seed() * 31 + lives);
                trace.say("the process starts, for the %d. time", lives);
            } catch (JournalException e) {
                trace.say("the process does not start: %s", e.getMessage());
                boolean excused = injected || disk.full && e.kind() == JournalException.Kind.NO_SPACE;
                if (e.kind() == JournalException.Kind.DAMAGED || !excused) {
                    truth.wrong("start: " + e.kind() + " " + e.getMessage());
                }
                injected = false;
            }
        });
        return life != null;
    }

    private void send(SplittableRandom luck) {
        int number = ++asked;
        boolean isLong = luck.nextInt(6) == 0;
        int tokens = isLong ? 60 : 1 + luck.nextInt(20);
        OutboundSms.Builder sms = OutboundSms.to("4670000000" + luck.nextInt(DESTINATIONS))
                .from("Acme")
                .text(String.format("m%04d.", number).repeat(tokens))
                .tags(Map.of("n", Integer.toString(number)))
                .receipt(wish(luck.nextInt(6)));
        if (luck.nextInt(4) > 0) {
            sms.clientRef("ref-" + number);
        }
        ask(truth.ask(sms.build(), number));
    }

    private static ReceiptWish wish(int luck) {
        return luck == 0 ? ReceiptWish.NONE : luck == 1 ? ReceiptWish.ALL : ReceiptWish.FINAL;
    }

    private void ask(Truth.Message message) {
        message.inDoubt++;
        trace.say("%s is handed in", message);
        life.door().send(List.of(message.sms), outcomes -> {
            SendOutcome outcome = outcomes[0];
            trace.say("%s: %s", message, outcome);
            boolean failed = outcome instanceof SendOutcome.NotAccepting not
                    && not.reason().contains("has failed");
            truth.told(message, outcome, failed);
        });
    }

    private void repeat(SplittableRandom luck) {
        List<Truth.Message> known =
                truth.messages.values().stream().filter(Truth.Message::hasRef).toList();
        if (!known.isEmpty()) {
            ask(known.get(luck.nextInt(known.size())));
        }
    }

    /** No more faults, until nothing is left to be done. */
    private void rest() {
        trace.say("from now on without faults");
        disk.full = false;
        disk.shortWrites(null);
        callsLeft = 0;
        forceFails = false;
        writeFails = false;
        slowForce = 0;
        injected = false;
        SplittableRandom luck = new SplittableRandom(plan.seed());
        boolean repeated = false;
        long before = -1;
        int idle = 0;
        for (int i = 0; i < LONGEST_REST && truth.violations.isEmpty(); i++) {
            if (life == null && !start()) {
                continue;
            }
            if (!repeated) {
                repeated = true;
                new ArrayList<>(truth.messages.values())
                        .stream().filter(Truth.Message::hasRef).forEach(this::ask);
            }
            guarded(() -> round(luck));
            if (life != null && isAtRest()) {
                return;
            }
            idle = before == trace.sum() ? idle + 1 : 0;
            before = trace.sum();
            time.pass(pause(idle) * MILLI);
            before = trace.sum();
        }
        if (truth.violations.isEmpty()) {
            truth.wrong("rest: no end of it; open " + truth.open() + ", in the ledger "
                    + life.doors().openMessages());
        }
    }

    /** A leap, where nothing happens; after one a sender reads for a second what has come before it misses anything. */
    private static long pause(int idle) {
        if (idle < IDLE_BEFORE_A_LEAP) {
            return 100;
        }
        return (idle - IDLE_BEFORE_A_LEAP) % 2 == 0 ? 30_000 : 1_100;
    }

    private void round(SplittableRandom luck) {
        while (life.journal() > 0) {
            // all of it
        }
        life.supply();
        while (life.reader()) {
            // all of it
        }
        for (int i = 0; i < life.workers(); i++) {
            life.sender(i);
        }
        smsc.serve(luck);
        for (int i = 0; i < life.workers(); i++) {
            life.sender(i);
        }
        life.journal();
        life.handback();
        platform.takeAll();
        life.handback();
        life.doors().handback().replayAll(Handback.LISTENER);
        if (life.doors().held().count() > 0) {
            HeldMessages held = life.doors().held();
            held.list("", 100)
                    .map(HeldMessages.Listed::first)
                    .orElse(List.of())
                    .forEach(one -> held.resolve(one.id().value(), luck.nextBoolean()));
        }
    }

    private boolean isAtRest() {
        return truth.open().isEmpty()
                && smsc.owesNothing()
                && smsc.unanswered() == 0
                && life.doors().openMessages() == 0;
    }
}
