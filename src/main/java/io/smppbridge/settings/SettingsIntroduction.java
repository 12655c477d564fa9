package io.smppbridge.settings;

/** What stands before the tables of the reference. */
final class SettingsIntroduction {
    static final String TEXT = """
            # Settings

            This page and `config/bridge.properties` are written from the table of keys that the bridge checks its configuration by
            (package `settings`); a test keeps them equal.

            `./bridge check FILE` lists all faults of a file at once, each with file, line and key, and opens nothing
            but the files that it names.
            `./bridge config FILE` prints every value that is in force and where it was said, with secrets masked, and what a webhook's address has behind `?`.

            ## The file

            - Java properties in UTF-8: `key = value`, `#` or `!` begins a comment line, a `\\` at the end of a line continues it. A key may
              stand only once. A `#` behind a value begins no comment: it is part of the value.
            - SMSCs, accounts, routes, webhooks and ESME listeners have names of `a-z`, `0-9` and `-`, up to 32 characters, in the middle of the key:
              `smsc.telia.rate`. Naming one makes it exist.
            - What holds for an SMSC, from weak to strong: default, `smsc-defaults.*`, the profile that it names (what that says itself over what
              it `extends`), its own keys. Each of these can be said, from weak to strong, in the file with what it includes, in
              `conf.d/*.properties`, by environment variable, by `--set key=value`.
            - A profile collects what is true of a carrier whoever its customer is: `profile.<name>.*` holds any key of an SMSC except those that
              must be set (`host`, `system-id`, `rate`) and secrets. `./bridge profiles` shows the ones that come with the bridge; a
              `profile.<name>.*` of yours with the name of one of them changes that key of it.
            - `include = other.properties` and `conf.d/*.properties` must lie in the directory of the file, also where symbolic links lead. A file has at
              most 1 MiB, and there are at most 100.
            - Other relative paths (`journal.directory`, `*-file`) begin at the directory of the file, too.
            - `${VARIABLE}` is filled in from the environment; without the variable the start is refused, unless there is a default:
              `${VARIABLE:default}`. What a variable holds is not filled in again. `$${` stands for `${`.
            - Environment variables: `SMPP_BRIDGE_` and the key in upper case, with `_` for every other character:
              `SMPP_BRIDGE_JOURNAL_DIRECTORY`. For SMSCs, accounts, routes and webhooks that the file names, also without the prefix:
              `SMSC_TELIA_PASSWORD`. Values that begin with `tcp://` or `udp://` are left alone: container platforms set `…_PORT` so.
            - Secrets never show in faults, warnings, logs or print-outs. `<key>-file` reads one from a file, without the line feed at its end; a
              file that everybody may read is refused (a Kubernetes secret needs `defaultMode: 0400`).
            - An unknown key is a fault, and the nearest known one is named.

            ## Units

            Times are a number and `us`, `ms`, `s`, `m`, `h` or `d`. Sizes are octets, or a number and `k`, `M`, `G`, `T` (powers of 1024; `64M` is
            `64MiB`). Rates are `submit_sm` per second: `5`, `0.2`, `100/s`, `30/min`, or `unlimited`; a rate must always be set.

            ## Rules between keys

            Refused: a window that the SMSC cannot work off within a quarter of `answer-within` (window × binds ÷ rate; a window of 1 is always
            allowed), because a slow answer would be taken for a lost one and the message sent twice · `burst` above one second's worth ·
            `enquire-link` not below `inactivity` · fewer `binds` than `senders` · `receive = transceiver` with `bind = transmitter` · a password
            above 8 characters without `long-password` · characters beyond Latin-1 in `password`, `system-id`, `system-type`, `address-range`,
            `service-type` or in what an outbind shows · names of SMSCs, accounts or webhooks that do not exist · several SMSCs without a route ·
            one key hash at two accounts or two operators · listening beyond loopback without an account key (or `admin.key-hash` or an operator's)
            or with the key of the example · a webhook without https, or at a private address, without `allow-private`.

            Warned of: a window above three seconds' worth · two SMSCs with the same host, port and system-id · an SMSC without a route · an
            on-demand bind that also has to receive · no account key at all · a password in clear in a file that everybody may read · an
            environment variable `SMPP_BRIDGE_…` that fits no key · a list with what looks like a comment behind its values.

            `answer-within` is 30 s by default: long enough for an SMSC that stores before it answers, short enough to notice within a minute that
            one has stopped answering.

            "change" says what a new value takes at a reload: `live` nothing, `rebind` the binds of that SMSC are made anew, `restart` the old value
            stays in force until the bridge is started again, and each reload until then names it.

            ## API keys

            `./bridge key` prints a key and its hash; only the hash stands in the file. The hash is SHA-256 over a salt and the key. One round is
            enough because the key has 192 random bits; never hash a word of your own choice this way.
            """;

    private SettingsIntroduction() {}
}
