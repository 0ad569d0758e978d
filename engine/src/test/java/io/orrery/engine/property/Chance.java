package io.orrery.engine.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.LongConsumer;

/// What a property test draws, from a seed: a failure names its seed, and the seed draws the same
/// again.
public final class Chance {

  private final Random random;

  public Chance(long seed) {
    random = new Random(seed);
  }

  /// Checks a property for the seeds 1 to `tries`, or for the one that `-Dproperty.seed` names.
  public static void forSeeds(int tries, LongConsumer property) {
    var only = Long.getLong("property.seed");
    for (long seed = only == null ? 1 : only; seed <= (only == null ? tries : only); seed++) {
      try {
        property.accept(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("with -Dproperty.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  /// Both ends included.
  public int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  public boolean coin() {
    return random.nextBoolean();
  }

  public <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  @SafeVarargs
  public final <T> T of(T... values) {
    return values[random.nextInt(values.length)];
  }

  /// One to `most` different numbers from `least` to `greatest`, in order.
  public SortedSet<Integer> numbers(int least, int greatest, int most) {
    var numbers = new TreeSet<Integer>();
    int size = between(1, most);
    for (int i = 0; i < size; i++) {
      numbers.add(between(least, greatest));
    }
    return numbers;
  }

  public <T> List<T> list(int least, int most, Function<Chance, T> item) {
    var list = new ArrayList<T>();
    int size = between(least, most);
    for (int i = 0; i < size; i++) {
      list.add(item.apply(this));
    }
    return list;
  }
}
