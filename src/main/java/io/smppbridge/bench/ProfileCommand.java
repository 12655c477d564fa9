package io.smppbridge.bench;

import io.smppbridge.threads.OwnedBy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./bridge bench profile}: a flight recording as tables. */
@Command(
        name = "profile",
        description = "Say where the time went, what allocated and what was waited for, by a flight recording.",
        footer = {"", "docs/performance.md says how to make one.", "Example:", "  ./bridge bench profile /tmp/bulk.jfr"
        })
@OwnedBy("the thread that calls it")
public final class ProfileCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The recording, from any bridge.")
    private Path file;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Messages a second meanwhile: waits are told per 1,000 messages then.")
    private double perSecond = Double.NaN;

    @Override
    public Integer call() throws IOException {
        if (!Files.isReadable(file)) {
            throw new ParameterException(spec.commandLine(), file + " cannot be read, expected a flight recording");
        }
        PrintWriter out = spec.commandLine().getOut();
        out.print(FlightProfile.of(file).text(perSecond));
        out.flush();
        return 0;
    }
}
