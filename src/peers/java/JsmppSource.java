import java.nio.charset.StandardCharsets;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.DataCodings;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.session.BindParameter;
import org.jsmpp.session.SMPPSession;

/** The library's own blocking submit, from many threads that share the binds. */
final class JsmppSource implements Load.Source {
    private static final byte[] TEXT = Load.TEXT.getBytes(StandardCharsets.US_ASCII);

    private Course course;

    @Override
    public void start(Load load) throws Exception {
        course = load.course;
        SMPPSession[] sessions = new SMPPSession[load.number("connections")];
        for (int i = 0; i < sessions.length; i++) {
            sessions[i] = new SMPPSession();
            sessions[i].setTransactionTimer(60_000);
            sessions[i].connectAndBind(
                    "127.0.0.1",
                    load.number("port"),
                    new BindParameter(
                            BindType.BIND_TRX,
                            "bench",
                            "bench",
                            "",
                            TypeOfNumber.UNKNOWN,
                            NumberingPlanIndicator.UNKNOWN,
                            null));
        }
        for (int i = 0; i < load.number("threads"); i++) {
            SMPPSession session = sessions[i % sessions.length];
            String to = Load.recipient(i);
            Load.daemon(() -> turns(session, to));
        }
    }

    private void turns(SMPPSession session, String to) {
        try {
            while (course.goesOn()) {
                course.sent(1);
                long now = System.nanoTime();
                course.answered(now, submit(session, to));
            }
        } catch (Exception e) {
            course.broke(e.toString());
        }
    }

    private static boolean submit(SMPPSession session, String to) throws Exception {
        try {
            session.submitShortMessage(
                    "",
                    TypeOfNumber.ALPHANUMERIC,
                    NumberingPlanIndicator.UNKNOWN,
                    "Acme",
                    TypeOfNumber.INTERNATIONAL,
                    NumberingPlanIndicator.ISDN,
                    to,
                    new ESMClass(),
                    (byte) 0,
                    (byte) 0,
                    null,
                    null,
                    new RegisteredDelivery(0),
                    (byte) 0,
                    DataCodings.ZERO,
                    (byte) 0,
                    TEXT);
            return true;
        } catch (NegativeResponseException e) {
            return false;
        }
    }
}
