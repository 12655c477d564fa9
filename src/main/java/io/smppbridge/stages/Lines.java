package io.smppbridge.stages;

import io.smppbridge.stats.StageStats;

/**
 * What stands between the stages.
 *
 * @param free slots that hold no message
 * @param received before processing
 * @param handedOver before the workers, where there are some
 * @param decided before the answers
 */
record Lines<S extends Slot>(Line<S> free, Line<S> received, Line<S> handedOver, Line<S> decided) {
    /** As wide as the pools ask for. */
    static <S extends Slot> Lines<S> of(Pools pools) {
        int all = pools.slots() + pools.recv();
        boolean handsOver = pools.workers() > 0;
        boolean manyRecv = pools.recv() > 1;
        boolean manyService = pools.service() > 1;
        if (pools.managed()) {
            return new Lines<>(
                    Line.of(all, true, manyRecv),
                    Line.inLanes(all),
                    handsOver ? Line.inLanes(all) : Line.of(2, true, true),
                    Line.inLanes(all));
        }
        boolean manyResp = pools.resp() > 1;
        return new Lines<>(
                Line.of(all, manyResp, manyRecv),
                Line.of(all, manyRecv, manyService),
                Line.of(handsOver ? all : 2, manyService, true),
                Line.of(all, true, manyResp));
    }

    /** Has their lengths shown. */
    void show(StageStats stats) {
        stats.level("free", free::size);
        stats.level("service", received::size);
        stats.level("worker", handedOver::size);
        stats.level("resp", decided::size);
    }
}
