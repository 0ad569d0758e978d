package io.orrery.controller.evaluation;

import io.orrery.controller.Orchestrator.Evaluated;
import io.orrery.controller.Orchestrator.Refused;
import io.orrery.controller.Orchestrator.Refused.Reason;
import io.orrery.controller.flow.Flows;
import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.plan.FlowPlan;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import io.orrery.model.id.TaskRunId;
import io.orrery.model.kept.Keeper;
import io.orrery.model.kept.Kept;
import io.orrery.model.kept.Opened;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// Renders what somebody asks of an execution. Whoever may ask may not see secrets: they are stars
/// here, before anything is made of them.
final class AskedExpressions implements Expressions {

  private final Evaluations.Tools tools;
  private final Executor pool;

  AskedExpressions(Evaluations.Tools tools, Executor pool) {
    this.tools = tools;
    this.pool = pool;
  }

  @Override
  public CompletionStage<Evaluated> evaluate(
      ExecutionId id, Optional<TaskRunId> run, String template) {
    return CompletableFuture.supplyAsync(() -> evaluated(id, run, template), pool);
  }

  private Evaluated evaluated(ExecutionId id, Optional<TaskRunId> runId, String text) {
    var whole =
        tools
            .executions()
            .find(id)
            .orElseThrow(() -> new Refused(Reason.NOT_FOUND, "there is no execution " + id));
    var fixed = whole.execution().fixed();
    var plan =
        tools
            .flows()
            .revision(fixed.flow(), fixed.revision())
            .flatMap(Flows.Known::plan)
            .orElseThrow(
                () ->
                    new Refused(
                        Reason.CONFLICT,
                        "revision "
                            + fixed.revision()
                            + " of flow "
                            + fixed.flow()
                            + " is not readable"));
    var keeper = tools.keeping().keeper();
    var variables = variables(whole, plan, runId, keeper);
    var services = tools.services().of(fixed.flow(), Optional.of(whole.execution()), keeper);
    return rendered(text, variables, services, keeper);
  }

  @Override
  public CompletionStage<Evaluated> evaluate(FlowId flow, String template) {
    return CompletableFuture.supplyAsync(() -> evaluated(flow, template), pool);
  }

  private Evaluated evaluated(FlowId id, String text) {
    var plan =
        tools
            .flows()
            .current(id)
            .flatMap(Flows.Known::plan)
            .orElseThrow(() -> new Refused(Reason.NOT_FOUND, "there is no flow " + id));
    var keeper = tools.keeping().keeper();
    var opener = discreet(keeper);
    var variables = new LinkedHashMap<>(Variables.of(plan.flow(), plan.revision(), tools.around()));
    variables.replaceAll((_, value) -> Opened.of(value, opener));
    return rendered(text, variables, tools.services().of(id, Optional.empty(), keeper), keeper);
  }

  private Evaluated rendered(
      String text, Map<String, Object> variables, Services services, Keeper keeper) {
    try {
      var result =
          tools.flows().templates().compile(text).render(variables, new Discreet(services));
      return new Evaluated.Result(keeper.masker().mask(result));
    } catch (ExpressionException e) {
      return new Evaluated.Failed(
          keeper.masker().mask(String.valueOf(e.getMessage())), keeper.masker().mask(trace(e)));
    }
  }

  private Map<String, Object> variables(
      WholeExecution whole, FlowPlan plan, Optional<TaskRunId> runId, Keeper keeper) {
    var head = whole.execution();
    var opener = discreet(keeper);
    var outputs = tools.outputs().variable(plan, head.id(), opener);
    var runs = new HashMap<Integer, TaskRun>();
    whole.taskRuns().forEach(run -> runs.put(run.seq(), run));
    var variables =
        runId
            .map(
                id ->
                    Variables.of(
                        plan,
                        head,
                        required(id, whole),
                        seq -> Optional.ofNullable(runs.get(seq)),
                        outputs,
                        tools.around()))
            .orElseGet(() -> Variables.of(plan, head, outputs, tools.around()));
    variables.replaceAll(
        (name, value) -> name.equals("outputs") ? value : Opened.of(value, opener));
    return variables;
  }

  /// Opens what is large, and shows what is secret as people see it.
  private static Opened.Opener discreet(Keeper keeper) {
    return kept ->
        switch (kept) {
          case Kept.Sealed sealed -> sealed.shown();
          case Kept.Aside aside -> keeper.open(aside);
        };
  }

  private static TaskRun required(TaskRunId id, WholeExecution whole) {
    return whole.taskRuns().stream()
        .filter(run -> run.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new Refused(
                    Reason.NOT_FOUND,
                    "execution " + whole.execution().id() + " has no task run " + id));
  }

  /// What failed because of what, without places in our code.
  private static String trace(ExpressionException failure) {
    var trace = new StringBuilder();
    for (@Nullable Throwable at = failure; at != null; at = at.getCause()) {
      trace.append(trace.isEmpty() ? "" : "\nCaused by: ");
      trace.append(at.getClass().getSimpleName()).append(": ").append(at.getMessage());
    }
    return trace.toString();
  }

  /// What the world says, but for its secrets.
  private record Discreet(Services all) implements Services {
    private static final String MASK = "******";

    @Override
    public java.time.Instant now() {
      return all.now();
    }

    @Override
    public String secret(String key, Optional<String> namespace) {
      var _ = all.secret(key, namespace); // a secret that is not there is told
      return MASK;
    }

    @Override
    public @Nullable Object kv(String key, Optional<String> namespace, boolean errorOnMissing) {
      return all.kv(key, namespace, errorOnMissing);
    }

    @Override
    public byte[] read(String pathOrUri, Optional<String> namespace, Optional<Integer> revision) {
      return all.read(pathOrUri, namespace, revision);
    }

    @Override
    public String fileUri(String path, Optional<String> namespace, Optional<Integer> revision) {
      return all.fileUri(path, namespace, revision);
    }

    @Override
    public long fileSize(String pathOrUri, Optional<String> namespace) {
      return all.fileSize(pathOrUri, namespace);
    }

    @Override
    public java.util.List<Map<String, Object>> errorLogs() {
      return all.errorLogs();
    }

    @Override
    public java.util.List<Map<String, Object>> tasksWithState(String state) {
      return all.tasksWithState(state);
    }

    @Override
    public void sensitive(String value) {
      all.sensitive(value);
    }

    @Override
    public boolean knowsSecrets() {
      return all.knowsSecrets();
    }

    @Override
    public boolean holdsSecret(String text) {
      return all.holdsSecret(text);
    }
  }
}
