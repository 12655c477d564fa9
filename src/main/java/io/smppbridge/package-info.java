/**
 * The words everyone speaks: what a platform hands over, what it gets back, and the door it uses.
 */
package io.smppbridge;
