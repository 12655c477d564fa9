package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.smppbridge.TaskId;
import io.smppbridge.pdulog.Meant;
import io.smppbridge.pdulog.Named;
import io.smppbridge.pdulog.Octets;
import io.smppbridge.pdulog.TappedLink;
import io.smppbridge.settings.EsmeReceipts.IdForm;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import io.smppbridge.wire.BindRequest;
import io.smppbridge.wire.BodyReader;
import io.smppbridge.wire.Broadcast;
import io.smppbridge.wire.Command;
import io.smppbridge.wire.Party;
import io.smppbridge.wire.PduWriter.Unsuccess;
import io.smppbridge.wire.ShortMessage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * What of one session goes into the PDU log of its account: everything from the bind on, which names the account, be it refused or not.
 * While that log is off each call costs a look at a field.
 */
@OwnedBy("its event loop")
final class Notes {
    private static final Octets<ByteBuf> OF_BUFFER = new Octets<>() {
        @Override
        public int four(ByteBuf of, int at) {
            return of.getInt(at);
        }

        @Override
        public void copy(ByteBuf of, int from, byte[] into, int at, int count) {
            of.getBytes(from, into, at, count);
        }
    };

    private static final Octets<BodyReader> OF_BODY = new Octets<>() {
        @Override
        public int four(BodyReader of, int at) {
            return of.pduInt(at);
        }

        @Override
        public void copy(BodyReader of, int from, byte[] into, int at, int count) {
            of.copyPdu(from, into, at, count);
        }
    };

    private final Ticker ticker;
    private final byte[] id = new byte[MessageIds.LONGEST];
    /** Null until a bind has named an account. */
    private TappedLink link;

    Notes(Ticker ticker) {
        this.ticker = ticker;
    }

    /** A bind has been read, which is the first that is noted. */
    void begin(Account named, Channel channel, InetAddress peer, BindRequest bind, BodyReader body) {
        if (link != null) {
            return;
        }
        int port = channel.remoteAddress() instanceof InetSocketAddress remote ? remote.getPort() : 0;
        link = named.tap().link("esme-" + named.name() + "-" + peer.getHostAddress() + ":" + port);
        InetAddress ours = channel.localAddress() instanceof InetSocketAddress local ? local.getAddress() : peer;
        link.accepted(ours, peer, port);
        in(body);
        if (link.isReading()) {
            link.understood(Meaning.bind(link.understanding(), bind));
        }
    }

    /** A PDU has been read. */
    void in(BodyReader body) {
        if (isOn()) {
            link.in(body, 0, body.pduLength(), ticker.nanos(), OF_BODY);
        }
    }

    /** Nothing more is made of it. */
    void done() {
        if (link != null) {
            link.done();
        }
    }

    void read(int command, ShortMessage m) {
        if (isReading()) {
            link.understood(Meaning.submit(link.understanding(), command, m));
        }
    }

    void read(Broadcast broadcast) {
        if (isReading()) {
            link.understood(Meaning.broadcast(link.understanding(), broadcast));
        }
    }

    /** A query_sm, cancel_sm or replace_sm. */
    void read(String messageId, Party from) {
        if (isReading()) {
            link.understood(Meaning.about(link.understanding(), messageId, from));
        }
    }

    /** An answer that names a message. */
    void named(int command, int sequence, TaskId message, IdForm form) {
        if (isOn()) {
            int length = MessageIds.write(message, form, id);
            link.composed(command, sequence, link.composing().whole().text(Named.MESSAGE_ID, id, length));
        }
    }

    void multi(int sequence, String messageId, List<Unsuccess> unsuccess) {
        if (isOn()) {
            link.composed(
                    Command.responseTo(Command.SUBMIT_MULTI),
                    sequence,
                    Meaning.multi(link.composing(), messageId, unsuccess));
        }
    }

    void bound(int command, int sequence, String systemId) {
        if (isOn()) {
            link.composed(
                    Command.responseTo(command),
                    sequence,
                    link.composing().part().text(Named.SYSTEM_ID, systemId));
        }
    }

    void queried(int sequence, String messageId, String finalDate, int state) {
        if (isOn()) {
            Meant meant = Meaning.queried(link.composing(), messageId, finalDate, state);
            link.composed(Command.responseTo(Command.QUERY_SM), sequence, meant);
        }
    }

    void deliver(int sequence, Deliveries.Pdu pdu) {
        if (isOn()) {
            link.composed(Command.DELIVER_SM, sequence, Meaning.deliver(link.composing(), pdu));
        }
    }

    /** All that is about to be written. */
    void out(ByteBuf pdus) {
        if (link == null) {
            return;
        }
        link.done();
        if (link.isOn()) {
            link.out(pdus, pdus.readerIndex(), pdus.readableBytes(), ticker.nanos(), OF_BUFFER);
        }
    }

    /** Whether PDUs are noted. */
    boolean isOn() {
        return link != null && link.isOn();
    }

    private boolean isReading() {
        return link != null && link.isReading();
    }
}
