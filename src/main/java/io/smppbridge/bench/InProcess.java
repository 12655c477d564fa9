package io.smppbridge.bench;

import io.smppbridge.MiddleWare;
import io.smppbridge.OutboundSms;
import io.smppbridge.SendOutcome;
import io.smppbridge.admin.LogSetup;
import io.smppbridge.app.Bridge;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.ThreadSafe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The process of the scenario {@code middleware}: a platform with the bridge embedded, which sends lists as fast as they become safe. */
@ThreadSafe
final class InProcess {
    private static final int BATCH = 100;
    private static final int CALLERS = 4;
    /** Of each caller. */
    private static final int LISTS_ON_THEIR_WAY = 4;

    private static final int PAUSE_MILLIS = 5;

    private InProcess() {}

    /** The process: the configuration. */
    public static void main(String[] arguments) throws InterruptedException {
        LogSetup.apply("text", "info");
        CountDownLatch end = new CountDownLatch(1);
        try (Bridge bridge = Bridge.start(Path.of(arguments[0]))) {
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(NamedThreads.single("bench-end", () -> {
                main.interrupt();
                try {
                    end.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            sendUntilInterrupted(bridge.middleWare());
        } catch (InterruptedException e) {
            // The end of the measurement.
        } finally {
            end.countDown();
        }
    }

    private static void sendUntilInterrupted(MiddleWare middleWare) throws InterruptedException {
        List<Thread> callers = new ArrayList<>();
        for (int i = 1; i <= CALLERS; i++) {
            callers.add(NamedThreads.single("bench-caller-" + i, () -> {
                try {
                    send(middleWare);
                } catch (InterruptedException e) {
                    // The end of the measurement.
                }
            }));
        }
        callers.forEach(Thread::start);
        try {
            for (Thread caller : callers) {
                caller.join();
            }
        } finally {
            callers.forEach(Thread::interrupt);
        }
    }

    private static void send(MiddleWare middleWare) throws InterruptedException {
        List<OutboundSms> list = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            list.add(OutboundSms.to("+46" + (700_000_000 + i))
                    .from("Acme")
                    .text(Requests.TEXT)
                    .build());
        }
        Semaphore room = new Semaphore(LISTS_ON_THEIR_WAY);
        boolean[] full = new boolean[1];
        while (true) {
            room.acquire();
            middleWare.send(list, outcomes -> {
                full[0] = !(outcomes[BATCH - 1] instanceof SendOutcome.Acceptance);
                room.release();
            });
            if (full[0]) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }
}
