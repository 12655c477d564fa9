package io.smppbridge.settings;

import java.util.List;

/** What came of reading a configuration: all of it, or all its faults. */
public sealed interface LoadOutcome {
    /**
     * It can be used.
     *
     * @param config the values
     * @param settings the same, key by key, with where each was said; for print-outs and {@link ConfigChange}
     * @param warnings what works, but hardly as meant
     */
    record Loaded(BridgeConfig config, Settings settings, List<ConfigWarning> warnings) implements LoadOutcome {}

    /**
     * It cannot.
     *
     * @param faults all of them, in the order of the files; never empty
     */
    record Faulty(List<ConfigFault> faults) implements LoadOutcome {}
}
