/**
 * What other people may add to the bridge, and what runs it so that it cannot harm.
 *
 * <p>Doors: the interfaces {@link io.smppbridge.plugin.AcceptHook}, {@link io.smppbridge.plugin.RouteHook},
 * {@link io.smppbridge.plugin.SubmitHook}, {@link io.smppbridge.plugin.ReceiptHook} and {@link io.smppbridge.plugin.InboundHook} for whoever
 * writes a plug-in; {@link io.smppbridge.plugin.PluginHost} for the bridge. Plug-ins run on threads of their own ({@code plugin-<name>-<n>}),
 * each call has a deadline. They never run on the journal thread or on a thread that reads sockets.
 */
package io.smppbridge.plugin;
