package io.smppbridge.settings;

import java.util.List;

/**
 * The datagram intake ({@code intake.datagram.*}).
 *
 * @param enabled {@code intake.datagram.enabled}
 * @param host {@code intake.datagram.host}, loopback by default
 * @param port {@code intake.datagram.port}, 0 for any free one
 * @param from addresses and ranges that may send; empty for all, on loopback only ({@code intake.datagram.from})
 * @param receiveBuffer octets that the operating system may keep ({@code intake.datagram.receive-buffer})
 * @param threads of its stages
 * @param durability {@code intake.datagram.durability}
 */
public record DatagramConfig(
        boolean enabled,
        String host,
        int port,
        List<String> from,
        int receiveBuffer,
        Threads threads,
        NodeConfig.Durability durability) {
    public DatagramConfig {
        from = List.copyOf(from);
    }

    /**
     * The pools of its three stages, and the slots between them.
     *
     * @param recv {@code intake.datagram.recv}
     * @param service {@code intake.datagram.service}
     * @param workers {@code intake.datagram.worker}; 0: service threads process themselves
     * @param onDemand {@code intake.datagram.on-demand}
     * @param resp {@code intake.datagram.resp}
     * @param slots {@code intake.datagram.slots}
     * @param slotSize octets ({@code intake.datagram.slot-size})
     * @param high whether they ask for the highest priority ({@code intake.datagram.priority})
     * @param managed whether they are moved to where most waits ({@code intake.datagram.manager})
     */
    public record Threads(
            int recv,
            int service,
            int workers,
            int onDemand,
            int resp,
            int slots,
            int slotSize,
            boolean high,
            boolean managed) {}
}
