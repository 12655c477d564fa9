package io.smppbridge.cli;

import io.smppbridge.admin.AdminKey;
import io.smppbridge.settings.Whereabouts;
import io.smppbridge.settings.Whereabouts.Need;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The operator's way to a running bridge: its admin listener, and the key to it. */
final class AdminDoor {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "The bridge's configuration, which says where it is (the usual places).")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--url", paramLabel = "URL", description = "Its admin listener (as the configuration says).")
    private Optional<String> url = Optional.empty();

    @Mixin
    private ApiKey key;

    /** The configuration that the user named. */
    Optional<Path> config() {
        return config;
    }

    Rest open(Surroundings around) {
        Optional<Whereabouts> local =
                LocalConfig.find(around, config, url.isPresent(), url.isPresent() ? Need.OPERATOR_KEY : Need.OPERATOR);
        URI address = url.map(Rest::address)
                .or(() -> local.map(AdminDoor::address))
                .orElse(URI.create("http://127.0.0.1:9090"));
        Optional<String> shown = key.given(around).or(() -> local.flatMap(AdminDoor::left));
        return new Rest(
                address,
                shown,
                url.isPresent() ? "--url" : local.isPresent() ? "admin.port" : "the usual port",
                unknown(around));
    }

    /** What to say when the bridge does not know the key: a platform's, in the variable that send reads too, is the usual reason. */
    private String unknown(Surroundings around) {
        String from = key.from(around);
        if (from.isEmpty()) {
            return "the bridge wants the operator's key: that of admin.key-hash by --key-file or $BRIDGE_KEY, or where there is none,"
                    + " run this as the bridge's own user with its configuration (--config FILE); a start makes that one anew, so ask again if"
                    + " the bridge has only just begun";
        }
        return from + " is no operator's key; "
                + (from.startsWith("$") ? "unset it" : "leave it out")
                + " where the bridge has no admin.key-hash (admin.key beside its journal, which each start makes anew, is read then),"
                + " or give the key of admin.key-hash by --key-file";
    }

    private static URI address(Whereabouts local) {
        Whereabouts.Listener admin = local.operator();
        if (!admin.enabled()) {
            throw new Complaint(Exit.USAGE, "admin.enabled = false in the configuration: this bridge cannot be asked");
        }
        if (admin.port() == 0) {
            throw new Complaint(
                    Exit.USAGE,
                    "admin.port = 0 in the configuration: the log says which port it got, name it by --url");
        }
        return LocalConfig.address(admin.host(), admin.port());
    }

    /** The key that a bridge without admin.key-hash leaves beside its journal. */
    private static Optional<String> left(Whereabouts local) {
        Path journal = local.journal();
        try {
            return AdminKey.read(journal).map(io.smppbridge.settings.Secret::reveal);
        } catch (IOException e) {
            throw new Complaint(
                    Exit.IO,
                    journal.resolve(AdminKey.FILE) + " cannot be read (" + FileTrouble.words(e)
                            + "); run this as the bridge's own user, or give the operator's key by --key-file",
                    e);
        }
    }

    /** An answer that is good, or the end of the command. */
    static Rest.Answer good(Rest.Answer answer) {
        if (answer.isGood()) {
            return answer;
        }
        throw new Complaint(answer.status() == 422 ? Exit.USAGE : Exit.FAILURE, Rest.problem(answer));
    }
}
