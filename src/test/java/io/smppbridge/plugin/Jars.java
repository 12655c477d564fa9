package io.smppbridge.plugin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Makes plug-in jars as a plug-in's author does: javac against the bridge, then jar. */
public final class Jars {
    private Jars() {}

    /** Of one source file that holds one class. */
    public static Path of(Path directory, String name, String source) throws IOException {
        Path work = Files.createTempDirectory(directory, "javac");
        Path file = Files.writeString(work.resolve(name + ".java"), source);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        work.toString(),
                        file.toString());
        if (code != 0) {
            throw new IOException("javac ended with " + code);
        }
        Path plugins = Files.createDirectories(directory.resolve("plugins"));
        Path jar = plugins.resolve(name + ".jar");
        List<Path> classes;
        try (Stream<Path> found = Files.list(work)) {
            classes = found.filter(path -> path.toString().endsWith(".class")).toList();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path one : classes) {
                out.putNextEntry(new JarEntry(one.getFileName().toString()));
                Files.copy(one, out);
            }
            out.putNextEntry(new JarEntry("META-INF/services/io.smppbridge.plugin.Plugin"));
            out.write(name.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    /** The example of the product. */
    public static Path example(Path directory) throws IOException {
        return of(directory, "WordGuard", Files.readString(Path.of("examples/plugin/WordGuard.java")));
    }

    /** A plug-in that looks at accepted messages as told. */
    public static Path accepting(Path directory, String name, String body) throws IOException {
        return of(directory, name, """
                import io.smppbridge.OutboundSms;
                import io.smppbridge.plugin.*;
                public class %1$s implements AcceptHook {
                    public String name() { return "%2$s"; }
                    public Verdict accept(String account, OutboundSms sms) { %3$s }
                }
                """.formatted(name, name.toLowerCase(java.util.Locale.ROOT), body));
    }
}
