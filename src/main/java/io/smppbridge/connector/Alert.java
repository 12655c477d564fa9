package io.smppbridge.connector;

import io.smppbridge.Address;

/**
 * An alert_notification as it was read (SMPP 3.4 §4.12).
 *
 * @param to the ESME's address
 * @param availability ms_availability_status; 0, available, when it is not there
 */
public record Alert(Address subscriber, Address to, int availability) {}
