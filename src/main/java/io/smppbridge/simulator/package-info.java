/**
 * A scriptable, deterministic carrier SMSC for demos, tests and users: it answers as told, misbehaves as told, and counts what it saw.
 *
 * <p>Doors: {@link io.smppbridge.simulator.SmscSimulator}, built from a {@link io.smppbridge.simulator.SimulatorConfig};
 * {@link io.smppbridge.simulator.SimulatedPort} steers one port while it runs.
 *
 * <p>Threads: one event loop, {@code smsc-sim-1}, owns every session, timer, counter and the HTTP side; doors hand work to it.
 *
 * <p>Must never: share SMPP code with a transport that it tests (the small codec here is its own and may send what a correct
 * one cannot), hold more than its configured bounds, or answer other than the script says.
 */
package io.smppbridge.simulator;
