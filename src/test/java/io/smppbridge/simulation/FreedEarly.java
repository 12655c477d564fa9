package io.smppbridge.simulation;

import io.smppbridge.MessageState;
import io.smppbridge.bag.Task;
import io.smppbridge.pipeline.Outcomes;

/** Frees each flight before its outcome is told: what must never be. */
final class FreedEarly implements Outcomes {
    private final Outcomes outcomes;

    FreedEarly(Outcomes outcomes) {
        this.outcomes = outcomes;
    }

    @Override
    public void accepted(Task task, int part, String messageId, boolean last, Flight flight) {
        flight.free();
        outcomes.accepted(task, part, messageId, last, Flight.NONE);
    }

    @Override
    public void told() {
        outcomes.told();
    }

    @Override
    public void refused(Task task, int part, int commandStatus, Flight flight) {
        flight.free();
        outcomes.refused(task, part, commandStatus, Flight.NONE);
    }

    @Override
    public void unanswered(Task task, int part, boolean held, Flight flight) {
        flight.free();
        outcomes.unanswered(task, part, held, Flight.NONE);
    }

    @Override
    public void lastUnanswered(Task task, int part, String why, Flight flight) {
        flight.free();
        outcomes.lastUnanswered(task, part, why, Flight.NONE);
    }

    @Override
    public void ended(Task task, MessageState state, String detail, Flight flight) {
        flight.free();
        outcomes.ended(task, state, detail, Flight.NONE);
    }

    @Override
    public boolean isUnwanted(Task task) {
        return outcomes.isUnwanted(task);
    }

    @Override
    public void stuck(Task task) {
        outcomes.stuck(task);
    }
}
