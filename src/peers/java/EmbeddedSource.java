import io.smppbridge.MiddleWare;
import io.smppbridge.SendOutcome;
import io.smppbridge.app.Bridge;
import java.nio.file.Path;

/** The bridge in this process, as a library: threads that hand over one message each and wait until it is on disk. */
final class EmbeddedSource implements Load.Source {
    private Course course;

    @Override
    public void start(Load load) throws Exception {
        course = load.course;
        MiddleWare middleWare = Bridge.start(Path.of(load.text("config"))).middleWare();
        for (int i = 0; i < load.number("threads"); i++) {
            String to = "+" + Load.recipient(i);
            Load.daemon(() -> turns(middleWare, to));
        }
    }

    private void turns(MiddleWare middleWare, String to) {
        try {
            while (course.goesOn()) {
                course.sent(1);
                long now = System.nanoTime();
                course.answered(now, middleWare.send(to, Load.TEXT).get() instanceof SendOutcome.Acceptance);
            }
        } catch (Exception e) {
            course.broke(e.toString());
        }
    }
}
