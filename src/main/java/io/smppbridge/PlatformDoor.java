package io.smppbridge;

import io.smppbridge.SendOutcome.Durability;

/** What the intakes are given: the platform's door, opened for one account. Safe for any thread. */
public interface PlatformDoor {
    /**
     * The way in for one account.
     *
     * @param account the account the messages belong to
     * @param intake the listener's name in the metrics, such as {@code http}
     * @param durability what a positive answer must mean
     */
    MiddleWare middleWare(String account, String intake, Durability durability);

    /** Questions about one account's messages. */
    Messages messages(String account);
}
