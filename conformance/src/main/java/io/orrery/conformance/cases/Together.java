package io.orrery.conformance.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/// Runs tasks side by side, each on a virtual thread.
public final class Together {

  private Together() {}

  /// @return what each gave, in the order of the tasks
  public static <T> List<T> all(List<Callable<T>> tasks) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var results = new ArrayList<T>();
      for (var future : threads.invokeAll(tasks)) {
        results.add(future.get());
      }
      return results;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while cases were running", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a task that must not throw did", e.getCause());
    }
  }
}
