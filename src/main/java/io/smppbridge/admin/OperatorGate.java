package io.smppbridge.admin;

import io.smppbridge.http.Gate;
import io.smppbridge.http.KeyGate;
import io.smppbridge.http.KeyRing;
import io.smppbridge.settings.AdminConfig;
import io.smppbridge.settings.AdminConfig.Operator;
import io.smppbridge.settings.BridgeConfig;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.Ticker;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Opens for the key that may all and for those of the operators in the configuration in force: a reload locks out who is not in it. */
@OwnedBy("the one event loop of the operator's listener")
final class OperatorGate implements Gate {
    private final String chiefsHash;
    private final Supplier<BridgeConfig> config;
    private final KeyGate gate;
    private Map<String, Operator> operators;

    OperatorGate(String chiefsHash, Supplier<BridgeConfig> config, Ticker ticker) {
        this.chiefsHash = chiefsHash;
        this.config = config;
        operators = config.get().admin().operators();
        gate = new KeyGate(ring(), ticker);
    }

    @Override
    public Verdict check(String authorization, InetAddress peer) {
        Map<String, Operator> inForce = config.get().admin().operators();
        if (!inForce.equals(operators)) {
            operators = inForce;
            gate.replace(ring());
        }
        return gate.check(authorization, peer);
    }

    private KeyRing ring() {
        Map<String, List<String>> hashes = new HashMap<>();
        operators.forEach((name, operator) -> hashes.put(name, operator.keyHashes()));
        hashes.put(AdminConfig.CHIEF, List.of(chiefsHash));
        return new KeyRing(hashes);
    }
}
