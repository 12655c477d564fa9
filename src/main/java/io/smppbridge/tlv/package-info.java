/**
 * TLVs (optional parameters) by name: those of SMPP 3.4 and 5.0, and those that a carrier has added. The door is {@link
 * io.smppbridge.tlv.Tlvs}. No threads: everything here is immutable. Must never know where a TLV goes to or comes from.
 */
package io.smppbridge.tlv;
