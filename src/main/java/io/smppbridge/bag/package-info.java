/**
 * The bag of tasks: routed messages waiting for a sender, one bag for each SMSC account, by priority and due time, bounded by credits.
 *
 * <p>Doors: {@link io.smppbridge.bag.TaskBag} and {@link io.smppbridge.bag.Task}. Filled by the journal thread, emptied by sender
 * threads, one at a time. Never blocks, never discards.
 */
package io.smppbridge.bag;
