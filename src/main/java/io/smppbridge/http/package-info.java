/**
 * A small HTTP/1.1 server on Netty, shared by every listener of ours: limits, deadlines, keys, routes, errors as RFC 9457 problems.
 *
 * <p>Doors: {@link io.smppbridge.http.HttpServer}, which is given a {@link io.smppbridge.http.Router} and a
 * {@link io.smppbridge.http.Gate}; handlers see one {@link io.smppbridge.http.Exchange} for each request. Threads: a constant number of
 * event loops, named by the listener, whatever the number of connections. Handlers run on them and never block; an answer that comes from
 * another thread is handed over with {@link io.smppbridge.http.Exchange#run}, which wakes a loop once for many answers. Knows nothing of
 * messages; never parses a head by hand (Netty does).
 */
package io.smppbridge.http;
