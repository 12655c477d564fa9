/**
 * How outbound SMS get in that do not come by SMPP: by HTTP and JSON, by a TCP stream, by datagrams. Each ends in
 * {@link io.smppbridge.MiddleWare#send} or, for the stream, in {@link io.smppbridge.StreamDoor}.
 *
 * <p>Doors: {@link io.smppbridge.intake.HttpIntake}, {@link io.smppbridge.intake.TcpIntake}, {@link io.smppbridge.intake.DatagramIntake}.
 * Threads: event loops of the first ({@code intake-http-<n>}) and of the second ({@code intake-tcp-<n>}), the pools of
 * {@link io.smppbridge.stages.ThreeStages} of the third ({@code intake-datagram-…}). What comes is read on them, decided on the bridge's
 * own threads, and answered on them again. Never blocks an event loop, never answers "accepted" before the bridge has said so, never logs a
 * text, a full number or a key.
 */
package io.smppbridge.intake;
