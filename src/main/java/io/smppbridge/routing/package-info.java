/**
 * Chooses the SMSC account that a message goes to, and says why; changes addresses and text on the way; stops what goes round in a circle.
 *
 * <p>Doors: {@link io.smppbridge.routing.RouteTable} and the {@link io.smppbridge.routing.Route} it finds;
 * {@link io.smppbridge.routing.Rewriting}; {@link io.smppbridge.routing.LoopGuard}; {@link io.smppbridge.routing.Numbers} for others who
 * compare numbers. Routes and rewriting are immutable: their owner swaps them whole at a reload, so each message sees one version. Only the
 * loop guard remembers, what has come lately, also over a reload. Safe for any thread; never waits.
 */
package io.smppbridge.routing;
