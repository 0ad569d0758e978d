package io.orrery.bench.stats;

import java.util.Arrays;

/// Measured numbers of one kind.
public final class Samples {

  private double[] values = new double[64];
  private int size;

  public void add(double value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size] = value;
    size++;
  }

  public int size() {
    return size;
  }

  public double median() {
    var sorted = sorted();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /// The smallest sample that at least `percent` of all do not exceed (nearest rank).
  public double percentile(double percent) {
    var sorted = sorted();
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.clamp(rank, 1, sorted.length) - 1];
  }

  public double min() {
    return sorted()[0];
  }

  public double max() {
    return sorted()[size - 1];
  }

  /// @throws IllegalStateException when there is none
  private double[] sorted() {
    if (size == 0) {
      throw new IllegalStateException("no samples");
    }
    var sorted = Arrays.copyOf(values, size);
    Arrays.sort(sorted);
    return sorted;
  }
}
