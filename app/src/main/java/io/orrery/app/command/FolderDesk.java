package io.orrery.app.command;

import io.orrery.app.config.ServerConfig;
import io.orrery.controller.Orchestrator;
import io.orrery.controller.Orchestrator.Overlap;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.TriggerChange;
import io.orrery.model.id.TriggerId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/// The triggers of a folder, or database, that no server holds. What is asked is only read; a
/// change is made by a server of a moment, which runs nothing: what is due then is decided as at
/// any start, and its executions wait for the next server.
final class FolderDesk implements TriggerDesk {

  private static final long ANSWER_SECONDS = 30;

  private final Parts parts;
  private final ServerConfig config;

  FolderDesk(Parts parts, ServerConfig config) {
    this.parts = parts;
    this.config = config;
  }

  @Override
  public Map<String, Object> list(Optional<String> namespace) {
    return read(reading -> reading.list(namespace));
  }

  @Override
  public Map<String, Object> slots(
      TriggerId trigger, Optional<String> from, Optional<String> to, int count) {
    return read(reading -> reading.slots(trigger, from, to, count));
  }

  @Override
  public Map<String, Object> why(TriggerId trigger, String at) {
    return read(reading -> reading.why(trigger, at));
  }

  private Map<String, Object> read(Function<TriggerReading, Map<String, Object>> question) {
    try (var reading = parts.triggers(config)) {
      return question.apply(reading);
    } catch (Refused refused) {
      throw new Refusal(String.valueOf(refused.getMessage()));
    }
  }

  @Override
  public void setDisabled(TriggerId trigger, boolean disabled) {
    if (!change(orchestrator -> orchestrator.setTriggerDisabled(trigger, disabled))) {
      throw new Refusal("there is no trigger " + trigger);
    }
  }

  @Override
  public void unlock(TriggerId trigger) {
    var _ = change(orchestrator -> orchestrator.change(trigger, new TriggerChange.Unlock()));
  }

  @Override
  public String runNow(TriggerId trigger, boolean force) {
    var overlap = force ? Overlap.ALLOWED : Overlap.REFUSED;
    return change(orchestrator -> orchestrator.runNow(trigger, overlap)).id().value();
  }

  private <T> T change(Function<Orchestrator, CompletionStage<T>> what) {
    try (var instance = parts.open(config.idle())) {
      return what.apply(instance.orchestrator())
          .toCompletableFuture()
          .get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refused refused) {
        throw new Refusal(String.valueOf(refused.getMessage()));
      }
      throw new IllegalStateException(e.getCause());
    } catch (TimeoutException _) {
      throw new Refusal(
          "no answer within %d s: another server holds this database; ask it with --server"
              .formatted(ANSWER_SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal("interrupted");
    }
  }

  @Override
  public void close() {
    // nothing is held between two questions
  }
}
