package io.smppbridge.bag;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/** An entry of a bag's lane is published by the count. */
@JCStressTest
@Outcome(
        id = {"0, 0, 0", "7, 70, 700"},
        expect = Expect.ACCEPTABLE,
        desc = "not there yet, or whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "a part of an entry")
@State
public class LaneStress {
    private final Lane lane = new Lane(true);

    @Actor
    public void put() {
        lane.add(7, 70, null, 700);
        lane.publish();
    }

    @Actor
    public void take(JJJ_Result r) {
        if (lane.size() > 0) {
            r.r1 = lane.headId();
            r.r2 = lane.headPosition();
            r.r3 = lane.headDue();
            lane.remove();
        }
    }
}
