/**
 * Cases that see a bridge only from outside: a process of its own, an SMSC simulator, a platform and its webhook around it, and one
 * check over what those three have seen.
 */
package io.smppbridge.blackbox;
