package io.smppbridge.intake;

import io.smppbridge.http.Problem;
import io.smppbridge.http.Problem.Fault;
import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.List;

/** Collects everything that is wrong with one message, with pointers into the request's body. */
@OwnedBy("whoever reads the request")
final class Faults {
    /** A message with more faults than this is no message. */
    private static final int MOST = 20;

    private final List<Fault> faults = new ArrayList<>();
    private int index = -1;

    /** Starts a message; its index is negative when the request is that message alone. */
    void start(int index) {
        faults.clear();
        this.index = index;
    }

    boolean isEmpty() {
        return faults.isEmpty();
    }

    void add(String field, String code, String detail) {
        if (faults.size() < MOST) {
            faults.add(new Fault(prefix() + "/" + escaped(field), code, detail));
        }
    }

    /** A member of a field that is an object. */
    void add(String field, String member, String code, String detail) {
        if (faults.size() < MOST) {
            faults.add(new Fault(prefix() + "/" + escaped(field) + "/" + escaped(member), code, detail));
        }
    }

    /** As a token of a JSON pointer (RFC 6901 §3). */
    private static String escaped(String name) {
        String escaped = name.length() > 64 ? name.substring(0, 64) : name;
        return escaped.replace("~", "~0").replace("/", "~1");
    }

    /** The message as a whole. */
    void addWhole(String code, String detail) {
        faults.add(new Fault(prefix(), code, detail));
    }

    private String prefix() {
        return index < 0 ? "" : "/" + index;
    }

    Problem toProblem() {
        return new Problem(422, "invalid", faults.get(0).detail(), faults, 0);
    }
}
