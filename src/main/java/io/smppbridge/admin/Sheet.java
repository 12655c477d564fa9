package io.smppbridge.admin;

import io.smppbridge.stats.Latency;

/** Where figures are put, one series at a time. Names come without prefix and without {@code _total}; labels are names and values in turn. */
interface Sheet {
    String PREFIX = "smpp_bridge_";

    void counter(String name, String help, double value, String... labels);

    void gauge(String name, String help, double value, String... labels);

    void histogram(String name, String help, Latency latency, String... labels);
}
