package io.smppbridge.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Finds the handler of a method and path. A path is literal but for one trailing or inner {@code {parameter}} that holds one segment.
 * Immutable once built.
 */
public final class Router {
    /** Answers one kind of request, on an event loop: must not block. What it throws becomes a 500 without details. */
    @FunctionalInterface
    public interface Handler {
        void handle(Exchange exchange) throws Exception;
    }

    /** Who may call a route. */
    public enum Access {
        /** Anybody: only what a probe needs. */
        OPEN,
        /** Whoever the {@link Gate} lets pass. */
        KEY
    }

    /** One kind of request that a listener answers. */
    public record Offer(String path, String method, Access access) {}

    record Route(String method, Access access, boolean body, Handler handler, Overload overload) {
        Route(String method, Access access, boolean body, Handler handler) {
            this(method, access, body, handler, Overload.NEVER);
        }
    }

    /**
     * The routes of one path.
     *
     * @param allow for the {@code Allow} header
     */
    record Resource(Map<String, Route> routes, String allow) {
        /** Whether none of them asks for a key: then a key does not make another method right either. */
        boolean isOpen() {
            return routes.values().stream().allMatch(route -> route.access() == Access.OPEN);
        }
    }

    record Pattern(String before, String after, Resource resource) {
        /** The parameter's value; empty when the path is another one. */
        String match(String path) {
            boolean fits =
                    path.length() > before.length() + after.length() && path.startsWith(before) && path.endsWith(after);
            String value = fits ? path.substring(before.length(), path.length() - after.length()) : "";
            return value.indexOf('/') < 0 ? value : "";
        }
    }

    /** What a path led to. */
    record Match(Resource resource, String parameter) {}

    private final Map<String, Match> literal = new HashMap<>();
    private final List<Pattern> patterns = new ArrayList<>();
    private final List<Offer> offers = new ArrayList<>();

    private Router(Map<String, Map<String, Route>> routes) {
        routes.forEach((path, byMethod) -> {
            Resource resource = new Resource(Map.copyOf(byMethod), allow(byMethod));
            byMethod.values().forEach(route -> offers.add(new Offer(path, route.method(), route.access())));
            int open = path.indexOf('{');
            if (open < 0) {
                literal.put(path, new Match(resource, ""));
            } else {
                patterns.add(new Pattern(path.substring(0, open), path.substring(path.indexOf('}') + 1), resource));
            }
        });
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Everything that it finds a handler for, as it was given. */
    public List<Offer> offers() {
        return List.copyOf(offers);
    }

    /** The resource at a path, or null: asked once for each request, within this package. */
    Match find(String path) {
        Match match = literal.get(path);
        if (match != null) {
            return match;
        }
        for (Pattern pattern : patterns) {
            String value = pattern.match(path);
            if (!value.isEmpty()) {
                return new Match(pattern.resource(), value);
            }
        }
        return null;
    }

    private static String allow(Map<String, Route> byMethod) {
        StringJoiner allow = new StringJoiner(", ");
        byMethod.keySet().stream().sorted().forEach(method -> {
            allow.add(method);
            if (method.equals("GET")) {
                allow.add("HEAD");
            }
        });
        return allow.toString();
    }

    /** Collects routes. */
    public static final class Builder {
        private final Map<String, Map<String, Route>> routes = new HashMap<>();

        /** A GET, and with it a HEAD. */
        public Builder get(String path, Access access, Handler handler) {
            return add(path, new Route("GET", access, false, handler));
        }

        /** A GET, and with it a HEAD, that may have a body. */
        public Builder getWithBody(String path, Access access, Handler handler) {
            return add(path, new Route("GET", access, true, handler));
        }

        /** A POST with a body. */
        public Builder post(String path, Access access, Handler handler) {
            return add(path, new Route("POST", access, true, handler));
        }

        /** A POST with a body that need not be read when there is too much to do. */
        public Builder post(String path, Access access, Overload overload, Handler handler) {
            return add(path, new Route("POST", access, true, handler, overload));
        }

        public Builder put(String path, Access access, Handler handler) {
            return add(path, new Route("PUT", access, true, handler));
        }

        /** A PATCH with a body. */
        public Builder patch(String path, Access access, Handler handler) {
            return add(path, new Route("PATCH", access, true, handler));
        }

        public Builder delete(String path, Access access, Handler handler) {
            return add(path, new Route("DELETE", access, false, handler));
        }

        public Router build() {
            return new Router(routes);
        }

        private Builder add(String path, Route route) {
            routes.computeIfAbsent(path, p -> new HashMap<>()).put(route.method(), route);
            return this;
        }
    }
}
