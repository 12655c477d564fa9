package io.smppbridge.pipeline;

import io.smppbridge.Encoding;
import io.smppbridge.bag.Task;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.Trail;
import io.smppbridge.threads.OwnedBy;

/** A message that holds a credit, and what its record and its answer need beside. Filled by {@link Admission}, and used again. */
@OwnedBy("who admits")
final class Admitted {
    Task task;
    RefKey ref = RefKey.NONE;
    /** How its text travels. */
    Encoding encoding;
    /** The characters for whose sake UCS-2 was chosen; empty when none. */
    String forcedUcs2 = "";
    /** Typographic characters that were replaced; empty when none. */
    String replaced = "";

    int reference;
    String endpoint = "";
    Trail trail = Trail.NONE;
    /** Its place among the messages of its call. */
    int index;

    void answers(Encoding how, String forced, String characters) {
        encoding = how;
        forcedUcs2 = forced;
        replaced = characters;
    }
}
