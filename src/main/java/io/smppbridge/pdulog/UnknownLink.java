package io.smppbridge.pdulog;

import io.smppbridge.settings.PduLogConfig;
import java.util.Collection;
import java.util.List;

/** What an operator is told who names a link that there is not. */
final class UnknownLink {
    private UnknownLink() {}

    /** @param links that there are, SMSCs and accounts */
    static String complaint(String link, Collection<String> links) {
        boolean account = PduLogConfig.isAccount(link);
        String name = PduLogConfig.nameOf(link);
        List<String> names = links.stream()
                .filter(one -> PduLogConfig.isAccount(one) == account)
                .map(PduLogConfig::nameOf)
                .sorted()
                .toList();
        String said = (account ? "account" : "smsc") + " = " + name;
        if (!names.isEmpty()) {
            return said + ", expected one of " + names + (account ? ": those as which ESMEs may bind" : "");
        }
        return account
                ? said + ", as which no ESME may bind, and its PDU log is that of its binds: set account." + name
                        + ".esme.system-id and open a listener (esme.<name>.port), or name the SMSC that its messages go to"
                : said + ", and there is no SMSC";
    }
}
