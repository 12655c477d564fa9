package io.smppbridge.pipeline;

import io.smppbridge.routing.LoopGuard;
import io.smppbridge.routing.Rewriting;
import io.smppbridge.routing.RouteTable;
import io.smppbridge.settings.RoutingConfig;

/**
 * How messages are changed and routed by one version of the configuration.
 *
 * @param downForNanos before messages leave an SMSC without binds, where their route says so
 * @param receiptAfterMs before a missing receipt moves a message on, where its route says so
 */
record Ways(RouteTable routes, Rewriting rewriting, LoopGuard loops, long downForNanos, long receiptAfterMs) {
    /** @param before what it knows of messages that go round stays known */
    static Ways of(RoutingConfig config, LoopGuard before) {
        return new Ways(
                new RouteTable(config),
                new Rewriting(config),
                before.with(config.loops()),
                config.downFor().toNanos(),
                config.receiptAfter().toMillis());
    }
}
