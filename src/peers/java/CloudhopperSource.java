import com.cloudhopper.smpp.PduAsyncResponse;
import com.cloudhopper.smpp.SmppBindType;
import com.cloudhopper.smpp.SmppSession;
import com.cloudhopper.smpp.SmppSessionConfiguration;
import com.cloudhopper.smpp.impl.DefaultSmppClient;
import com.cloudhopper.smpp.impl.DefaultSmppSessionHandler;
import com.cloudhopper.smpp.pdu.PduRequest;
import com.cloudhopper.smpp.pdu.SubmitSm;
import com.cloudhopper.smpp.type.Address;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** A thread a bind submits without waiting, as far as the library's window has room; answers come by its handler. */
final class CloudhopperSource implements Load.Source {
    private static final byte[] TEXT = Load.TEXT.getBytes(StandardCharsets.US_ASCII);
    private static final long PATIENCE_MILLIS = 60_000;

    private Course course;

    @Override
    public void start(Load load) throws Exception {
        course = load.course;
        int binds = load.number("connections");
        DefaultSmppClient client = new DefaultSmppClient(Executors.newCachedThreadPool(), binds);
        for (int i = 0; i < binds; i++) {
            SmppSessionConfiguration configuration =
                    new SmppSessionConfiguration(SmppBindType.TRANSCEIVER, "bench", "bench");
            configuration.setHost("127.0.0.1");
            configuration.setPort(load.number("port"));
            configuration.setWindowSize(load.number("window"));
            configuration.getLoggingOptions().setLogPdu(false);
            configuration.getLoggingOptions().setLogBytes(false);
            SmppSession session = client.bind(configuration, new Handler());
            String to = Load.recipient(i);
            Load.daemon(() -> turns(session, to));
        }
    }

    private void turns(SmppSession session, String to) {
        try {
            while (course.goesOn()) {
                SubmitSm submit = new SubmitSm();
                submit.setSourceAddress(new Address((byte) 5, (byte) 0, "Acme"));
                submit.setDestAddress(new Address((byte) 1, (byte) 1, to));
                submit.setShortMessage(TEXT);
                submit.setReferenceObject(System.nanoTime());
                course.sent(1);
                session.sendRequestPdu(submit, PATIENCE_MILLIS, false);
            }
        } catch (Exception e) {
            course.broke(e.toString());
        }
    }

    /** A time in it counts from before the wait for room in the window. */
    private final class Handler extends DefaultSmppSessionHandler {
        @Override
        public void fireExpectedPduResponseReceived(PduAsyncResponse response) {
            PduRequest<?> request = response.getRequest();
            course.answered(
                    (Long) request.getReferenceObject(), response.getResponse().getCommandStatus() == 0);
        }

        @Override
        public void fireChannelUnexpectedlyClosed() {
            course.broke("the sink has closed a connection");
        }
    }
}
