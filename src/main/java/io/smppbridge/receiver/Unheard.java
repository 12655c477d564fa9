package io.smppbridge.receiver;

import io.smppbridge.connector.ConnectorListener;
import io.smppbridge.connector.Delivery;

/** Listens to a connection that is closed before anything is said on it. */
enum Unheard implements ConnectorListener {
    INSTANCE;

    @Override
    public void bound(String smscSystemId, int interfaceVersion) {}

    @Override
    public void answered(int sequence, int commandStatus, String messageId, long readNanos) {}

    @Override
    public void linkAlive(long readNanos) {}

    @Override
    public void delivered(Delivery delivery) {}

    @Override
    public void unbindRequested() {}

    @Override
    public void closed(CloseCause cause, int commandStatus, String detail) {}
}
