/**
 * Turns the administrator's properties file into typed, checked records, and names file, line and key in every complaint.
 *
 * <p>Doors: {@link io.smppbridge.settings.BridgeConfig#load} reads a file, {@link io.smppbridge.settings.ConfigChange#between} says what a
 * reload changes, {@link io.smppbridge.settings.KeyHash} makes and checks API keys,
 * {@link io.smppbridge.settings.PropertiesText} reads other files of the same form. No threads, no state: a config is read whole, or
 * refused whole; only {@link io.smppbridge.settings.Whereabouts} says of a faulty one where its bridge is found.
 *
 * <p>To add a key: a row in {@code NodeKeys}, {@code SmscKeys} or {@code PartnerKeys}, a line in {@code Binder}, and
 * {@code SettingsReferenceTest} with {@code -Dsettings.write=true} to write the example file and the reference anew.
 *
 * <p>It must never open anything but the configuration and the secret files that it names, resolve a name, or show a secret.
 *
 * <p>Where what is:
 *
 * <ul>
 *   <li>Reading (files, environment, what is filled in): {@code ConfigLoader}, {@code ConfigFiles}, {@code PropertiesText}, {@code Raw},
 *       {@code Origin}, {@code Environment}, {@code Expansion}, {@code SecretFile}, {@code Profiles}, {@code ShippedProfiles}</li>
 *   <li>Tables of keys (what is valid, known, printed and documented is read off them): {@code Keys}, {@code KeySpec}, {@code Family},
 *       {@code Reload}, {@code NodeKeys}, {@code RoutingKeys}, {@code RouteKeys}, {@code RewriteKeys}, {@code SmscKeys},
 *       {@code MessageKeys}, {@code ReceiptKeys}, {@code PartnerKeys}, {@code EsmeKeys}, {@code DropInKeys}, {@code DatagramKeys},
 *       {@code InboundKeys}, {@code PduLogKeys}, {@code OperatorKeys}</li>
 *   <li>Kinds of values: {@code ValueType}, {@code Types}, {@code RouteTypes}, {@code EsmeTypes}</li>
 *   <li>From text to values: {@code Resolver}, {@code Values}, {@code Value}, {@code Scope}, {@code Binder}, {@code EsmeBinder}</li>
 *   <li>What values have to do with one another: {@code Rules}, {@code RouteRules}, {@code EsmeRules}, {@code AddressRules}, {@code AllowedSenders}, {@code Spelling},
 *       {@code FlightNotes}, {@code ExposureRules}, {@code ListenerRules}, {@code OctetRules}, {@code OutbindRules},
 *       {@code PluginRules}, {@code TlsRules}</li>
 *   <li>What is told of faults: {@code Complaints}, {@code ConfigFault}, {@code ConfigWarning}, {@code Wording}, {@code Nearest},
 *       {@code LoadOutcome}</li>
 *   <li>What comes of it (the records that everybody else reads): {@code BridgeConfig}, {@code Settings}, {@code Whereabouts},
 *       {@code NodeConfig}, {@code JournalConfig}, {@code HttpConfig}, {@code TcpConfig}, {@code DatagramConfig}, {@code AdminConfig}, {@code OutbindConfig},
 *       {@code PduLogConfig}, {@code PluginConfig}, {@code SmscConfig}, {@code TransportKind}, {@code TlsConfig}, {@code Addresses},
 *       {@code TextCoding}, {@code Language}, {@code Passing}, {@code IdPart}, {@code ReceiptGrammar}, {@code RetryBudgets},
 *       {@code Leaving}, {@code QuietHours}, {@code RoutingConfig}, {@code RouteConfig}, {@code RewriteConfig}, {@code InboundConfig},
 *       {@code AccountConfig}, {@code EsmeConfig}, {@code EsmeAccount}, {@code EsmeReceipts}, {@code DropInConfig},
 *       {@code DropInAccount}, {@code HandbackConfig}, {@code WebhookConfig}</li>
 *   <li>A reload: {@code ConfigChange}</li>
 *   <li>Hosts, files and secrets: {@code Hosts}, {@code TargetPolicy}, {@code RoutingFiles}, {@code OwnerOnly}, {@code PemFiles},
 *       {@code PemKeys}, {@code PemException}, {@code JournalKeys}, {@code Secret}, {@code KeyHash}, {@code PasswordHash},
 *       {@code EvenPasswords}</li>
 *   <li>Documents made of the tables: {@code SettingsReference}, {@code SettingsIntroduction}</li>
 * </ul>
 */
package io.smppbridge.settings;
