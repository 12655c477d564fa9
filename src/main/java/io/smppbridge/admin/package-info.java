/**
 * Lets an operator look and pull levers while messages flow: health, metrics, status, the log, reload, dead events, held messages.
 *
 * <p>Doors: {@link io.smppbridge.admin.AdminServer} for a running bridge, {@link io.smppbridge.admin.LogSetup} for the process's log,
 * {@link io.smppbridge.admin.StatusView} for whoever shows a status. Threads: {@code admin-http-1} answers, {@code admin-rates} counts
 * once a second, {@code admin-levers-1} does what may take time, {@code log-writer} writes the log. Reads only what the stations have
 * counted; never makes a station wait, never shows a message's text or a secret, and whole numbers only in the list of those who are opted
 * out. Each route asks for a right ({@code OperatorRoutes}), which {@code Rights} knows of whoever the {@code OperatorGate} let in.
 */
package io.smppbridge.admin;
