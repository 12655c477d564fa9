package io.smppbridge.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;

/** What came of a command line. */
record Typed(int code, String out, String err) {
    static Typed in(Path directory, Map<String, String> environment, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        Surroundings around = new Surroundings(
                environment,
                directory,
                new Random(7),
                new PrintWriter(out),
                new PrintWriter(err),
                false,
                Log.UNTOUCHED);
        int code = Main.run(around, arguments);
        around.out().flush();
        around.err().flush();
        return new Typed(code, out.toString(), err.toString());
    }

    static Typed in(Path directory, String... arguments) {
        return in(directory, Map.of(), arguments);
    }
}
