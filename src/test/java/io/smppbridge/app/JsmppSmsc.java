package io.smppbridge.app;

import io.smppbridge.threads.NamedThreads;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.DataCodings;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.SMPPServerSessionListener;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.util.MessageId;

/** An SMSC for one bind, played by jSMPP's server: answers each submit_sm and then sends its receipt. */
final class JsmppSmsc implements AutoCloseable {
    private final SMPPServerSessionListener listener;
    private final ExecutorService receipts = Executors.newSingleThreadExecutor();
    private final CompletableFuture<SMPPServerSession> session = new CompletableFuture<>();
    private final List<String> texts = new CopyOnWriteArrayList<>();
    private final List<Exception> failures = new CopyOnWriteArrayList<>();
    /** jSMPP hands submissions out on several threads at once: an id drawn from the size of a list could be given twice. */
    private final AtomicInteger lastId = new AtomicInteger(0xA000);

    JsmppSmsc() throws IOException {
        listener = new SMPPServerSessionListener(OtherSmscsIT.freePort());
        listener.setQueueCapacity(1000);
        listener.setMessageReceiverListener((ServerMessageReceiverListener) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServerMessageReceiverListener.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("onAcceptSubmitSm")) {
                        return submitted((SubmitSm) arguments[0], (SMPPServerSession) arguments[1]);
                    }
                    if (method.getName().equals("onAcceptEnquireLink")) {
                        return null;
                    }
                    throw new ProcessRequestException(method.getName(), SMPPConstant.STAT_ESME_RINVCMDID);
                }));
        NamedThreads.single("jsmpp-smsc", this::accept).start();
    }

    int port() {
        return listener.getPort();
    }

    /** The bind, once it stands. */
    SMPPServerSession session() throws Exception {
        return session.get(10, TimeUnit.SECONDS);
    }

    List<String> texts() {
        return texts;
    }

    /** Receipts that it could not hand over. */
    List<Exception> failures() {
        return failures;
    }

    private void accept() {
        try {
            SMPPServerSession accepted = listener.accept();
            accepted.waitForBind(5000).accept("jsmpp", InterfaceVersion.IF_34);
            session.complete(accepted);
        } catch (Exception e) {
            session.completeExceptionally(e);
        }
    }

    private SubmitSmResult submitted(SubmitSm submit, SMPPServerSession from) throws Exception {
        texts.add(new String(submit.getShortMessage(), StandardCharsets.US_ASCII));
        String id = Integer.toHexString(lastId.incrementAndGet());
        receipts.execute(() -> receipt(submit, id, from));
        return new SubmitSmResult(new MessageId(id), new OptionalParameter[0]);
    }

    private void receipt(SubmitSm submit, String id, SMPPServerSession to) {
        String text = "id:" + id
                + " sub:001 dlvrd:001 submit date:2611201200 done date:2611201201 stat:DELIVRD err:000 text:";
        try {
            to.deliverShortMessage(
                    "",
                    TypeOfNumber.valueOf(submit.getDestAddrTon()),
                    NumberingPlanIndicator.valueOf(submit.getDestAddrNpi()),
                    submit.getDestAddress(),
                    TypeOfNumber.valueOf(submit.getSourceAddrTon()),
                    NumberingPlanIndicator.valueOf(submit.getSourceAddrNpi()),
                    submit.getSourceAddr(),
                    new ESMClass(0x04),
                    (byte) 0,
                    (byte) 0,
                    new RegisteredDelivery(0),
                    DataCodings.ZERO,
                    text.getBytes(StandardCharsets.US_ASCII));
        } catch (Exception e) {
            failures.add(new IllegalStateException("receipt " + id, e));
        }
    }

    @Override
    public void close() throws IOException {
        receipts.shutdownNow();
        listener.close();
        SMPPServerSession bound = session.getNow(null);
        if (bound != null) {
            bound.close();
        }
    }
}
