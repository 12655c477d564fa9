package io.smppbridge;

/** What an id of a stream stands for: a message, or the refusal of one that can never be sent and yet has its place. */
public sealed interface Streamed permits OutboundSms, SendOutcome.Refusal {}
