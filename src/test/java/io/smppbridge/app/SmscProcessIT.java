package io.smppbridge.app;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The main job with the SMSC in a process of its own: our simulator always, SMPPSim where there is one (docs/smppsim.md). */
@Timeout(150)
@Tag("crowd")
class SmscProcessIT {
    @TempDir
    Path directory;

    @Test
    @Tag("S1.16")
    void the_main_job_runs_against_the_simulator_in_another_process() throws Exception {
        try (Child simulator =
                new Child(List.of(), "smsc-sim", "--port", "0", "--accounts", "smppclient1:password", "--for", "2m")) {
            int port = Integer.parseInt(simulator.awaitLine("SMPP on 127.0.0.1:(\\d+)"));
            int httpPort = Integer.parseInt(simulator.awaitLine("page: http://127.0.0.1:(\\d+)/"));
            RoundTrip.run(directory, "127.0.0.1", port, httpPort);
        }
    }

    @Test
    @Tag("S1.16")
    @Tag("smppsim")
    void the_main_job_runs_against_smppsim() throws Exception {
        RoundTrip.run(
                directory,
                System.getProperty("smppsim.host", "127.0.0.1"),
                Integer.getInteger("smppsim.port", 2775),
                Integer.getInteger("smppsim.httpPort", 88));
    }
}
