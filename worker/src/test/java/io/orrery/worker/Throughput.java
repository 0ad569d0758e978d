package io.orrery.worker;

import io.orrery.rpc.Job;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// How many small jobs a worker runs a second. A program, not a test: run its `main`.
final class Throughput {
  private Throughput() {}

  private static final int JOBS = 200_000;

  public static void main(String[] arguments) throws Exception {
    var folder = Files.createTempDirectory("throughput");
    for (var kind : List.of("Log", "Return")) {
      var properties =
          kind.equals("Log")
              ? Map.<String, Object>of("message", "Hello {{ flow.namespace }}")
              : Map.<String, Object>of("format", "Hello {{ flow.namespace }}");
      for (int round = 1; round <= 5; round++) {
        try (var bench = Bench.open(folder)) {
          var taker = Thread.startVirtualThread(() -> take(bench));
          long start = System.nanoTime();
          for (int i = 0; i < JOBS; i++) {
            offer(bench, bench.job("io.kestra.plugin.core." + typeOf(kind), properties));
          }
          taker.join();
          double seconds = (System.nanoTime() - start) / 1e9;
          System.out.printf("%s round %d: %.0f jobs/s%n", kind, round, JOBS / seconds);
        }
      }
    }
  }

  private static String typeOf(String kind) {
    return kind.equals("Log") ? "log.Log" : "debug.Return";
  }

  private static void offer(Bench bench, Job job) {
    while (!bench.worker.offer(job)) {
      java.util.concurrent.locks.LockSupport.parkNanos(20_000);
    }
  }

  private static void take(Bench bench) {
    try {
      for (int i = 0; i < JOBS; i++) {
        if (bench.controller.results.poll(60, TimeUnit.SECONDS) == null) {
          throw new IllegalStateException("a result is missing");
        }
        if (i % 1000 == 0) {
          bench.controller.batches.clear();
          bench.controller.newLines.clear();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
