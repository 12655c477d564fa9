package io.smppbridge;

import io.smppbridge.SendOutcome.Durability;
import java.util.Optional;

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

    /**
     * The way in for one stream of an account.
     *
     * @param client the stream's name within the account; empty for one that ends with its connection
     */
    StreamDoor stream(String account, String intake, Durability durability, String client);

    /**
     * What every message would be told now, whoever sends it and wherever it goes; empty while some may be taken. Asked before a request is
     * read, so that under too much load to refuse costs little.
     *
     * @param nearlyFull whether a bag of which less than a tenth is free counts as full: for whoever has been refused just now
     */
    default Optional<SendOutcome.Refusal> refusesAll(boolean nearlyFull) {
        return Optional.empty();
    }

    /** Questions about one account's messages. */
    Messages messages(String account);
}
