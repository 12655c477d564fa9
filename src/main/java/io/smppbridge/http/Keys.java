package io.smppbridge.http;

import java.util.Optional;

/** Whose key a presented one is. Any thread; takes the same time for a wrong key whoever it is aimed at. */
@FunctionalInterface
public interface Keys {
    /** The name of the key's holder; empty when nobody holds it. */
    Optional<String> holderOf(String key);
}
