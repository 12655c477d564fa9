package io.smppbridge.pipeline;

import io.smppbridge.connector.Alert;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Inlet;
import io.smppbridge.journal.Disk;
import io.smppbridge.journal.DiskFile;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.sender.Flights;
import io.smppbridge.sender.SenderGroup;
import io.smppbridge.settings.QuietHours;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.smpp.NettyLoops;
import io.smppbridge.smpp.Transport;
import io.smppbridge.threads.Ticker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.InstantSource;

/** What tests of parts that stand still are made of: a real disk whose forces wait, and a bridge's real senders before a pipeline. */
final class Standstill {
    private Standstill() {}

    /** Does this before each force of a file or a directory. */
    static Disk beforeForce(Disk real, Runnable waiting) {
        return proxy(Disk.class, real, waiting);
    }

    private static <T> T proxy(Class<T> kind, T real, Runnable waiting) {
        return kind.cast(Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, (self, method, args) -> {
            if (method.getName().equals("force")) {
                waiting.run();
            }
            try {
                Object result = method.invoke(real, args);
                return result instanceof DiskFile file ? proxy(DiskFile.class, file, waiting) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    /** Those of SMSC a, with a bind each. */
    static SenderGroup senders(PipelineRig rig, SmscConfig smsc, NettyLoops loops, Flights flights) {
        return new SenderGroup(
                smsc,
                Transport.of(smsc, Ticker.SYSTEM, PduTap.NONE, loops),
                new SenderGroup.Wiring(
                        rig.pipeline.bag("a"),
                        rig.pipeline.tasks(),
                        rig.pipeline.outcomes(),
                        new Inlet() {
                            @Override
                            public boolean offer(Delivery delivery, Answer answer) {
                                return rig.pipeline.inbound().offer("a", delivery, answer);
                            }

                            @Override
                            public boolean alert(Alert alert) {
                                return rig.pipeline.inbound().alert("a", alert);
                            }
                        },
                        rig.stats.smsc("a"),
                        (worker, slots) -> flights,
                        InstantSource.system(),
                        Ticker.SYSTEM,
                        1,
                        account -> QuietHours.NONE,
                        BeforeSubmit.NONE,
                        loops::rest));
    }
}
