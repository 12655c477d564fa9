package io.smppbridge.cli;

import io.smppbridge.settings.KeyHash;
import io.smppbridge.settings.Whereabouts;
import io.smppbridge.threads.OwnedBy;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that speak to a running bridge as a platform does, and where they lead. */
@OwnedBy("the command's thread")
final class IntakeDoor {
    /** The key that the shipped configuration names for everybody to read; good for loopback only. */
    private static final String EXAMPLE_KEY = "sb_00000000000000e1_example-key-that-everybody-knows";

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The bridge's configuration, which says where it is (the usual places).")
    private Optional<Path> file = Optional.empty();

    @Option(names = "--url", paramLabel = "URL", description = "Where the bridge is (as the configuration says).")
    private Optional<String> url = Optional.empty();

    @Mixin
    private ApiKey key;

    private boolean keyShown;

    /** A client of the bridge that the options mean. */
    Rest open(Surroundings around) throws Exception {
        Optional<Whereabouts> config = url.isPresent() && file.isEmpty()
                ? Optional.empty()
                : LocalConfig.find(around, file, url.isPresent(), Whereabouts.Need.HTTP);
        URI address = url.map(Rest::address)
                .or(() -> config.map(IntakeDoor::address))
                .orElse(URI.create("http://127.0.0.1:8080"));
        Optional<String> shown = key.given(around).or(() -> config.flatMap(IntakeDoor::exampleKey));
        keyShown = shown.isPresent();
        return new Rest(
                address,
                shown,
                url.isPresent() ? "--url" : config.isPresent() ? "intake.http.port" : "the usual port",
                "");
    }

    /** Why the bridge has not done it. */
    Complaint refused(Rest.Answer answer, String what) {
        if (answer.status() == 401) {
            return new Complaint(
                    Exit.FAILURE,
                    keyShown
                            ? "the bridge does not know this key; ./bridge key makes one, its hash belongs into account.<name>.key-hash"
                            : "the bridge wants a key: --key-file FILE, --key KEY or $BRIDGE_KEY; ./bridge key makes one");
        }
        return new Complaint(Exit.FAILURE, what + ": " + Rest.problem(answer));
    }

    private static URI address(Whereabouts config) {
        Whereabouts.Listener http = config.http();
        if (!http.enabled()) {
            throw new Complaint(
                    Exit.USAGE,
                    "intake.http.enabled = false in the configuration: this bridge takes no messages by HTTP");
        }
        if (http.port() == 0) {
            throw new Complaint(
                    Exit.USAGE,
                    "intake.http.port = 0 in the configuration: the log says which port it got, name it by --url");
        }
        return LocalConfig.address(http.host(), http.port());
    }

    private static Optional<String> exampleKey(Whereabouts config) {
        boolean known = config.keyHashes().stream()
                .flatMap(hash -> KeyHash.parse(hash).stream())
                .anyMatch(hash -> hash.matches(EXAMPLE_KEY));
        return known ? Optional.of(EXAMPLE_KEY) : Optional.empty();
    }
}
