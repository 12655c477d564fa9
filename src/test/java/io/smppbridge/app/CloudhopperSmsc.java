package io.smppbridge.app;

import com.cloudhopper.smpp.SmppServerConfiguration;
import com.cloudhopper.smpp.SmppServerHandler;
import com.cloudhopper.smpp.SmppServerSession;
import com.cloudhopper.smpp.SmppSessionConfiguration;
import com.cloudhopper.smpp.impl.DefaultSmppServer;
import com.cloudhopper.smpp.impl.DefaultSmppSessionHandler;
import com.cloudhopper.smpp.pdu.BaseBind;
import com.cloudhopper.smpp.pdu.BaseBindResp;
import com.cloudhopper.smpp.pdu.PduRequest;
import com.cloudhopper.smpp.pdu.PduResponse;
import com.cloudhopper.smpp.pdu.SubmitSm;
import com.cloudhopper.smpp.pdu.SubmitSmResp;
import io.smppbridge.threads.ThreadSafe;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An SMSC for any number of binds, played by cloudhopper's server: it answers each submit_sm and keeps it as cloudhopper has read it. */
@ThreadSafe
final class CloudhopperSmsc implements AutoCloseable {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final DefaultSmppServer server;
    private final Map<String, List<SubmitSm>> byDestination = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final int port = OtherSmscsIT.freePort();

    /** @param version what it announces in bind_resp, such as 0x34 */
    CloudhopperSmsc(int version) throws Exception {
        SmppServerConfiguration configuration = new SmppServerConfiguration();
        configuration.setHost("127.0.0.1");
        configuration.setPort(port);
        configuration.setSystemId("cloudhopper");
        configuration.setMaxConnectionSize(50);
        configuration.setNonBlockingSocketsEnabled(true);
        configuration.setInterfaceVersion((byte) version);
        configuration.setAutoNegotiateInterfaceVersion(true);
        server = new DefaultSmppServer(configuration, new Handler(), threads);
        server.start();
    }

    int port() {
        return port;
    }

    /** How many submit_sm have come. */
    int count() {
        return count.get();
    }

    /** What has come for that number, in the order in which it came. */
    List<SubmitSm> to(String number) {
        return byDestination.getOrDefault(number, List.of());
    }

    private final class Handler implements SmppServerHandler {
        @Override
        public void sessionBindRequested(Long id, SmppSessionConfiguration configuration, BaseBind bind) {
            // Whoever binds is let in.
        }

        @Override
        public void sessionCreated(Long id, SmppServerSession session, BaseBindResp answer) {
            session.serverReady(new DefaultSmppSessionHandler() {
                @Override
                public PduResponse firePduRequestReceived(PduRequest request) {
                    return answered(request);
                }
            });
        }

        @Override
        public void sessionDestroyed(Long id, SmppServerSession session) {
            session.destroy();
        }
    }

    private PduResponse answered(PduRequest<?> request) {
        PduResponse answer = request.createResponse();
        if (request instanceof SubmitSm submit) {
            byDestination
                    .computeIfAbsent(submit.getDestAddress().getAddress(), to -> new CopyOnWriteArrayList<>())
                    .add(submit);
            ((SubmitSmResp) answer).setMessageId(Integer.toString(count.incrementAndGet()));
        }
        return answer;
    }

    @Override
    public void close() throws IOException {
        server.destroy();
        threads.shutdownNow();
    }
}
