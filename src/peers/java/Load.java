import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Load for src/peers/run: what=http|smpp|jsmpp|cloudhopper|embedded, with port, connections (or binds), window or threads, warmup and for in
 * seconds, or messages to send so many; request names the file of an HTTP request, in which ## stands for two digits.
 */
public final class Load {
    /** A usual text: 58 characters, one part. */
    static final String TEXT = "Your code is 123456. It is valid for ten minutes; keep it.";

    private final Map<String, String> options = new HashMap<>();
    final Course course = new Course();

    private Load(String[] arguments) {
        for (String argument : arguments) {
            options.put(argument.substring(0, argument.indexOf('=')), argument.substring(argument.indexOf('=') + 1));
        }
    }

    String text(String key) {
        return options.get(key);
    }

    int number(String key) {
        return Integer.parseInt(options.get(key));
    }

    /** By thread, counted from 0. */
    static String recipient(int number) {
        return Integer.toString(46_700_000 + number % 100) + "000";
    }

    /** One load, on its own threads, as long as the course goes on. */
    interface Source {
        void start(Load load) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Load load = new Load(arguments);
        try {
            source(load.text("what")).start(load);
        } catch (Exception e) {
            load.course.broke(e.toString());
        }
        if (load.text("messages") != null) {
            load.course.run(load.number("messages"));
        } else {
            load.course.run(Duration.ofSeconds(load.number("warmup")), Duration.ofSeconds(load.number("for")));
        }
        // Whoever measures ends it; until then processor time of this process can be read.
        System.in.readAllBytes();
        System.exit(0);
    }

    /** By name, for each is compiled only where its library is there. */
    private static Source source(String what) throws Exception {
        String name = Character.toUpperCase(what.charAt(0)) + what.substring(1) + "Source";
        return (Source) Class.forName(name).getDeclaredConstructor().newInstance();
    }

    static byte[] request(String file) throws Exception {
        return Files.readAllBytes(Path.of(file));
    }

    static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }
}
