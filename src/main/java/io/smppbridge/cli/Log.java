package io.smppbridge.cli;

import io.smppbridge.admin.LogSetup;

/** The process's log, which belongs to whoever started the process: commands in a test leave it alone. */
interface Log {
    /** Leaves the log as it is. */
    Log UNTOUCHED = new Log() {
        @Override
        public void apply(String format, String level) {}

        @Override
        public void quiet() {}

        @Override
        public void level(String level) {}

        @Override
        public void stop() {}
    };

    /** That of {@code ./bridge}. */
    Log OF_PROCESS = new Log() {
        @Override
        public void apply(String format, String level) {
            LogSetup.apply(format, level);
        }

        @Override
        public void quiet() {
            LogSetup.quiet();
        }

        @Override
        public void level(String level) {
            LogSetup.level(level);
        }

        @Override
        public void stop() {
            LogSetup.stop();
        }
    };

    /** For a service: to standard output. */
    void apply(String format, String level);

    /** For a command whose result goes to standard output: warnings to standard error. */
    void quiet();

    void level(String level);

    /** Writes what waits. */
    void stop();
}
