package io.orrery.bench.scenario;

import io.orrery.bench.subject.Databases;
import io.orrery.bench.subject.Product;
import io.orrery.bench.subject.Trouble;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;

/// What scenarios work with.
public final class Workbench {

  private static final int ROUNDS_DEFAULT = 3;

  private final Asked asked;
  private final Databases databases;
  private final Path folder;
  private final Optional<Path> root;
  private final PrintStream progress;
  private final InstantSource clock;
  private int homes;

  /// @param size the scenario's N
  /// @param concurrency of loops; 0: all values at once
  /// @param rounds absent: the usual number
  /// @param quick one round of small numbers: it shows that a scenario works, not how fast
  public record Asked(OptionalInt size, int concurrency, OptionalInt rounds, boolean quick) {}

  /// @param folder homes are made below it
  /// @param root of the checkout, for those that run the real server
  public Workbench(
      Asked asked,
      Databases databases,
      Path folder,
      Optional<Path> root,
      PrintStream progress,
      InstantSource clock) {
    this.asked = asked;
    this.databases = databases;
    this.folder = folder;
    this.root = root;
    this.progress = progress;
    this.clock = clock;
  }

  public Databases databases() {
    return databases;
  }

  public InstantSource clock() {
    return clock;
  }

  /// Where `./orrery` is.
  public Path root() {
    return root.orElseThrow(
        () -> new Trouble("this needs the checkout's ./orrery: run it by bench/run"));
  }

  /// A new, empty folder for one subject.
  public Path home() {
    homes++;
    try {
      return Files.createDirectories(folder.resolve("home" + homes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The product in this process, on a new database.
  public Product product() {
    var home = home();
    return Product.open(home, databases.fresh(home), clock);
  }

  public int rounds() {
    return asked.rounds().orElse(asked.quick() ? 1 : ROUNDS_DEFAULT);
  }

  /// The N that was asked for, else the usual one, else a small one.
  public int size(int usual, int quick) {
    return asked.size().orElse(pick(usual, quick));
  }

  public int pick(int usual, int quick) {
    return asked.quick() ? quick : usual;
  }

  public boolean quick() {
    return asked.quick();
  }

  public int concurrency() {
    return asked.concurrency();
  }

  /// One line for people who wait.
  public void say(String text) {
    progress.println("  … " + text);
  }

  /// Removes a folder with all that is in it.
  public static void remove(Path folder) {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }
}
