package io.smppbridge.cli;

import io.smppbridge.demo.Demo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./bridge demo}. */
@Command(
        name = "demo",
        description = {
            "See the main job at work, nothing to set up.",
            "Three simulated carriers in a second process, the bridge with a real configuration, and a platform",
            "that sends over HTTP, hears by webhook, and adds up at the end."
        },
        footer = {
            "",
            "Examples: ./bridge demo",
            "          ./bridge demo --for 2m --rate 2000 --keep",
            "Needs no free port in particular. Exit code 0 only if everything adds up; 130 or 143 where INT or",
            "TERM comes before anything is sent."
        })
final class DemoCommand implements Callable<Integer> {
    private final Surroundings around;

    @Option(names = "--for", paramLabel = "TIME", defaultValue = "30s", description = "How long to send (30s).")
    private Duration time = Duration.ofSeconds(30);

    @Option(names = "--rate", paramLabel = "N", defaultValue = "300", description = "Messages per second (300).")
    private int rate = 300;

    @Option(names = "--keep", description = "Keep configuration and journal to look at.")
    private boolean keep;

    @Option(names = "--dir", paramLabel = "DIR", description = "Where to put them (among the temporary files).")
    private Optional<Path> directory = Optional.empty();

    DemoCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() throws Exception {
        if (rate < 1 || rate > 50_000 || time.toSeconds() < 1) {
            throw new Complaint(Exit.USAGE, "--rate and --for: expected 1..50000 messages per second, for at least 1s");
        }
        around.log().quiet();
        around.log().level("error"); // the slow carrier loses its bind on purpose: the table shows it
        Ending ending = new Ending();
        ending.onTermination();
        String where = directory.map(around::resolve).map(Path::toString).orElse("");
        Demo.Options options =
                new Demo.Options(time, rate, keep || directory.isPresent(), where, simulator(), around.terminal());
        try {
            return Demo.run(options, around.out(), ending.wanted()) ? Exit.OK : Exit.FAILURE;
        } catch (Demo.NotBegun e) {
            return ending.why().orElseThrow(() -> e);
        }
    }

    /** This program once more, by the same Java and from the same jar. */
    private static List<String> simulator() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "smsc-sim",
                "--until-input-ends");
    }
}
