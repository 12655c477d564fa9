package io.smppbridge.settings;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads a configuration in one go: files, layers, values, rules, records. */
final class ConfigLoader {
    private ConfigLoader() {}

    static LoadOutcome load(Path file, Map<String, String> environment, Map<String, String> overrides) {
        Complaints complaints = new Complaints();
        Map<String, Raw> raws = new LinkedHashMap<>(ConfigFiles.read(file, complaints));
        if (raws.isEmpty() && !complaints.faults().isEmpty()) {
            return new LoadOutcome.Faulty(complaints.faults());
        }
        overrides.forEach((key, value) -> raws.put(key, new Raw(key, value, Origin.override())));
        ShippedProfiles.entries().forEach((key, text) -> raws.putIfAbsent(key, new Raw(key, text, Origin.SHIPPED)));
        Path directory = file.toAbsolutePath().normalize().getParent();
        Values values = new Resolver(raws, new Environment(environment), directory, complaints).resolve();
        new Rules(values, complaints, new Origin(Origin.Kind.FILE, String.valueOf(file.getFileName()), 0)).check();
        OutbindRules.check(values, complaints);
        new TlsRules(values, directory, complaints).check();
        new EsmeRules(values, directory, complaints).check();
        PartnerKeys.check(values, complaints);
        DropInKeys.check(values, complaints);
        DatagramKeys.check(values, complaints, Runtime.getRuntime().availableProcessors());
        new ListenerRules(values, complaints).check();
        FlightNotes.check(values, complaints);
        new ExposureRules(values, file, complaints).check();
        RoutingFiles tables = new RoutingFiles(directory, complaints);
        var operators = tables.operators(values.node().value(RoutingFiles.OPERATORS));
        var prices = tables.prices(values.node().value(RoutingFiles.PRICES), values.names(Family.SMSC));
        if (!complaints.faults().isEmpty()) {
            return new LoadOutcome.Faulty(complaints.faults());
        }
        RoutingConfig routing = RouteRules.bind(values, operators, prices);
        return new LoadOutcome.Loaded(
                Binder.bind(values, directory, routing), Settings.of(values), complaints.warnings());
    }
}
