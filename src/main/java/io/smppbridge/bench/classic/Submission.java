package io.smppbridge.bench.classic;

import io.smppbridge.OutboundSms;
import io.smppbridge.bag.Parts;
import io.smppbridge.wire.ShortMessage;

/** A message under way: as it came, and as it goes out. */
record Submission(long id, ShortMessage message, OutboundSms sms, Parts part) {}
