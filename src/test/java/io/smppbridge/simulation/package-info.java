/**
 * One seed, one run: the pipeline, the senders and the hand-back as they are, driven step by step by one thread in a world of turned clocks, a disk
 * with faults, a carrier with faults, callers and a platform. {@link io.smppbridge.simulation.SimulationTest} is the door;
 * {@code docs/simulation.md} says how to read a failure.
 */
package io.smppbridge.simulation;
