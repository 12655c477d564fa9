package io.smppbridge.pipeline;

import io.smppbridge.Address;
import io.smppbridge.Encoding;
import io.smppbridge.Form;
import io.smppbridge.MessageState;
import io.smppbridge.OutboundSms;
import io.smppbridge.SmppCoding;
import io.smppbridge.bag.Parts;
import io.smppbridge.bag.TaskBag;
import io.smppbridge.receipts.MessageIds;
import io.smppbridge.receipts.ReceiptReader;
import io.smppbridge.receipts.ReceiptState;
import io.smppbridge.receipts.SmscReceipt;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.SmscConfig.Text.LongMessage;
import io.smppbridge.stats.SmscStats;
import io.smppbridge.text.Concat;
import io.smppbridge.text.Decoded;
import io.smppbridge.text.Decoder;
import io.smppbridge.text.EncodeResult;
import io.smppbridge.text.Incoming;
import io.smppbridge.text.Part;
import io.smppbridge.text.Segmenter;
import io.smppbridge.text.SenderLetters;
import io.smppbridge.text.TextProfile;
import io.smppbridge.threads.ThreadSafe;
import io.smppbridge.tlv.TlvBlock;
import io.smppbridge.tlv.TlvFault;
import io.smppbridge.tlv.Tlvs;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One SMSC account as the pipeline sees it: its bag, its way with texts, its counters. Immutable; a reload makes a new one around the
 * same bag.
 *
 * @param number a small number that stays with the SMSC's name for the life of the process
 * @param usualTlvs those of a message that names none
 * @param hopTag the TLV by which hops are counted, without which a message may go; empty for none
 * @param hopTlvs those of messages that name no other TLV than that, by its value; a few hundred at most
 * @param retired true when the SMSC has left the configuration and its messages are to go elsewhere
 */
@ThreadSafe
record Lane(
        int number,
        SmscConfig config,
        TextProfile profile,
        ReceiptReader reader,
        MessageIds ids,
        TlvBlock usualTlvs,
        String hopTag,
        ConcurrentMap<String, TlvBlock> hopTlvs,
        TaskBag bag,
        SmscStats stats,
        boolean retired) {
    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);
    private static final int FIRST_WITH_TLVS = 0x34;
    /** Of the TLV that counts hops: its value, and how much may stand beside it. */
    private static final int HOP_OCTETS = 1;

    private static final int FEW_OCTETS = Tlvs.MOST_OCTETS - 4 - HOP_OCTETS;
    /** The bits of a data_coding that say the class. */
    private static final int MESSAGE_CLASS = 3;
    /** A data_coding. */
    private static final int DEFAULT_ALPHABET = 0;
    /** No handset is paged, answers and is reported sooner. */
    private static final long INSTANT_MS = 500;

    static Lane of(int number, SmscConfig config, String hopTag, TaskBag bag, SmscStats stats) {
        return new Lane(
                number,
                config,
                TextProfile.of(config),
                ReceiptReader.of(config.inbound()),
                MessageIds.of(config.inbound().idForm(), config.inbound().idPart()),
                config.operations().tlvs().encode(Map.of()),
                hopTag,
                new ConcurrentHashMap<>(),
                bag,
                stats,
                false);
    }

    Lane retire() {
        return new Lane(number, config, profile, reader, ids, usualTlvs, hopTag, hopTlvs, bag, stats, true);
    }

    String name() {
        return config.name();
    }

    /** When the message may leave for this SMSC at the earliest; 0 for now, also when the SMSC itself keeps it until its time. */
    long dueAtMs(OutboundSms sms) {
        boolean kept = config.text().passing().schedule() && !sms.tags().containsKey(OutboundSms.AWAITS_PARTS);
        return kept ? 0 : sms.schedule().toEpochMilli();
    }

    /** Whether a message handed to it now has somewhere to go. */
    boolean isUp() {
        return !retired && stats.isUp(config.binds().onDemand());
    }

    /** Whether a message that finds all numbers of 8 bits in use may take one of 16. */
    boolean mayWiden() {
        return config.text().longMessage() == LongMessage.UDH8_OR_16;
    }

    /** One has; the first time an operator hears of it, as the carrier may know 8 bits only. */
    void widened() {
        if (stats.widened.sum() == 0) {
            LOG.warn(
                    "{}: all 256 references of 8 bits of one sender and recipient are taken: long messages between them go with 16"
                            + " bits; where the carrier takes 8 only, set smsc.{}.long-message = udh8",
                    name(),
                    name());
        }
        stats.widened.increment();
    }

    EncodeResult encode(OutboundSms sms, int reference) {
        TextProfile terms = PartsNumber.isWide(reference) && mayWiden() ? profile.with(LongMessage.UDH16) : profile;
        if (!sms.coding().isGiven()) {
            return Segmenter.encode(sms, terms, reference);
        }
        SmppCoding.Fields fields = sms.coding().fields();
        if (fields.isPart()) {
            Concat place = new Concat(Concat.Kind.SAR, fields.sarReference(), fields.sarTotal(), fields.sarSequence());
            return Segmenter.encodePart(
                    sms.binary(), sms.coding().udhi(), sms.coding().dataCoding(), place, profile);
        }
        if (isBinary(sms)) {
            return Segmenter.encodeBinary(
                    sms.binary(), sms.coding().udhi(), sms.coding().dataCoding(), terms, reference);
        }
        int coding = sms.coding().dataCoding();
        boolean otherAlphabet = !sms.coding().udhi() && !profile.septets() && Segmenter.isText(coding, profile);
        if (otherAlphabet) { // GSM octets for an SMSC to which they mean something else
            Decoded read =
                    Decoder.decode(Decoder.open(new Incoming(0, false, sms.binary(), 0, 0, 0)), TextProfile.STANDARD);
            if (read.flaws().isEmpty()) {
                OutboundSms.Builder text = OutboundSms.to(sms.to()).text(read.text());
                if (coding != 0) {
                    text.form(Form.PLAIN.withMessageClass(coding & MESSAGE_CLASS));
                }
                return Segmenter.encode(text.build(), terms, reference);
            }
        }
        return Segmenter.encodeOctets(
                sms.binary(), sms.coding().udhi(), sms.coding().dataCoding(), terms, reference);
    }

    /**
     * How the octets of a message are coded that came coded and go on as they are, in one part and without a header, which is what most do;
     * null for all others, which {@link #encode} knows. Makes nothing.
     */
    Encoding passes(OutboundSms sms) {
        SmppCoding coding = sms.coding();
        boolean plain = coding.isGiven()
                && !coding.udhi()
                && !coding.fields().isPart()
                && (profile.septets() || isBinary(sms) || !Segmenter.isText(coding.dataCoding(), profile));
        return plain ? Segmenter.whole(sms.binary(), coding.dataCoding(), profile) : null;
    }

    /** Octets that came coded, and are not to be taken for characters. */
    private static boolean isBinary(OutboundSms sms) {
        return sms.hint().isPresent() && sms.hint().get() == Encoding.BINARY;
    }

    /**
     * The part of a text that goes in one and as it is, which most do; null for all others, which {@link #encode} knows. No typographic
     * character stands in such a text.
     */
    Parts plain(OutboundSms sms) {
        boolean plain = !sms.coding().isGiven() && Segmenter.isPlain(sms, profile);
        return plain ? Parts.plain(sms.text(), DEFAULT_ALPHABET) : null;
    }

    /**
     * The TLVs that the message carries to this SMSC.
     *
     * @throws TlvFault if it names one that this SMSC cannot be sent
     */
    TlvBlock tlvs(OutboundSms sms) {
        Map<String, String> named = sms.tlvs();
        if (named.isEmpty()) {
            return usualTlvs;
        }
        boolean hopAlone = named.size() == 1 && named.containsKey(hopTag); // as nearly all that have any
        if (!hopAlone && isAsked(named)) {
            if (!takesTlvs()) {
                throw TlvFault.none("SMSC " + name() + " speaks SMPP 3.3, which has no TLVs");
            }
            return config.operations().tlvs().encode(named);
        }
        if (!takesTlvs()) {
            return usualTlvs;
        }
        return hopAlone ? withHop(named) : notAsked(named);
    }

    /** Whether the message is another one without them. */
    private boolean isAsked(Map<String, String> named) {
        return named.keySet().stream().anyMatch(name -> !name.equals(hopTag) && !Tlvs.isHint(name));
    }

    /** A peer that announced no TLVs gets the message without them. */
    private TlvBlock notAsked(Map<String, String> named) {
        return new TlvBlock(config.operations().tlvs().encode(named).octets(), false);
    }

    private TlvBlock withHop(Map<String, String> only) {
        String hop = only.get(hopTag);
        TlvBlock known = hopTlvs.get(hop);
        if (known == null) {
            known = notAsked(only);
            if (hop.length() == 2) { // of other lengths there is no end
                hopTlvs.put(hop, known);
            }
        }
        return known;
    }

    /** Whether its version of SMPP has TLVs. */
    boolean takesTlvs() {
        return config.link().interfaceVersion() >= FIRST_WITH_TLVS;
    }

    /** Whether the TLV by which hops are counted can go with the message: SMPP 3.3 has none, and others may leave it no room. */
    boolean takesHop(OutboundSms sms) {
        if (!takesTlvs()) {
            return false;
        }
        boolean few = sms.tlvs().isEmpty() && usualTlvs.octets().length <= FEW_OCTETS; // as nearly always
        return few || config.operations().tlvs().hasRoom(sms.tlvs(), hopTag, HOP_OCTETS);
    }

    /** Whether its form of addresses has all letters of a sender. */
    boolean holds(Address from) {
        return SenderLetters.fit(from, config.text().addresses().gsmLetters());
    }

    /** Whether the message can be sent to this SMSC as it is. */
    boolean takes(OutboundSms sms, int reference) {
        if (!holds(sms.from())) {
            return false;
        }
        try {
            tlvs(sms);
        } catch (TlvFault fault) {
            return false;
        }
        return encode(sms, reference) instanceof EncodeResult.Encoded;
    }

    static Parts parts(EncodeResult.Encoded encoded) {
        List<Part> list = encoded.parts();
        if (list.size() == 1) {
            return alone(encoded.dataCoding(), list.get(0));
        }
        byte[][] octets = new byte[list.size()][];
        for (int i = 0; i < octets.length; i++) {
            octets[i] = list.get(i).octets();
        }
        Part first = list.get(0);
        return new Parts(
                octets, encoded.dataCoding(), first.udhi(), first.payload(), first.sar() ? first.sarReference() : -1);
    }

    private static Parts alone(int dataCoding, Part one) {
        Parts parts =
                new Parts(one.octets(), dataCoding, one.udhi(), one.payload(), one.sar() ? one.sarReference() : -1);
        return one.sar() ? parts.at(one.sarSequence(), one.sarTotal()) : parts;
    }

    /**
     * How long a receipt took from the answer, as far as memory still knows; no handset answers at once.
     *
     * @param submittedMs 0 when that is not known
     */
    void timed(MessageState said, long submittedMs, long nowMs) {
        long tookMs = nowMs - submittedMs;
        if (submittedMs == 0 || tookMs < -INSTANT_MS) { // the clock has been set back meanwhile
            return;
        }
        stats.receiptTime.record(tookMs * 1_000_000);
        if (said == MessageState.DELIVERED && tookMs < INSTANT_MS) {
            stats.instantReceipts.increment();
        }
    }

    /** Counts what is odd about a receipt, whether or not it matches; once for each that comes. */
    void count(SmscReceipt receipt) {
        if (receipt.statesDiffer() || !ids().agree(receipt)) {
            stats.disagreeingReceipts.increment();
        }
        if (receipt.id().isEmpty() || receipt.state() == ReceiptState.UNSTATED) {
            stats.unreadReceipts.increment();
        }
        if (receipt.sameTimes() && receipt.state() == ReceiptState.DELIVERED) {
            stats.sameTimeReceipts.increment();
        }
    }
}
