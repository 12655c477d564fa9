package io.smppbridge.smpp;

import static org.assertj.core.api.Assertions.assertThat;

import com.cloudhopper.commons.util.windowing.WindowFuture;
import com.cloudhopper.smpp.SmppServerConfiguration;
import com.cloudhopper.smpp.SmppServerHandler;
import com.cloudhopper.smpp.SmppServerSession;
import com.cloudhopper.smpp.SmppSessionConfiguration;
import com.cloudhopper.smpp.impl.DefaultSmppServer;
import com.cloudhopper.smpp.impl.DefaultSmppSessionHandler;
import com.cloudhopper.smpp.pdu.BaseBind;
import com.cloudhopper.smpp.pdu.BaseBindResp;
import com.cloudhopper.smpp.pdu.DeliverSm;
import com.cloudhopper.smpp.pdu.EnquireLink;
import com.cloudhopper.smpp.pdu.PduRequest;
import com.cloudhopper.smpp.pdu.PduResponse;
import com.cloudhopper.smpp.pdu.SubmitSm;
import com.cloudhopper.smpp.pdu.SubmitSmResp;
import com.cloudhopper.smpp.type.SmppProcessingException;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Delivery;
import io.smppbridge.connector.Submission;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.TransportKind;
import io.smppbridge.simulator.SimulatorConfig;
import io.smppbridge.simulator.SmscSimulator;
import io.smppbridge.threads.Ticker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.smpp.smscsim.DeliveryInfoSender;
import org.smpp.smscsim.PDUProcessorGroup;
import org.smpp.smscsim.SMSCListenerImpl;
import org.smpp.smscsim.ShortMessageStore;
import org.smpp.smscsim.SimulatorPDUProcessorFactory;
import org.smpp.smscsim.util.Attribute;
import org.smpp.smscsim.util.Record;
import org.smpp.smscsim.util.Table;

/** The transport against three SMSCs that other hands wrote: our simulator's own codec, cloudhopper, OpenSMPP. */
@Timeout(40)
@Tag("crowd")
class OtherPeersIT {
    private final Ear ear = new Ear();

    private final NettyLoops loops = new NettyLoops(1);

    @AfterEach
    void endLoops() {
        loops.close();
    }

    private Connector.Factory factory(int port, TransportKind kind) {
        return Transport.of(Accounts.over(port, kind), Ticker.SYSTEM, PduTap.NONE, loops);
    }

    private Connector open(int port, BindAs as, TransportKind kind) {
        Connector c = factory(port, kind).create(as, ear);
        c.open();
        return c;
    }

    private static Submission submission(String text) {
        return ConnectorContract.submission(text);
    }

    @ParameterizedTest
    @EnumSource
    void the_simulator_takes_a_thousand_sends_their_receipts_and_an_mo_and_unbinds(TransportKind kind)
            throws IOException {
        SimulatorConfig config = SimulatorConfig.forTests("smsc").with("receipts", "always");
        try (SmscSimulator simulator = SmscSimulator.start(config)) {
            Connector c = open(simulator.port(), BindAs.TRANSCEIVER, kind);
            ear.next(Ear.Bound.class);
            Set<Integer> sent = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                sent.add(c.submit(submission("number " + i)));
            }
            c.flush();
            Set<String> ids = new HashSet<>();
            Set<String> receipts = new HashSet<>();
            while (receipts.size() < 1000) {
                Object heard = ear.next(Object.class);
                if (heard instanceof Ear.Answered answered) {
                    assertThat(answered.status()).isZero();
                    assertThat(sent.remove(answered.sequence())).isTrue();
                    ids.add(answered.messageId());
                } else if (heard instanceof Delivery receipt) {
                    assertThat(receipt.esmClass()).isEqualTo(4);
                    receipts.add(receipt.receiptedMessageId());
                    c.answer(receipt, 0);
                    c.flush();
                }
            }
            assertThat(sent).isEmpty();
            assertThat(receipts).isEqualTo(ids);

            simulator.first().sendMo("46709999999", "72404", "hello");
            Delivery mo = ear.next(Delivery.class);
            assertThat(mo.from().number()).isEqualTo("46709999999");
            c.answer(mo, 0);
            c.flush();
            c.unbind();
            assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.UNBOUND);
        }
    }

    @ParameterizedTest
    @EnumSource
    void cloudhopper_reads_what_is_sent_and_hears_its_delivery_answered(TransportKind kind) throws Exception {
        Hopper hopper = new Hopper();
        SmppServerConfiguration configuration = new SmppServerConfiguration();
        configuration.setPort(freePort());
        configuration.setSystemId("hopper");
        configuration.setAutoNegotiateInterfaceVersion(true);
        DefaultSmppServer server = new DefaultSmppServer(configuration, hopper, Executors.newCachedThreadPool());
        server.start();
        try {
            Connector c = factory(configuration.getPort(), kind).create(BindAs.TRANSCEIVER, ear);
            c.open();
            assertThat(ear.next(Ear.Bound.class)).isEqualTo(new Ear.Bound("hopper", 0x34));
            assertThat(hopper.password).isEqualTo(Accounts.PASSWORD);

            Submission s = submission("hej");
            s.sarReference = 0x1234;
            s.sarTotal = 3;
            s.sarSequence = 2;
            int sequence = c.submit(s);
            c.flush();
            assertThat(ear.next(Ear.Answered.class)).isEqualTo(new Ear.Answered(sequence, 0, "hop-" + sequence));
            SubmitSm read = (SubmitSm) hopper.requests.poll(5, TimeUnit.SECONDS);
            assertThat(read.getShortMessage()).isEqualTo("hej".getBytes(StandardCharsets.US_ASCII));
            assertThat(read.getDestAddress().getAddress()).isEqualTo("46701234567");
            assertThat(read.getSourceAddress().getTon()).isEqualTo((byte) 5);
            assertThat(read.getOptionalParameter((short) 0x020C).getValueAsShort())
                    .isEqualTo((short) 0x1234);
            assertThat(read.getOptionalParameter((short) 0x020F).getValueAsByte())
                    .isEqualTo((byte) 2);

            DeliverSm mo = new DeliverSm();
            mo.setSourceAddress(new com.cloudhopper.smpp.type.Address((byte) 1, (byte) 1, "46705"));
            mo.setDestAddress(new com.cloudhopper.smpp.type.Address((byte) 3, (byte) 0, "72404"));
            mo.setShortMessage(new byte[] {1, 2, 3});
            WindowFuture<Integer, PduRequest, PduResponse> sent = hopper.session.sendRequestPdu(mo, 5000, false);
            Delivery heard = ear.next(Delivery.class);
            assertThat(heard.octets()).containsExactly(1, 2, 3);
            c.answer(heard, 0x14);
            c.flush();
            assertThat(sent.await(5000)).isTrue();
            assertThat(sent.getResponse().getCommandStatus()).isEqualTo(0x14);
            assertThat(hopper.session.enquireLink(new EnquireLink(), 5000).getCommandStatus())
                    .isZero();
            c.enquireLink();
            ear.next(Ear.LinkAlive.class);
            c.unbind();
            assertThat(ear.next(Ear.Closed.class).cause()).isIn(CloseCause.UNBOUND, CloseCause.PEER_CLOSED);
        } finally {
            server.destroy();
        }
    }

    @ParameterizedTest
    @EnumSource
    void opensmpp_takes_a_bind_a_submit_and_an_unbind(TransportKind kind) throws Exception {
        int port = freePort();
        Table users = new Table();
        Record user = new Record();
        user.add(new Attribute("name", "bridge"));
        user.add(new Attribute("password", Accounts.PASSWORD));
        users.add(user);
        DeliveryInfoSender receipts = new DeliveryInfoSender();
        SMSCListenerImpl listener = new SMSCListenerImpl(port, true);
        listener.setPDUProcessorFactory(
                new SimulatorPDUProcessorFactory(new PDUProcessorGroup(), new ShortMessageStore(), receipts, users));
        listener.setAcceptTimeout(100);
        receipts.start();
        listener.start();
        try {
            Connector c = open(port, BindAs.TRANSCEIVER, kind);
            ear.next(Ear.Bound.class);
            int sequence = c.submit(submission("hello"));
            c.flush();
            Ear.Answered answered = ear.next(Ear.Answered.class);
            assertThat(answered.sequence()).isEqualTo(sequence);
            assertThat(answered.status()).isZero();
            assertThat(answered.messageId()).startsWith("Smsc");
            c.enquireLink();
            Object heard = ear.next(Object.class);
            while (!(heard instanceof Ear.LinkAlive)) {
                c.answer((Delivery) heard, 0); // Its receipt may come first.
                c.flush();
                heard = ear.next(Object.class);
            }
            c.unbind();
            heard = ear.next(Object.class);
            while (heard instanceof Delivery) {
                heard = ear.next(Object.class);
            }
            assertThat(((Ear.Closed) heard).cause()).isIn(CloseCause.UNBOUND, CloseCause.PEER_CLOSED);
        } finally {
            receipts.stop();
            listener.stop();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        }
    }

    private static final class Hopper extends DefaultSmppSessionHandler implements SmppServerHandler {
        private final BlockingQueue<PduRequest> requests = new LinkedBlockingQueue<>();
        private volatile String password;
        private volatile SmppServerSession session;

        @Override
        public void sessionBindRequested(Long id, SmppSessionConfiguration configuration, BaseBind bind)
                throws SmppProcessingException {
            password = bind.getPassword();
        }

        @Override
        public void sessionCreated(Long id, SmppServerSession created, BaseBindResp answer) {
            session = created;
            created.serverReady(this);
        }

        @Override
        public void sessionDestroyed(Long id, SmppServerSession gone) {}

        @Override
        public PduResponse firePduRequestReceived(PduRequest request) {
            PduResponse response = request.createResponse();
            if (request instanceof SubmitSm) {
                requests.add(request);
                ((SubmitSmResp) response).setMessageId("hop-" + request.getSequenceNumber());
            }
            return response;
        }
    }
}
