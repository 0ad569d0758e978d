package io.orrery.app.flows;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A new [House] for each test.
abstract class HouseContract {

  @TempDir Path home;
  House house;

  /// A new and empty one; absent: the default in the home.
  Optional<String> database() {
    return Optional.empty();
  }

  /// By key, as on the command line.
  Map<String, String> settings() {
    return Map.of();
  }

  @BeforeEach
  void openHouse() {
    house = new House(home, database(), settings());
  }

  @AfterEach
  void closeHouse() {
    house.close();
  }

  static String flow(String id, String body) {
    return "id: " + id + "\nnamespace: test\n" + body;
  }
}
