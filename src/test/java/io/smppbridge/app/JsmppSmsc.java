package io.smppbridge.app;

import io.smppbridge.threads.NamedThreads;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.Address;
import org.jsmpp.bean.CancelSm;
import org.jsmpp.bean.DataCodings;
import org.jsmpp.bean.DestinationAddress;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.InterfaceVersion;
import org.jsmpp.bean.MessageState;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.QuerySm;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.ReplaceSm;
import org.jsmpp.bean.SubmitMulti;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.bean.UnsuccessDelivery;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.QuerySmResult;
import org.jsmpp.session.SMPPServerSession;
import org.jsmpp.session.SMPPServerSessionListener;
import org.jsmpp.session.ServerMessageReceiverListener;
import org.jsmpp.session.SubmitMultiResult;
import org.jsmpp.session.SubmitSmResult;
import org.jsmpp.util.MessageId;

/** An SMSC for one bind, played by jSMPP's server: answers each submit_sm and then sends its receipt. */
final class JsmppSmsc implements AutoCloseable {
    private final SMPPServerSessionListener listener;
    private final ExecutorService receipts = Executors.newSingleThreadExecutor();
    private final CompletableFuture<SMPPServerSession> session = new CompletableFuture<>();
    private final List<String> texts = new CopyOnWriteArrayList<>();
    /** What it keeps, by id, in the state in which it is. */
    final Map<String, String> kept = new ConcurrentHashMap<>();
    /** How many destinations each submit_multi had. */
    final List<Integer> destinations = new CopyOnWriteArrayList<>();

    volatile boolean sendsReceipts = true;
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
                    if (method.getName().equals("onAcceptSubmitMulti")) {
                        return several((SubmitMulti) arguments[0], (SMPPServerSession) arguments[1]);
                    }
                    if (arguments[0] instanceof QuerySm query) {
                        String state = known(query.getMessageId());
                        return new QuerySmResult(
                                state.equals("DELETED") ? "261120120000000+" : "", MessageState.valueOf(state), (byte)
                                        0);
                    }
                    if (arguments[0] instanceof CancelSm cancel) {
                        known(cancel.getMessageId());
                        kept.put(cancel.getMessageId(), "DELETED");
                        return null;
                    }
                    if (arguments[0] instanceof ReplaceSm replace) {
                        known(replace.getMessageId());
                        texts.add(new String(replace.getShortMessage(), StandardCharsets.US_ASCII));
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
        kept.put(id, "ENROUTE");
        receipts.execute(() -> receipt(submit, id, from));
        return new SubmitSmResult(new MessageId(id), new OptionalParameter[0]);
    }

    private String known(String id) throws ProcessRequestException {
        String state = kept.get(id);
        if (state == null) {
            throw new ProcessRequestException("not known", SMPPConstant.STAT_ESME_RINVMSGID);
        }
        return state;
    }

    /** Destinations that end in 7 are refused, each by itself. */
    private SubmitMultiResult several(SubmitMulti submit, SMPPServerSession from) {
        String id = Integer.toHexString(lastId.incrementAndGet());
        List<UnsuccessDelivery> refused = new ArrayList<>();
        destinations.add(submit.getDestAddresses().length);
        for (DestinationAddress any : submit.getDestAddresses()) {
            Address to = (Address) any;
            if (to.getAddress().endsWith("7")) {
                refused.add(new UnsuccessDelivery(to, SMPPConstant.STAT_ESME_RINVDSTADR));
            } else {
                SubmitSm one = new SubmitSm();
                one.setSourceAddrTon(submit.getSourceAddrTon());
                one.setSourceAddrNpi(submit.getSourceAddrNpi());
                one.setSourceAddr(submit.getSourceAddr());
                one.setDestAddrTon(to.getTon());
                one.setDestAddrNpi(to.getNpi());
                one.setDestAddress(to.getAddress());
                receipts.execute(() -> receipt(one, id, from));
            }
        }
        return new SubmitMultiResult(id, refused.toArray(new UnsuccessDelivery[0]), new OptionalParameter[0]);
    }

    private void receipt(SubmitSm submit, String id, SMPPServerSession to) {
        if (!sendsReceipts) {
            return;
        }
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
