/**
 * How outbound SMS get in: by HTTP and JSON. Every way in ends in {@link io.smppbridge.MiddleWare#send}.
 *
 * <p>Door: {@link io.smppbridge.intake.HttpIntake}. Threads: the event loops of its {@link io.smppbridge.http.HttpServer}; a request is read
 * on its loop, decided on the bridge's own threads, and answered on its loop again. Never blocks, never answers "accepted" before the bridge
 * has said so, never logs a text, a full number or a key.
 */
package io.smppbridge.intake;
