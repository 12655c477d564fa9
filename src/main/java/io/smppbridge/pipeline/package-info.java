/**
 * The two slot rings, outbound and inbound, and the one journal thread that serves both: each stage in order, in one place.
 *
 * <p>Doors: {@link io.smppbridge.PlatformDoor} towards the platform, {@link io.smppbridge.pipeline.Outcomes} and
 * {@link io.smppbridge.pipeline.InboundDoor} towards senders and receivers. The journal thread waits for nothing but the disk.
 */
package io.smppbridge.pipeline;
