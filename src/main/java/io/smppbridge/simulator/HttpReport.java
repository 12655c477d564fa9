package io.smppbridge.simulator;

import io.smppbridge.threads.OwnedBy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code GET /stats} and {@code GET /submits} show. */
@OwnedBy("smsc-sim")
final class HttpReport {
    private HttpReport() {}

    static Map<String, Object> stats(SmscSimulator simulator) {
        List<Object> ports = new ArrayList<>();
        for (SimulatedPort port : simulator.ports()) {
            ports.add(port(port.reportHere()));
        }
        return Map.of("ports", ports);
    }

    private static Map<String, Object> port(PortReport r) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("name", r.name());
        all.put("port", r.port());
        all.put("sessions", r.sessions());
        all.put("submits", submits(r.submits()));
        all.put("receipts", r.receipts());
        all.put("mo", r.mo());
        all.put("waiting", r.waiting());
        return all;
    }

    private static Map<String, Object> submits(PortReport.Submits s) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("total", s.total());
        all.put("accepted", s.accepted());
        all.put("refused", s.refused());
        all.put("throttled", s.throttled());
        all.put("queueFull", s.queueFull());
        all.put("dropped", s.dropped());
        all.put("silenced", s.silenced());
        all.put("mostInAnySecond", s.mostInAnySecond());
        all.put("mostAcceptedInAnySecond", s.mostAcceptedInAnySecond());
        all.put("mostUnanswered", s.mostUnanswered());
        all.put("windowViolations", s.windowViolations());
        all.put("first", s.total() == 0 ? "" : s.first().toString());
        all.put("last", s.total() == 0 ? "" : s.last().toString());
        return all;
    }

    /** The last ones, oldest first; texts are left out. */
    static List<Map<String, Object>> submits(SimulatedPort port, int limit) {
        List<ReceivedSubmit> submits = port.core().memory.submits();
        List<Map<String, Object>> last = new ArrayList<>();
        for (ReceivedSubmit s : submits.subList(Math.max(0, submits.size() - limit), submits.size())) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("nanos", s.nanos());
            one.put("systemId", s.systemId());
            one.put("bind", s.bind());
            one.put("sequence", s.sequence());
            one.put("source", s.source().address());
            one.put("destination", s.destination().address());
            one.put("esmClass", s.esmClass());
            one.put("registeredDelivery", s.registeredDelivery());
            one.put("dataCoding", s.dataCoding());
            one.put("octets", s.payload().length);
            one.put("status", s.status() < 0 ? "unanswered" : SmppStatus.name(s.status()));
            one.put("messageId", s.messageId());
            last.add(one);
        }
        return last;
    }
}
