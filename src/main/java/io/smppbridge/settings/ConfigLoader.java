package io.smppbridge.settings;

import io.smppbridge.settings.RoutingConfig.OperatorRow;
import io.smppbridge.settings.RoutingConfig.PriceRow;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a configuration in one go: files, layers, values, rules, records. */
final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * What has been read, with or without faults.
     *
     * @param operators what the table of operators holds
     * @param prices what the table of prices holds
     */
    record Checked(Values values, Path directory, List<OperatorRow> operators, List<PriceRow> prices) {
        Path journal() {
            return directory
                    .resolve(values.node().get("journal.directory", Path.class))
                    .normalize();
        }
    }

    static LoadOutcome load(Path file, Map<String, String> environment, Map<String, String> overrides) {
        Complaints complaints = new Complaints();
        Optional<Checked> checked = check(file, environment, overrides, complaints);
        if (checked.isEmpty() || !complaints.faults().isEmpty()) {
            return new LoadOutcome.Faulty(complaints.faults());
        }
        Checked sound = checked.get();
        Values values = sound.values();
        RoutingConfig routing = RouteRules.bind(values, sound.operators(), sound.prices());
        return new LoadOutcome.Loaded(
                Binder.bind(values, sound.directory(), routing), Settings.of(values), complaints.warnings());
    }

    /** Reads all of it and tells what is wrong; empty if there is nothing to read. */
    static Optional<Checked> check(
            Path file, Map<String, String> environment, Map<String, String> overrides, Complaints complaints) {
        Map<String, Raw> raws = new LinkedHashMap<>(ConfigFiles.read(file, complaints));
        if (raws.isEmpty() && !complaints.faults().isEmpty()) {
            return Optional.empty();
        }
        overrides.forEach((key, value) -> raws.put(key, new Raw(key, value, Origin.override())));
        ShippedProfiles.entries().forEach((key, text) -> raws.putIfAbsent(key, new Raw(key, text, Origin.SHIPPED)));
        Path directory = file.toAbsolutePath().normalize().getParent();
        Values values = new Resolver(raws, new Environment(environment), directory, complaints).resolve();
        new Rules(values, complaints, new Origin(Origin.Kind.FILE, String.valueOf(file.getFileName()), 0)).check();
        OctetRules.check(values, complaints);
        OutbindRules.check(values, complaints);
        new TlsRules(values, directory, complaints).check();
        new EsmeRules(values, directory, complaints).check();
        PartnerKeys.check(values, complaints);
        DropInKeys.check(values, complaints);
        OperatorKeys.check(values, complaints);
        DatagramKeys.check(values, complaints, Runtime.getRuntime().availableProcessors());
        PluginRules.check(values, directory, complaints);
        new ListenerRules(values, complaints).check();
        FlightNotes.check(values, complaints);
        new ExposureRules(values, file, complaints).check();
        RoutingFiles tables = new RoutingFiles(directory, complaints);
        var operators = tables.operators(values.node().value(RoutingFiles.OPERATORS));
        var prices = tables.prices(values.node().value(RoutingFiles.PRICES), values.names(Family.SMSC));
        return Optional.of(new Checked(values, directory, operators, prices));
    }
}
