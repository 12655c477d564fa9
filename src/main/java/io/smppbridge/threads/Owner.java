package io.smppbridge.threads;

/** Remembers the thread that owns an object, for {@code assert owner.isHere() : owner}. Binds to the first thread that asks. */
@ThreadSafe
public final class Owner {
    private volatile Thread thread;

    /** True on the owner's thread; the first caller becomes the owner. */
    public boolean isHere() {
        Thread here = Thread.currentThread();
        Thread owner = thread;
        if (owner == null) {
            thread = here;
            return true;
        }
        return owner == here;
    }

    /** Hands the object to whoever asks next. */
    public void release() {
        thread = null;
    }

    @Override
    public String toString() {
        Thread owner = thread;
        return "owned by " + (owner == null ? "nobody" : owner.getName()) + ", called on "
                + Thread.currentThread().getName();
    }
}
