package io.smppbridge.smpp;

import io.smppbridge.connector.Connector;
import io.smppbridge.pdulog.PduTap;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.threads.Ticker;
import org.junit.jupiter.api.AfterEach;

/** What each PDU of an SMSC gets in each state, over Netty. */
class NettyStatesTest extends StatesTest {
    private final NettyLoops loops = new NettyLoops(1);

    @Override
    Connector.Factory transport(SmscConfig account) {
        return new NettyTransport(account, Ticker.SYSTEM, PduTap.NONE, loops);
    }

    @AfterEach
    void endLoops() {
        loops.close();
    }
}
