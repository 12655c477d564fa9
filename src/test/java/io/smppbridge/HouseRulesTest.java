package io.smppbridge;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ManualIoEventLoop;
import io.smppbridge.threads.NamedThreads;
import io.smppbridge.threads.OwnedBy;
import io.smppbridge.threads.ThreadSafe;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The house: which package stands on which floor, which library lives where, and what nobody does. To add a package, give it a row in
 * {@link #FLOORS}; to make an exception, give it a row with its reason in the table of the rule.
 */
@ArchTag("S-73")
@AnalyzeClasses(packages = "io.smppbridge", importOptions = ImportOption.DoNotIncludeTests.class)
class HouseRulesTest {
    private static final String ROOT = "io.smppbridge";

    /** A package may only know packages on floors below its own, and those named beside it. */
    private static final Map<String, Integer> FLOORS = table(
            "cli 10       the command line: the only place that may end the process",
            "soak 9       a bridge under load and faults for hours, judged by the audit",
            "demo 9       the main job in view, with a simulated carrier and a simulated platform",
            "bench 9      load generator, bridge and sink on one machine",
            "bench.classic 8 the other architecture, to compare with",
            "app 8        builds every part from one configuration, starts and stops them in order",
            "probe 7      tries out what an SMSC does, and proposes a profile",
            "audit 6      says what became of every message, from what each side wrote down",
            "admin 7      lets an operator look and pull levers while messages flow",
            "sender 6     takes tasks from a bag and submits them within rate and window",
            "receiver 6   takes MO and receipts off receiver binds",
            "pipeline 5   the two slot rings and the one journal thread",
            "dropin 5     listeners that speak as other gateways do",
            "esme 5       the SMPP server: binds of platforms that speak SMPP",
            "intake 4     how outbound SMS get in",
            "handback 4   how MO and receipts get back to the platform",
            "records 3    what is on the disk: the journal's records, and how they are read as a whole",
            "smpp 3       the wire towards an SMSC",
            "stages 2     three pools of threads with rings of slots between them",
            "pdulog 2     what went over the wire, for the carrier's engineer",
            "connector 2  what senders and receivers see of any carrier",
            "bag 2        routed messages that wait for a sender",
            "routing 2    chooses the SMSC account",
            "journal 2    the append-only log",
            "receipts 1   reads receipts and finds the messages they mean",
            "text 1       characters to octets and back, parts",
            "stats 1      counters, gauges, latencies",
            "http 1       a small HTTP server, shared by the listeners",
            "plugin 1     what other people may add, and what keeps it from harm",
            "wire 1       SMPP on octets, in and out",
            "simulator 1  a scriptable carrier; stands alone",
            "loops 0      Netty's event loops, named, closing what they carry",
            "tlv 0        TLVs by name",
            "settings 0   the properties file as typed records",
            "threads 0    who may touch what: marks, named threads, the monotonic clock",
            "root 0       the words everyone speaks");

    /** Packages of the same floor that one may know all the same. */
    private static final Map<String, Set<String>> NEIGHBOURS = Map.of(
            "settings", Set.of("root", "threads", "tlv"), "root", Set.of("threads", "tlv"), "loops", Set.of("threads"));

    /** Packages that may know fewer than their floor allows. */
    private static final Map<String, Set<String>> STANDS_ALONE = Map.of(
            "audit",
            Set.of("root", "threads", "text", "records"),
            "bench.classic",
            Set.of(
                    "root",
                    "threads",
                    "wire",
                    "settings",
                    "routing",
                    "text",
                    "tlv",
                    "bag",
                    "stats",
                    "journal",
                    "pdulog"),
            "records",
            Set.of("root", "threads", "settings", "tlv", "receipts", "journal", "connector"),
            "simulator",
            Set.of("threads", "loops"),
            "threads",
            Set.of(),
            "tlv",
            Set.of(),
            "receipts",
            Set.of("root", "threads", "settings"));

    /** Library, by the start of its package: where it may be known. */
    private static final Map<String, Set<String>> LIBRARIES = Map.ofEntries(
            Map.entry("org.jsmpp", Set.of("smpp")),
            Map.entry("com.google.re2j", Set.of("settings", "routing", "receipts")),
            Map.entry("com.google.i18n", Set.of("settings", "routing")),
            Map.entry(
                    "io.netty",
                    Set.of(
                            "loops",
                            "wire",
                            "smpp",
                            "esme",
                            "http",
                            "intake",
                            "admin",
                            "simulator",
                            "bench",
                            "bench.classic",
                            "demo",
                            "cli")),
            Map.entry(
                    "com.fasterxml.jackson",
                    Set.of("intake", "dropin", "admin", "audit", "simulator", "bench", "demo", "soak", "cli")),
            Map.entry("com.lmax", Set.of("pipeline")),
            Map.entry(
                    "org.jctools",
                    Set.of(
                            "bag",
                            "connector",
                            "esme",
                            "handback",
                            "http",
                            "journal",
                            "pdulog",
                            "pipeline",
                            "sender",
                            "smpp",
                            "stats")),
            Map.entry("org.apache.hc", Set.of("handback", "dropin")),
            Map.entry("io.micrometer", Set.of("admin")),
            Map.entry("org.HdrHistogram", Set.of("stats", "bench", "demo")),
            Map.entry("ch.qos.logback", Set.of("admin", "cli")),
            Map.entry("picocli", Set.of("cli", "bench")));

    /** Who may read the machine's clocks, and why; everybody else is given a clock. */
    private static final Map<String, String> CLOCKS = Map.of(
            "io.smppbridge.threads.Ticker", "is the monotonic clock",
            "io.smppbridge.app.Bridge", "chooses the clocks of a real bridge",
            "io.smppbridge.cli.RouteCommand", "asks about a message that comes now, unless --at says when",
            "io.smppbridge.handback.Surroundings", "chooses the clocks of a real hand-back",
            "io.smppbridge.http.HttpServer", "chooses the clocks of a real listener; waits for connections to end",
            "io.smppbridge.simulator.SmscSimulator", "chooses the clocks of a real simulator",
            "io.smppbridge.handback.Handback", "waits for its threads to end, which no test clock can turn",
            "io.smppbridge.sender.SenderGroup", "waits for its threads to end, which no test clock can turn",
            "io.smppbridge.journal.SegmentSupply", "waits for its thread to make a file, which no test clock can turn");

    /** Who may draw by chance that no seed repeats, and why; everybody else is given a generator. */
    private static final Map<String, String> CHANCE = Map.of(
            "io.smppbridge.app.Bridge", "chooses the chance of a real bridge",
            "io.smppbridge.app.Doors", "chooses the chance of real listeners",
            "io.smppbridge.admin.AdminServer", "makes the operator's key",
            "io.smppbridge.handback.Surroundings", "chooses the chance of a real hand-back",
            "io.smppbridge.journal.Journal", "chooses the chance of a real journal",
            "io.smppbridge.pipeline.Admission", "begins the search for a free reference anywhere, on any thread",
            "io.smppbridge.dropin.JasminBatch", "names a batch, which nobody asks for again");

    private static final Set<String> CHANCE_CALLS = Set.of(
            "java.lang.Math.random",
            "java.util.UUID.randomUUID",
            "java.security.SecureRandom.getInstance",
            "java.security.SecureRandom.getInstanceStrong",
            "java.util.concurrent.ThreadLocalRandom.current",
            "java.util.random.RandomGenerator.getDefault",
            "java.util.random.RandomGenerator.of");

    private static final Set<String> CLOCK_CALLS = Set.of(
            "java.lang.System.nanoTime",
            "java.lang.System.currentTimeMillis",
            "java.time.Instant.now",
            "java.time.LocalDate.now",
            "java.time.LocalDateTime.now",
            "java.time.OffsetDateTime.now",
            "java.time.ZonedDateTime.now",
            "java.time.InstantSource.system",
            "java.time.Clock.systemUTC",
            "java.time.Clock.systemDefaultZone");

    /**
     * Stand outside a bridge as its users do: they may read real time, wait by sleeping, and ask one request at a time with the JDK's
     * own HTTP client. No message waits for them.
     */
    private static final Set<String> OUTSIDE = Set.of("cli", "demo", "soak", "bench", "bench.classic");

    /** Packages on a message's way, where text is put together without a format. */
    private static final String[] HOT = {
        "..bag..",
        "..pipeline..",
        "..records..",
        "..sender..",
        "..smpp..",
        "..connector..",
        "..receipts..",
        "..text..",
        "..stats..",
        "..stages.."
    };

    private static final Pattern VAGUE = Pattern.compile(".*(Manager|Helper|Utils?|Data)([A-Z].*)?");

    @ArchTest
    void packages_know_only_the_floors_below(JavaClasses classes) {
        Set<String> faults = new TreeSet<>();
        for (JavaClass from : classes) {
            String here = packageOf(from);
            assertThat(FLOORS).as("row for package " + here).containsKey(here);
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                JavaClass to = dependency.getTargetClass().getBaseComponentType();
                if (isOurs(to) && !mayKnow(here, packageOf(to))) {
                    faults.add(here + " -> " + packageOf(to) + ": " + dependency.getDescription());
                }
            }
        }
        assertThat(faults).isEmpty();
    }

    @ArchTest
    void architecture_md_tells_the_same_floors(JavaClasses classes) {
        String told = HouseFiles.text(Path.of("ARCHITECTURE.md"));
        Set<String> faults = new TreeSet<>();
        FLOORS.forEach((name, floor) -> {
            String words = name.equals("root") ? "the root package" : "`" + name + "`";
            if (told.lines().noneMatch(row -> row.startsWith("| " + floor + " |") && row.contains(words))) {
                faults.add(name + " on floor " + floor);
            }
        });
        assertThat(faults).isEmpty();
    }

    @ArchTest
    void libraries_stay_in_their_packages(JavaClasses classes) {
        Set<String> faults = new TreeSet<>();
        for (JavaClass from : classes) {
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                String to = dependency.getTargetClass().getBaseComponentType().getPackageName();
                LIBRARIES.forEach((library, homes) -> {
                    if ((to + ".").startsWith(library + ".") && !homes.contains(packageOf(from))) {
                        faults.add(dependency.getDescription());
                    }
                });
            }
        }
        assertThat(faults).isEmpty();
    }

    @ArchTest
    void every_package_says_what_it_is_for(JavaClasses classes) {
        Map<String, Boolean> explained = new TreeMap<>();
        for (JavaClass type : classes) {
            explained.merge(type.getPackageName(), HouseFiles.explains(type.getPackageName()), Boolean::logicalOr);
        }
        assertThat(explained)
                .allSatisfy((name, hasInfo) ->
                        assertThat(hasInfo).as("package-info.java of " + name).isTrue());
    }

    @ArchTest
    void mutable_classes_say_whose_they_are(JavaClasses classes) {
        Set<String> faults = new TreeSet<>();
        for (JavaClass type : classes) {
            for (JavaField field : type.getFields()) {
                boolean changes = !field.getModifiers().contains(JavaModifier.FINAL)
                        && !field.getModifiers().contains(JavaModifier.STATIC)
                        && !field.getModifiers().contains(JavaModifier.SYNTHETIC);
                if (changes && !marked(type) && !field.isAnnotatedWith(OwnedBy.class) && !isCommandLine(field)) {
                    faults.add(field.getFullName());
                }
            }
        }
        assertThat(faults)
                .as("fields that change, in classes without @OwnedBy or @ThreadSafe")
                .isEmpty();
    }

    @ArchTest
    static final ArchRule static_state_never_changes = fields().that()
            .areStatic()
            .and(describe("are written by us", field -> !field.getModifiers().contains(JavaModifier.SYNTHETIC)))
            .should()
            .beFinal();

    @ArchTest
    static final ArchRule only_the_command_line_ends_the_process = noClasses()
            .that(resideOutside("cli"))
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);

    @ArchTest
    static final ArchRule nobody_sleeps_or_stops_threads = noClasses()
            .that(standInside())
            .should()
            .callMethodWhere(called(
                    "Thread.sleep, stop, suspend or resume",
                    call -> call.getOwner().isEquivalentTo(Thread.class)
                            && Set.of("sleep", "stop", "suspend", "resume").contains(call.getName())));

    @ArchTest
    @ArchTag("S-07")
    static final ArchRule no_java_serialisation = noClasses()
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ObjectInputStream.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ObjectOutputStream.class);

    @ArchTest
    @ArchTag("S-07")
    static final ArchRule nothing_that_comes_chooses_types_names_or_scripts = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "javax.xml..",
                    "org.xml..",
                    "org.w3c..",
                    "javax.script..",
                    "javax.naming..",
                    "java.beans..",
                    "java.rmi..")
            .orShould()
            .dependOnClassesThat()
            .haveNameMatching("com\\.fasterxml\\.jackson\\.(databind\\.jsontype|annotation\\.JsonTypeInfo).*");

    @ArchTest
    static final ArchRule clocks_are_given = noClasses()
            .that(describe(
                    "do not choose clocks",
                    type -> !CLOCKS.containsKey(outermost(type))
                            && standInside().test(type)))
            .should()
            .accessTargetWhere(describe(
                    "reads a clock of the machine",
                    access -> CLOCK_CALLS.contains(access.getTarget().getOwner().getName() + "." + access.getName())));

    @ArchTest
    static final ArchRule chance_is_given = noClasses()
            .that(describe(
                    "do not choose chance",
                    type -> !CHANCE.containsKey(outermost(type))
                            && standInside().test(type)))
            .should()
            .accessTargetWhere(named("draws by chance that no seed repeats", HouseRulesTest::isUnseeded));

    @ArchTest
    static final ArchRule no_jdk_http_client = noClasses()
            .that(standInside())
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.net.http..")
            .because("it is many times slower than the client that hand-back uses; see docs/decisions");

    @ArchTest
    @ArchTag("S-01")
    static final ArchRule http_is_listened_to_where_the_crawl_of_all_routes_looks = noClasses()
            .that(describe(
                    "are not crawled by EveryRouteIT",
                    type -> !Set.of("HttpServer", "HttpIntake", "DropIns", "AdminServer")
                            .contains(type.getSimpleName())))
            .should()
            .callMethodWhere(called(
                    "HttpServer.start",
                    call -> call.getOwner().getName().equals("io.smppbridge.http.HttpServer")
                            && call.getName().equals("start")));

    @ArchTest
    static final ArchRule threads_have_names = noClasses()
            .that(describe("are not NamedThreads", type -> !outermost(type).equals(NamedThreads.class.getName())))
            .should()
            .callConstructorWhere(called(
                    "new Thread or Timer",
                    call -> call.getOwner().isAssignableTo(Thread.class)
                            || call.getOwner().isAssignableTo(java.util.Timer.class)))
            .orShould()
            .callMethodWhere(called("an executor without a thread factory", HouseRulesTest::makesNamelessThreads));

    @ArchTest
    static final ArchRule event_loops_close_what_they_carry = noClasses()
            .that(standInside())
            .and(describe("are not EventLoops", type -> !outermost(type).equals(ROOT + ".loops.EventLoops")))
            .should()
            .accessTargetWhere(named(
                    "makes a group of event loops, which EventLoops does",
                    unit -> unit.getName().equals("<init>")
                            && unit.getOwner().isAssignableTo(EventLoopGroup.class)
                            && !unit.getOwner().isAssignableTo(ManualIoEventLoop.class)));

    @ArchTest
    static final ArchRule no_format_on_the_way_of_a_message = noClasses()
            .that()
            .resideInAnyPackage(HOT)
            .should()
            .callMethodWhere(called(
                    "String.format or formatted",
                    call -> call.getOwner().isEquivalentTo(String.class)
                            && Set.of("format", "formatted").contains(call.getName())));

    @ArchTest
    static final ArchRule names_say_something = noClasses()
            .should()
            .haveNameMatching(".*\\.[A-Za-z$]*" + VAGUE.pattern().substring(2))
            .because("Manager, Helper, Util and Data say nothing");

    private static boolean mayKnow(String from, String to) {
        if (from.equals(to)) {
            return true;
        }
        if (STANDS_ALONE.containsKey(from)) {
            return STANDS_ALONE.get(from).contains(to);
        }
        return FLOORS.get(to) < FLOORS.get(from)
                || NEIGHBOURS.getOrDefault(from, Set.of()).contains(to);
    }

    private static boolean marked(JavaClass type) {
        Optional<JavaClass> at = Optional.of(type);
        while (at.isPresent()) {
            JavaClass here = at.get();
            for (JavaAnnotation<?> annotation : here.getAnnotations()) {
                if (annotation.getRawType().isEquivalentTo(OwnedBy.class)
                        || annotation.getRawType().isEquivalentTo(ThreadSafe.class)) {
                    return true;
                }
            }
            at = here.getEnclosingClass();
        }
        return false;
    }

    private static boolean isUnseeded(AccessTarget.CodeUnitAccessTarget call) {
        boolean makes = call.getName().equals("<init>")
                && call.getOwner().isAssignableTo(RandomGenerator.class)
                && (call.getOwner().isAssignableTo(SecureRandom.class)
                        || call.getRawParameterTypes().isEmpty());
        boolean shuffles = call.getFullName().equals("java.util.Collections.shuffle(java.util.List)");
        return makes || shuffles || CHANCE_CALLS.contains(call.getOwner().getName() + "." + call.getName());
    }

    /** Set by picocli before the command runs, and by nobody later. */
    private static boolean isCommandLine(JavaField field) {
        return field.getAnnotations().stream()
                .anyMatch(annotation -> annotation.getRawType().getName().startsWith("picocli."));
    }

    private static boolean makesNamelessThreads(AccessTarget.CodeUnitCallTarget call) {
        boolean given = call.getRawParameterTypes().stream()
                .anyMatch(type -> type.isAssignableTo(ThreadFactory.class) || type.isEquivalentTo(Executor.class));
        boolean makes = call.getOwner().isEquivalentTo(Executors.class)
                        && call.getName().startsWith("new")
                || call.getOwner().isAssignableTo(CompletableFuture.class)
                        && call.getName().endsWith("Async")
                || call.getName().equals("parallelStream");
        return makes && !given;
    }

    private static DescribedPredicate<JavaCall<?>> called(
            String what, java.util.function.Predicate<AccessTarget.CodeUnitCallTarget> test) {
        return target(describe(what, (AccessTarget.CodeUnitCallTarget call) -> test.test(call)))
                .forSubtype();
    }

    /** Calls, and what is handed on to be called, as {@code Random::new} is. */
    private static DescribedPredicate<JavaAccess<?>> named(
            String what, java.util.function.Predicate<AccessTarget.CodeUnitAccessTarget> test) {
        return describe(
                what,
                access -> access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget unit && test.test(unit));
    }

    private static DescribedPredicate<JavaClass> standInside() {
        return describe("stand inside a bridge", type -> !OUTSIDE.contains(packageOf(type)));
    }

    private static String outermost(JavaClass type) {
        return type.getName().replaceFirst("\\$.*", "");
    }

    private static DescribedPredicate<JavaClass> resideOutside(String ourPackage) {
        return DescribedPredicate.not(resideInAPackage(ROOT + "." + ourPackage));
    }

    private static boolean isOurs(JavaClass type) {
        return type.getPackageName().equals(ROOT) || type.getPackageName().startsWith(ROOT + ".");
    }

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(ROOT) ? "root" : name.substring(ROOT.length() + 1);
    }

    private static Map<String, Integer> table(String... rows) {
        Map<String, Integer> floors = new LinkedHashMap<>();
        for (String row : rows) {
            String[] cells = row.split(" +", 3);
            floors.put(cells[0], Integer.parseInt(cells[1]));
        }
        return floors;
    }
}
