package io.smppbridge.settings;

import java.util.List;

/**
 * What an account may do at the listeners that speak as other gateways do ({@code account.<name>.dropin.*}).
 *
 * @param user the user name it sends ({@code user}); empty: it does not use them
 * @param passwordHashes of its passwords, any of which opens ({@code password-hash})
 * @param callbackHosts hosts, with a port after a colon where it matters, that its callbacks may go to ({@code callback-hosts}); empty:
 *     messages that ask for callbacks are refused
 */
public record DropInAccount(String user, List<String> passwordHashes, List<String> callbackHosts) {
    static final String PREFIX = "dropin.";

    public DropInAccount {
        passwordHashes = List.copyOf(passwordHashes);
        callbackHosts = List.copyOf(callbackHosts);
    }
}
