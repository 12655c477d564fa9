package io.smppbridge.plugin;

import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the plug-ins of one jar and starts them. All that is theirs, constructor and name included, runs on a thread of its own and within
 * a time, so that whatever one does, the others and the bridge start.
 */
@OwnedBy("whoever starts the bridge")
final class PluginStart {
    private static final Logger LOG = LoggerFactory.getLogger(PluginStart.class);
    private static final Duration WITHIN = Duration.ofSeconds(10);
    private static final int MOST = 100;
    private static final String NAME = "[a-z0-9-]{1,64}";

    private final Path jar;
    private final ClassLoader loader;
    private final List<String> wanted;

    /**
     * One that works.
     *
     * @param what its class and jar, for people
     */
    record Made(Plugin plugin, String name, String what) {}

    /** @param wanted names; empty for all */
    PluginStart(Path jar, ClassLoader loader, List<String> wanted) {
        this.jar = jar;
        this.loader = loader;
        this.wanted = wanted;
    }

    /** @param left hears of those that cannot be used: which, and why */
    List<Made> all(BiConsumer<String, String> left) {
        List<Made> all = new ArrayList<>();
        Iterator<ServiceLoader.Provider<Plugin>> found =
                ServiceLoader.load(Plugin.class, loader).stream().iterator();
        for (int i = 0; i < MOST; i++) {
            String what = jar.getFileName().toString();
            try {
                if (!found.hasNext()) {
                    break;
                }
                ServiceLoader.Provider<Plugin> provider = found.next();
                what = provider.type().getName() + " of " + jar.getFileName();
                String named = what;
                guarded(() -> make(provider, named)).ifPresent(all::add);
            } catch (ServiceConfigurationError | LinkageError | IllegalStateException e) {
                left.accept(what, why(e));
            }
        }
        return all;
    }

    private Optional<Made> make(ServiceLoader.Provider<Plugin> provider, String what) {
        Plugin plugin = provider.get();
        String name = plugin.name();
        if (name == null || !name.matches(NAME)) {
            throw new IllegalStateException("it calls itself " + name + ", expected a name of a-z, 0-9 and -");
        }
        if (!wanted.isEmpty() && !wanted.contains(name)) {
            LOG.info("plug-in {} of {} is not named in plugin.names and is left out", name, jar.getFileName());
            return Optional.empty();
        }
        try {
            plugin.start(jar.toAbsolutePath().getParent());
        } catch (Exception e) {
            throw new IllegalStateException("its start threw " + e, e);
        }
        return Optional.of(new Made(plugin, name, what));
    }

    /** @throws IllegalStateException whatever else it throws, or when it takes too long */
    private static <T> T guarded(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        NamedThreads.single("plugin-start", task).start();
        try {
            return task.get(WITHIN.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException(why(e.getCause()), e.getCause());
        } catch (TimeoutException e) {
            task.cancel(true);
            throw new IllegalStateException(
                    "its constructor or start took longer than " + WITHIN.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** A constructor's own words stand in the cause of what the loader throws. */
    private static String why(Throwable thrown) {
        if (thrown instanceof ServiceConfigurationError && thrown.getCause() != null) {
            return "its constructor threw " + thrown.getCause();
        }
        return thrown instanceof IllegalStateException && thrown.getMessage() != null
                ? thrown.getMessage()
                : thrown.toString();
    }
}
