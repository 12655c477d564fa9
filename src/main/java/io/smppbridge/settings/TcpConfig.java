package io.smppbridge.settings;

import java.time.Duration;

/**
 * The stream intake ({@code intake.tcp.*}).
 *
 * @param enabled {@code intake.tcp.enabled}
 * @param host {@code intake.tcp.host}, loopback by default
 * @param port {@code intake.tcp.port}, 0 for any free one
 * @param threads event loops ({@code intake.tcp.threads})
 * @param connections most connections at once; beyond it the oldest that has not logged in gives way ({@code intake.tcp.connections})
 * @param maxFrame octets of a frame's content ({@code intake.tcp.max-frame})
 * @param ackEvery how long ACKs are gathered; zero for one ACK a message ({@code intake.tcp.ack-every})
 * @param silence without a frame for so long, a connection is ended ({@code intake.tcp.silence})
 * @param window messages of one connection that may wait for their ACK ({@code intake.tcp.window})
 * @param account whose messages come from clients that do not log in; empty where all must ({@code intake.tcp.account})
 * @param to destination of messages that are bare text, from clients that do not log in; may be empty ({@code intake.tcp.to})
 * @param durability {@code intake.tcp.durability}
 */
public record TcpConfig(
        boolean enabled,
        String host,
        int port,
        int threads,
        int connections,
        int maxFrame,
        Duration ackEvery,
        Duration silence,
        int window,
        String account,
        String to,
        NodeConfig.Durability durability) {}
