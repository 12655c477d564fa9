/**
 * A server in three stages, each with a pool of threads of its own, coupled by nothing but rings of slots that are made at the start:
 * pre-processing receives and decodes, processing works, post-processing answers. After "SMP-Based, Multi-Threaded Server Architecture"
 * (Nagarajayya, 2001); the words recv, service, worker, on-demand, resp and slot are his.
 *
 * <p>Door: {@link io.smppbridge.stages.ThreeStages}, which is given {@link io.smppbridge.stages.Pools} and does a
 * {@link io.smppbridge.stages.Work}. Threads: those that {@code Pools} says, named after who starts them. A {@code Crew} of them may change stages. Holds no lock, allocates nothing
 * for a message, never grows a queue: a ring has room for every slot there is. Knows neither sockets nor messages.
 */
package io.smppbridge.stages;
