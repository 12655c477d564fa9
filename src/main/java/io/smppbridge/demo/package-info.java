/**
 * The main job in view: a bridge with a real configuration, carriers in a second process, and a platform that sends over HTTP, hears by
 * webhook, and adds up at the end.
 *
 * <p>Door: {@link io.smppbridge.demo.Demo}. Threads: the caller's, {@code platform} which sends, {@code webhook} which hears. It uses
 * only what a platform and an operator have: HTTP, a configuration file, the counters. Must never balance its books by looking inside.
 */
package io.smppbridge.demo;
