package io.smppbridge.bench.classic;

import io.smppbridge.wire.ShortMessage;

/** A message under way. */
record Submission(long id, ShortMessage message) {}
