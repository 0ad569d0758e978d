package io.orrery.controller.evaluation;

import io.orrery.controller.flow.Flows;
import io.orrery.controller.turn.OutputsReader;
import io.orrery.controller.turn.Outside;
import io.orrery.controller.turn.Records;
import io.orrery.engine.execution.Answer;
import io.orrery.engine.execution.Event;
import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.Preparation;
import io.orrery.engine.execution.Preparing;
import io.orrery.engine.execution.Surroundings;
import io.orrery.engine.execution.Variables;
import io.orrery.engine.trigger.Verdict;
import io.orrery.expression.AskedMap;
import io.orrery.expression.ExpressionException;
import io.orrery.expression.Services;
import io.orrery.expression.TemplateTree;
import io.orrery.expression.Truth;
import io.orrery.model.flow.FlowOutput;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.kept.Keeping;
import io.orrery.model.problem.Code;
import io.orrery.storage.InternalStorage;
import io.orrery.storage.StoragePaths;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.vnode.VnodeStore.StoreUnavailable;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Renders what a user wrote, on threads of its own. What it is asked for twice it does twice: the
/// engine takes the first answer.
public final class Evaluations implements Outside, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Evaluations.class);

  /// What evaluations work with.
  public record Tools(
      Flows flows,
      InputRules inputs,
      ServicesFactory services,
      ExecutionQueries executions,
      OutputsReader outputs,
      Surroundings around,
      Facts facts,
      Keeping keeping,
      InternalStorage storage,
      InstantSource clock) {

    /// Without what few templates ask for.
    public Tools(
        Flows flows,
        InputRules inputs,
        ServicesFactory services,
        ExecutionQueries executions,
        OutputsReader outputs,
        Surroundings around,
        Keeping keeping,
        InternalStorage storage,
        InstantSource clock) {
      this(
          flows,
          inputs,
          services,
          executions,
          outputs,
          around,
          Facts.NONE,
          keeping,
          storage,
          clock);
    }
  }

  private final Tools tools;
  private final StartChecks checks;
  private final ChildCalls children;
  private final LoopWork loopWork;
  private final Sources sources;
  private final Judging judging;
  private final Executor pool;
  private final Executor inASecond;
  private final Runnable stop;

  /// @param threads how many templates are rendered at once
  public Evaluations(Tools tools, int threads) {
    var pool =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("evaluation-", 1).factory());
    this(
        tools,
        pool,
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS),
        () -> {
          var _ = pool.shutdownNow();
        });
  }

  /// On threads, or in a time, of the caller's making.
  ///
  /// @param pool renders
  /// @param inASecond calls what is given to it a second later
  /// @param stop called by [#close]
  public Evaluations(Tools tools, Executor pool, Executor inASecond, Runnable stop) {
    this.tools = tools;
    this.checks =
        new StartChecks(
            tools.flows().templates(), tools.services(), tools.around(), tools.keeping());
    this.children = new ChildCalls(tools, checks);
    this.loopWork = new LoopWork(tools, children::child);
    this.sources = new Sources(tools);
    this.judging = new Judging(tools, sources);
    this.pool = pool;
    this.inASecond = inASecond;
    this.stop = stop;
  }

  /// Renders what somebody asks, on the same threads.
  public Expressions expressions() {
    return new AskedExpressions(tools, pool);
  }

  private Outside.OfExecution knowing(Outside.OfExecution it) {
    return new Outside.OfExecution(
        it.plan(), it.head(), knowing(it.head().id(), it.variables()), it.keeper());
  }

  private Outside.OfTask knowing(Outside.OfTask it) {
    return new Outside.OfTask(
        it.plan(), it.head(), it.run(), knowing(it.head().id(), it.variables()), it.keeper());
  }

  /// With what is read from rows only when a template names it.
  private Map<String, Object> knowing(ExecutionId id, Map<String, Object> variables) {
    var more = new LinkedHashMap<>(variables);
    more.put("tasks", new AskedMap(() -> tools.facts().taskStates(id)));
    if (variables.containsKey(Variables.ERROR)) {
      more.put(Variables.ERROR, new AskedMap(() -> tools.facts().failure(id)));
    }
    return more;
  }

  /// For what becomes part of the task run's record.
  private static KeptEvents gate(Outside.OfTask task) {
    return new KeptEvents(
        task.keeper(),
        StoragePaths.taskRun(task.plan().id(), task.run().id(), task.run().taskId()) + "/values");
  }

  /// For what becomes part of the execution's record.
  private static KeptEvents gate(Outside.OfExecution execution) {
    return new KeptEvents(
        execution.keeper(),
        StoragePaths.execution(execution.plan().id(), execution.head().id()) + "/values");
  }

  @Override
  public void prepare(Outside.OfTask task, Consumer<Event> answer) {
    int seq = task.run().seq();
    submit(
        answer,
        gate(task),
        () -> new Event.Prepared(seq, prepared(knowing(task)), now()),
        why -> new Event.Prepared(seq, new Preparation.Unable(why), now()));
  }

  private Preparation prepared(Outside.OfTask task) {
    var node = task.plan().node(task.run().node());
    var services = services(task);
    boolean loops =
        node.task() instanceof Task.Loop || (node.task() instanceof Task.Part && node.leaf());
    if (!loops && !(node.task() instanceof Task.Subflow)) {
      var preparation = Preparing.of(node, task.variables(), services);
      return preparation instanceof Preparation.Wait wait && node.task() instanceof Task.Pause pause
          ? wait.answering(
              tools
                  .inputs()
                  .resume(task.plan().flow(), task.plan().revision(), pause.onResume(), Map.of())
                  .values())
          : preparation;
    }
    if (Preparing.skipped(node, task.variables(), services)) {
      return new Preparation.Skip();
    }
    if (!(node.task() instanceof Task.Subflow subflow)) {
      return loopWork.prepare(task, node, services);
    }
    var parts = node.subject().evaluate(task.variables(), services);
    return children.child(task, subflow, node, parts instanceof Map<?, ?> map ? map : Map.of());
  }

  @Override
  public void ask(Outside.OfTask task, Consumer<Event> answer) {
    int seq = task.run().seq();
    int question = task.run().frame().map(Frame::questions).orElse(0);
    submit(
        answer,
        gate(task),
        () -> new Event.Told(seq, question, answered(task), now()),
        why -> new Event.Told(seq, question, new Answer.Unable(why), now()));
  }

  private Answer answered(Outside.OfTask task) {
    return loopWork.answer(task, services(task));
  }

  @Override
  public void collect(Outside.OfTask task, ExecutionId child, Consumer<Event> answer) {
    int seq = task.run().seq();
    submit(
        answer,
        gate(task),
        () -> new Event.Collected(seq, children.collected(task, child), Optional.empty(), now()),
        why -> new Event.Collected(seq, Map.of(), Optional.of(why), now()));
  }

  @Override
  public void judge(Outside.OfExecution execution, boolean awaited, Consumer<Event> answer) {
    submit(
        answer,
        Gate.ofVerdicts(execution.keeper()),
        () -> new Event.Judged(broken(knowing(execution)), awaited, now()),
        why -> new Event.Judged(List.of(), awaited, now()));
  }

  /// What cannot be rendered yet, as an output of a task that has not run, breaks nothing.
  private List<Integer> broken(Outside.OfExecution execution) {
    var services = services(execution);
    var broken = new ArrayList<Integer>();
    var promises = execution.plan().promises();
    for (int i = 0; i < promises.size(); i++) {
      var assertion = promises.get(i).assertion();
      if (assertion.isEmpty()) {
        continue;
      }
      try {
        if (!Truth.of(assertion.get().evaluate(execution.variables(), services))) {
          broken.add(i);
        }
      } catch (ExpressionException e) {
        log.debug("promise {} of {} cannot be judged", i, execution.plan().id(), e);
      }
    }
    return broken;
  }

  @Override
  public void renderOutputs(Outside.OfExecution execution, Consumer<Event> answer) {
    submit(
        answer,
        gate(execution),
        () -> new Event.OutputsRendered(outputs(knowing(execution)), Optional.empty(), now()),
        why -> new Event.OutputsRendered(Map.of(), Optional.of(why), now()));
  }

  private Map<String, Object> outputs(Outside.OfExecution execution) {
    var services = services(execution);
    var rendered = map(execution.plan().outputs().evaluate(execution.variables(), services));
    var outputs = new LinkedHashMap<String, Object>();
    for (FlowOutput output : execution.plan().flow().outputs()) {
      var value = tools.inputs().output(output, rendered.get(output.id()));
      if (value != null) {
        Depth.check("output '" + output.id() + "'", value);
        outputs.put(output.id(), value);
      }
    }
    return outputs;
  }

  @Override
  public void resolveInputs(Outside.OfExecution execution, Consumer<Event> answer) {
    submit(
        answer,
        gate(execution),
        () -> resolved(execution),
        why ->
            new Event.InputsResolved(
                Map.of(),
                Map.of(),
                Optional.of("Unable to read the trigger's inputs: " + why),
                now()));
  }

  private Event resolved(Outside.OfExecution execution) {
    var plan = execution.plan();
    var services = services(execution);
    var templates = tools.flows().templates();
    var byFlow = sources.isFlowTriggered(plan, execution.head());
    // A Flow trigger's inputs see the execution that it watched.
    var variables =
        byFlow
            ? sources.variables(plan, execution.head(), execution.keeper())
            : execution.variables();
    var given =
        map(
            TemplateTree.compile(templates, execution.head().fixed().inputs())
                .evaluate(variables, services));
    var result = tools.inputs().resolve(plan.flow(), plan.revision(), given);
    // One that a Flow trigger does not give is simply not there, as in Kestra.
    boolean onlyMissing =
        byFlow
            && result.problems().stream().allMatch(problem -> problem.code() == Code.INPUT_MISSING);
    if (!result.ok() && !onlyMissing) {
      return new Event.InputsResolved(
          Map.of(), Map.of(), Optional.of("The inputs are not valid: " + result.text()), now());
    }
    Depth.check("an input", result.values());
    var refusal = checks.refusal(plan.flow(), plan.revision(), result.values());
    if (refusal.isPresent()) {
      return new Event.InputsResolved(
          result.values(),
          Map.of(),
          Optional.of("The flow's checks do not let it start: " + refusal.get().message()),
          now());
    }
    return new Event.InputsResolved(
        result.values(), triggerLabels(execution, variables), Optional.empty(), now());
  }

  /// A trigger's labels; one that does not render is left out (inventory §1.5).
  private Map<String, String> triggerLabels(
      Outside.OfExecution execution, Map<String, Object> variables) {
    var triggerId = execution.head().fixed().trigger().map(it -> it.id()).orElse("");
    var services = services(execution);
    return execution
        .plan()
        .flow()
        .trigger(triggerId)
        .map(
            trigger ->
                TriggerLabels.render(
                    tools.flows().templates(), trigger.common(), variables, services))
        .orElse(Map.of());
  }

  @Override
  public void look(Outside.OfLook look, Consumer<Optional<Outside.Seen>> answer) {
    var keeper = tools.keeping().keeper();
    submit(
        answer,
        Gate.ofVerdicts(keeper),
        () -> judging.look(look, keeper),
        why -> {
          log.warn("trigger {} cannot look at {}: {}", look.look().trigger(), look.look(), why);
          return Optional.empty();
        });
  }

  @Override
  public void judge(Outside.OfSlots slots, Consumer<Map<Instant, Verdict>> answer) {
    var keeper = tools.keeping().keeper();
    submit(
        answer,
        Gate.ofVerdicts(keeper),
        () -> judging.slots(slots, keeper),
        why -> {
          var verdicts = new LinkedHashMap<Instant, Verdict>();
          slots.by().keySet().forEach(slot -> verdicts.put(slot, new Verdict.Unable(why)));
          return verdicts;
        });
  }

  @Override
  public void judge(Outside.OfFindings found, Consumer<List<Verdict>> answer) {
    var keeper = tools.keeping().keeper();
    submit(
        answer,
        Gate.ofVerdicts(keeper),
        () -> judging.findings(found, keeper),
        why -> Collections.nCopies(found.found().size(), new Verdict.Unable(why)));
  }

  @Override
  public void judge(Outside.OfListener listener, Consumer<Event> answer) {
    submit(
        answer,
        Gate.ofVerdicts(listener.execution().keeper()),
        () -> new Event.ListenerJudged(listener.listener(), judging.listener(listener), now()),
        why -> {
          log.warn(
              "a listener of execution {} does not run: {}", listener.execution().head().id(), why);
          return new Event.ListenerJudged(listener.listener(), false, now());
        });
  }

  private Services services(Outside.OfTask task) {
    return tools.services().of(task.plan().id(), Optional.of(task.head()), task.keeper());
  }

  private Services services(Outside.OfExecution execution) {
    return tools
        .services()
        .of(execution.plan().id(), Optional.of(execution.head()), execution.keeper());
  }

  @Override
  public void read(ExecutionId execution, Consumer<Optional<Records>> answer) {
    read(execution, () -> tools.outputs().records(execution), answer);
  }

  @Override
  public void readLastOfChain(ExecutionId first, Consumer<Optional<Records>> answer) {
    read(
        first,
        () ->
            tools
                .executions()
                .lastOfChain(first)
                .flatMap(last -> tools.outputs().records(last.id())),
        answer);
  }

  private void read(
      ExecutionId execution,
      Supplier<Optional<Records>> reading,
      Consumer<Optional<Records>> answer) {
    try {
      pool.execute(
          () -> {
            try {
              answer.accept(reading.get());
            } catch (StoreUnavailable e) {
              log.warn("the database does not answer; {} is read again in a second", execution, e);
              inASecond.execute(() -> read(execution, reading, answer));
            }
          });
    } catch (RejectedExecutionException e) {
      log.debug("shutting down: the read is derived again from its records", e);
    }
  }

  static Map<String, Object> map(@Nullable Object value) {
    var map = new LinkedHashMap<String, Object>();
    if (value instanceof Map<?, ?> given) {
      given.forEach(
          (key, item) -> {
            if (item != null) {
              map.put(String.valueOf(key), item);
            }
          });
    }
    return map;
  }

  private static String message(RuntimeException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private Instant now() {
    return tools.clock().instant();
  }

  /// Runs the work. What a user got wrong is an answer; while the database does not answer the work
  /// waits; a fault of our own is logged and fails what asked, so that nothing hangs.
  ///
  /// @param gate keeps the secrets that the work meets out of its answer
  private <T> void submit(
      Consumer<T> answer, Gate<T> gate, Supplier<T> work, Function<String, T> failed) {
    try {
      pool.execute(() -> run(answer, gate, work, failed));
    } catch (RejectedExecutionException e) {
      log.debug("shutting down: the evaluation is derived again from its records", e);
    }
  }

  private <T> void run(
      Consumer<T> answer, Gate<T> gate, Supplier<T> work, Function<String, T> failed) {
    try {
      answer.accept(gate.of(work.get()));
    } catch (ExpressionException | IllegalArgumentException e) {
      answer.accept(failed.apply(gate.masked(message(e))));
    } catch (StoreUnavailable e) {
      log.warn("the database does not answer; the evaluation is tried again in a second", e);
      inASecond.execute(() -> submit(answer, gate, work, failed));
    } catch (RuntimeException e) {
      log.error("an evaluation failed inside; what asked for it fails", e);
      answer.accept(failed.apply("internal error: " + gate.masked(e.toString())));
    }
  }

  @Override
  public void close() {
    stop.run();
  }
}
