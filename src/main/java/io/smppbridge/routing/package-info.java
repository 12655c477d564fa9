/**
 * Chooses the SMSC account that a message goes to, and says why.
 *
 * <p>Doors: {@link io.smppbridge.routing.RouteTable} and the {@link io.smppbridge.routing.Route} it finds; {@link io.smppbridge.routing.Numbers} for others who compare numbers. Immutable: its owner swaps a
 * whole table at a reload, so each message sees one version. Safe for any thread; never waits.
 */
package io.smppbridge.routing;
