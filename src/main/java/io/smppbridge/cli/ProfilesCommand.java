package io.smppbridge.cli;

import io.smppbridge.settings.ShippedProfiles;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code ./bridge profiles}. */
@Command(
        name = "profiles",
        description = "Print the profiles of carriers that come with the bridge, with where each was taken from.",
        footer = {"", "An SMSC takes one over by   smsc.<name>.profile = <profile>", "Example: ./bridge profiles | less"
        })
final class ProfilesCommand implements Callable<Integer> {
    private final Surroundings around;

    ProfilesCommand(Surroundings around) {
        this.around = around;
    }

    @Override
    public Integer call() {
        around.out().print(ShippedProfiles.text());
        around.out().flush();
        return Exit.OK;
    }
}
