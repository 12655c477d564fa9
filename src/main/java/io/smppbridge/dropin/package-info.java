/**
 * Listeners that speak as other gateways do, so that a platform which knows those moves here by changing a URL: Kannel's
 * {@code /cgi-bin/sendsms}, Jasmin's {@code /send} and {@code /secure/…}, and the callbacks of either.
 *
 * <p>Door: {@link io.smppbridge.dropin.DropIns}. Threads: event loops of {@code intake-kannel} and {@code intake-jasmin}, one
 * {@code dropin-logins} for passwords, {@code dropin-callbacks-…} for the HTTP client. A positive answer means what it means everywhere
 * here: the message is on disk. Never calls a host that the account's {@code dropin.callback-hosts} does not list.
 */
package io.smppbridge.dropin;
