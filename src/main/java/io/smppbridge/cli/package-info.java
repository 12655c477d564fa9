/**
 * The command line: reads what the user typed, has it done, and says in one sentence what went wrong and what to do.
 *
 * <p>Door: {@link io.smppbridge.cli.Main}. Threads: the main thread, and those of the signal handlers. Results go to standard output,
 * complaints to standard error; exit codes are those of {@link io.smppbridge.cli.Exit}. Must never show a stack trace unless asked, a
 * secret, or do the work of a lower floor itself.
 */
package io.smppbridge.cli;
