package io.smppbridge.threads;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a mutable class that one thread at a time may touch, and names that thread. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface OwnedBy {
    /** The thread, by the name an operator sees, or whoever holds the object. */
    String value();
}
