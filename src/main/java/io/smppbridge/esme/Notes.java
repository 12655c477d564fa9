package io.smppbridge.esme;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.smppbridge.TaskId;
import io.smppbridge.pdulog.Meant;
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
    private final Ticker ticker;
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
            link.understood(Meaning.bind(bind));
        }
    }

    /** A PDU has been read. */
    void in(BodyReader body) {
        if (isOn()) {
            byte[] pdu = body.pdu();
            link.in(pdu, 0, pdu.length, ticker.nanos());
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
            link.understood(Meaning.submit(command, m));
        }
    }

    void read(Broadcast broadcast) {
        if (isReading()) {
            link.understood(Meaning.broadcast(broadcast));
        }
    }

    /** A query_sm, cancel_sm or replace_sm. */
    void read(String messageId, Party from) {
        if (isReading()) {
            link.understood(Meaning.about(messageId, from));
        }
    }

    /** An answer that names a message. */
    void named(int command, int sequence, TaskId message, IdForm form) {
        if (isOn()) {
            link.composed(command, sequence, Meant.whole().text("message_id", MessageIds.text(message, form)));
        }
    }

    void multi(int sequence, String messageId, List<Unsuccess> unsuccess) {
        if (isOn()) {
            link.composed(Command.responseTo(Command.SUBMIT_MULTI), sequence, Meaning.multi(messageId, unsuccess));
        }
    }

    void bound(int command, int sequence, String systemId) {
        if (isOn()) {
            link.composed(Command.responseTo(command), sequence, Meant.part().text("system_id", systemId));
        }
    }

    void queried(int sequence, String messageId, String finalDate, int state) {
        if (isOn()) {
            link.composed(Command.responseTo(Command.QUERY_SM), sequence, Meaning.queried(messageId, finalDate, state));
        }
    }

    void deliver(int sequence, Deliveries.Pdu pdu) {
        if (isOn()) {
            link.composed(Command.DELIVER_SM, sequence, Meaning.deliver(pdu));
        }
    }

    /** All that is about to be written. */
    void out(ByteBuf pdus) {
        if (link == null) {
            return;
        }
        link.done();
        if (link.isOn()) {
            byte[] octets = ByteBufUtil.getBytes(pdus);
            link.out(octets, octets.length, ticker.nanos());
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
