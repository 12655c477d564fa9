package io.smppbridge.simulation;

/** The process has ended in the middle of what it did. An error of the machine, which nothing in the bridge takes for its own. */
final class Killed extends VirtualMachineError {
    private static final long serialVersionUID = 1;

    Killed(String how) {
        super(how);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
