package io.smppbridge.simulator;

/** The page at {@code GET /}: inject a message, change the script, look at the numbers. */
final class HttpPage {
    private HttpPage() {}

    static String of(SmscSimulator simulator) {
        StringBuilder ports = new StringBuilder();
        for (SimulatedPort port : simulator.ports()) {
            // Names are letters, digits and dashes: nothing to escape.
            ports.append("<option value=\"").append(port.name()).append("\">").append(port.name());
            ports.append(" (").append(port.number()).append(")</option>");
        }
        StringBuilder keys = new StringBuilder();
        for (String key : BehaviourKeys.names()) {
            keys.append("<option>").append(key).append("</option>");
        }
        return PAGE.replace("$PORTS", ports).replace("$KEYS", keys);
    }

    private static final String PAGE = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>SMSC simulator</title>
            <style>body{font:16px sans-serif;max-width:50em;margin:2em auto;padding:0 1em}
            fieldset{margin:1em 0}label{display:block;margin:.4em 0}pre{background:#eee;padding:1em;overflow:auto}</style>
            </head><body><h1>SMSC simulator</h1>
            <form method="post" action="/mo"><fieldset><legend>Message from a subscriber (MO)</legend>
            <label>Port <select name="port">$PORTS</select></label>
            <label>From <input name="from" value="46700000001" maxlength="20" required></label>
            <label>To <input name="to" value="12345" maxlength="20" required></label>
            <label>Text <textarea name="text" rows="3" cols="50">Hello</textarea></label>
            <button>Send</button></fieldset></form>
            <form method="post" action="/control"><fieldset><legend>Script</legend>
            <label>Port <select name="port">$PORTS</select></label>
            <label>Key <select name="key">$KEYS</select></label>
            <label>Value <input name="value"></label>
            <button>Set</button></fieldset></form>
            <form method="post" action="/control"><fieldset><legend>Connections</legend>
            <label>Port <select name="port">$PORTS</select></label>
            <label>Do <select name="action"><option>unbind-all</option><option>close-all</option>
            <option>half-close-all</option><option>drop-all</option></select></label>
            <button>Do it</button></fieldset></form>
            <p>As JSON: <a href="/stats">/stats</a>, <a href="/submits">/submits</a></p>
            </body></html>
            """;
}
