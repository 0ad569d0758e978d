package io.orrery.app;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The rules of the house that a compiler does not keep. Each says why, and asserts that it saw
/// classes at all: a rule over nothing passes.
class ArchitectureTest {

  private static final JavaClasses OURS =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.orrery");

  /// The rooms, and which other rooms each may import. `app` may import all and is left out.
  private static final Map<String, Set<String>> ARROWS = arrows();

  private static Map<String, Set<String>> arrows() {
    var arrows = new LinkedHashMap<String, Set<String>>();
    arrows.put("io.orrery.model", Set.of());
    arrows.put("io.orrery.expression", Set.of());
    arrows.put("io.orrery.plugin.api", Set.of());
    arrows.put("io.orrery.engine", rooms("model", "expression"));
    arrows.put("io.orrery.store", rooms("engine", "model"));
    arrows.put("io.orrery.rpc", rooms("model"));
    arrows.put("io.orrery.storage", rooms("model"));
    arrows.put("io.orrery.plugin.core", rooms("plugin.api"));
    arrows.put("io.orrery.plugin.script", rooms("plugin.api"));
    arrows.put("io.orrery.worker", rooms("rpc", "plugin.api", "expression", "storage", "model"));
    arrows.put(
        "io.orrery.controller", rooms("engine", "store", "rpc", "storage", "expression", "model"));
    arrows.put("io.orrery.imports", rooms("engine", "model"));
    arrows.put("io.orrery.server", rooms("controller", "store", "storage", "engine", "model"));
    return arrows;
  }

  private static Set<String> rooms(String... names) {
    var rooms = new TreeSet<String>();
    for (var name : names) {
      rooms.add("io.orrery." + name);
    }
    return rooms;
  }

  private static String room(JavaClass type) {
    var name = type.getPackageName() + ".";
    for (var room : ARROWS.keySet()) {
      if (name.startsWith(room + ".")) {
        return room;
      }
    }
    return name.startsWith("io.orrery.app.") ? "io.orrery.app" : "";
  }

  @Test
  void every_class_of_ours_lives_in_a_known_room() {
    assertThat(OURS).filteredOn(type -> room(type).isEmpty()).isEmpty();
    assertThat(OURS.size()).isGreaterThan(400);
  }

  @Test
  void rooms_import_only_what_stands_below_them() {
    var wrong = new TreeSet<String>();
    var seen = new TreeMap<String, Integer>();
    for (var type : OURS) {
      var from = room(type);
      seen.merge(from, 1, Integer::sum);
      for (var dependency : type.getDirectDependenciesFromSelf()) {
        var to = room(dependency.getTargetClass().getBaseComponentType());
        if (!from.equals("io.orrery.app") && !to.isEmpty() && !to.equals(from)) {
          if (!ARROWS.getOrDefault(from, Set.of()).contains(to)) {
            wrong.add(from + " may not import " + to + ": " + dependency.getDescription());
          }
        }
      }
    }
    assertThat(wrong).as("move the code, or change the arrow and docs/architecture.md").isEmpty();
    assertThat(seen.keySet()).as("rooms with classes").containsAll(ARROWS.keySet());
  }

  @Test
  void deciding_code_sees_no_io_no_threads_and_no_logger() {
    var deciding =
        resideInAnyPackage("io.orrery.engine..", "io.orrery.model..", "io.orrery.imports..");
    seen(deciding, 80);
    noClasses()
        .that(deciding)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.sql..",
                    "javax.sql..",
                    "java.net..",
                    "java.nio.channels..",
                    "java.nio.file..",
                    "java.util.concurrent..",
                    "java.util.logging..",
                    "org.slf4j..")
                .and(DescribedPredicate.not(type(URI.class)))
                .and(DescribedPredicate.not(type(URISyntaxException.class)))
                .and(DescribedPredicate.not(type(URLEncoder.class))))
        .because("the simulation must own all that can happen")
        .check(OURS);
    noClasses()
        .that(deciding)
        .should()
        .dependOnClassesThat(
            DescribedPredicate.describe("are threads", kind -> kind.isEquivalentTo(Thread.class)))
        .because("a turn decides on its one thread")
        .check(OURS);
  }

  @Test
  void workers_see_neither_the_database_nor_the_engine() {
    var worker = resideInAnyPackage("io.orrery.worker..", "io.orrery.plugin..");
    seen(worker, 80);
    noClasses()
        .that(worker)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.sql..", "io.orrery.store..", "io.orrery.engine.."))
        .because("a worker needs one connection only, to a controller")
        .check(OURS);
  }

  @Test
  void only_app_asks_what_time_it_is() {
    var elsewhere = DescribedPredicate.not(resideInAnyPackage("io.orrery.app.."));
    seen(elsewhere, 300);
    noClasses()
        .that(elsewhere)
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "reads the wall clock",
                call -> {
                  var owner = call.getTargetOwner();
                  var name = call.getTarget().getName();
                  return (owner.isEquivalentTo(System.class) && name.equals("currentTimeMillis"))
                      || (owner.isEquivalentTo(Clock.class) && name.startsWith("system"))
                      || (owner.isEquivalentTo(Clock.class) && name.startsWith("tick"))
                      || (owner.isEquivalentTo(InstantSource.class) && name.equals("system"))
                      || (name.equals("now") && CLOCKED.stream().anyMatch(owner::isEquivalentTo));
                }))
        .because("whoever takes an InstantSource can be simulated and tested")
        .check(OURS);
  }

  private static final Set<Class<?>> CLOCKED =
      Set.of(
          Instant.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class);

  @Test
  void nobody_sleeps_but_the_looper() {
    var others =
        DescribedPredicate.not(simpleName("Looper")).and(resideInAnyPackage("io.orrery.."));
    seen(others, 300);
    noClasses()
        .that(others)
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "sleeps",
                call ->
                    call.getTargetOwner().isEquivalentTo(Thread.class)
                        && call.getTarget().getName().equals("sleep")))
        .because("who waits for something should be woken by it")
        .check(OURS);
  }

  @Test
  void nothing_static_can_change() {
    seen(DescribedPredicate.alwaysTrue(), 300);
    noFields()
        .that()
        .haveModifier(JavaModifier.STATIC)
        .and(DescribedPredicate.not(madeByTheCompiler()))
        .should()
        .notBeFinal()
        .because("two instances in one process must not meet")
        .check(OURS);
  }

  @Test
  void nothing_is_injected_or_generated() {
    seen(DescribedPredicate.alwaysTrue(), 300);
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "lombok..",
                "javax.inject..",
                "jakarta.inject..",
                "com.google.inject..",
                "org.springframework..",
                "io.micronaut.."))
        .because("the composition root is read from top to bottom")
        .check(OURS);
  }

  @Test
  void modules_make_no_circles() {
    seen(DescribedPredicate.alwaysTrue(), 300);
    slices().matching("io.orrery.(*)..").should().beFreeOfCycles().check(OURS);
  }

  private static DescribedPredicate<JavaMember> madeByTheCompiler() {
    return DescribedPredicate.describe(
        "made by the compiler", member -> member.getModifiers().contains(JavaModifier.SYNTHETIC));
  }

  private static DescribedPredicate<JavaClass> type(Class<?> type) {
    return DescribedPredicate.describe(type.getSimpleName(), kind -> kind.isEquivalentTo(type));
  }

  private static void seen(DescribedPredicate<? super JavaClass> which, int atLeast) {
    assertThat(OURS.stream().filter(which).count())
        .as("classes that the rule is about")
        .isGreaterThanOrEqualTo(atLeast);
  }
}
