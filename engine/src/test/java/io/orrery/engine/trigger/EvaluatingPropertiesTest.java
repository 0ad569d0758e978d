package io.orrery.engine.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.engine.property.Chance;
import io.orrery.engine.trigger.EvaluationEvent.Answered;
import io.orrery.engine.trigger.EvaluationEvent.Defined;
import io.orrery.engine.trigger.EvaluationEvent.Disabled;
import io.orrery.engine.trigger.EvaluationEvent.Due;
import io.orrery.engine.trigger.EvaluationEvent.Enabled;
import io.orrery.engine.trigger.EvaluationEvent.ExecutionEnded;
import io.orrery.engine.trigger.EvaluationEvent.Failed;
import io.orrery.engine.trigger.EvaluationEvent.Finding;
import io.orrery.engine.trigger.EvaluationEvent.Heard;
import io.orrery.engine.trigger.EvaluationEvent.WorkerLost;
import io.orrery.engine.trigger.EvaluationTransition.Order;
import io.orrery.model.flow.TriggerDef.OnWorker;
import io.orrery.model.flow.TriggerDef.Realtime;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.ExecutionIds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A source of numbered messages, workers that read it, and everything that can go wrong between
/// them and the machine: crashes before and after a commit, news that is late, doubled or lost and
/// told again, orders that never arrive, people who edit and switch.
class EvaluatingPropertiesTest {

  private static final int TRIES = 1_500;
  private static final int STEPS = 120;

  @Test
  void each_message_becomes_one_execution_whatever_happens() {
    Chance.forSeeds(TRIES, seed -> new World(new Chance(seed)).live());
  }

  /// A worker at one dispatch. It may not know that it is not believed any more.
  private static final class Reader {
    final long epoch;
    final Instant dispatchedAt;
    int offset;
    int told;
    boolean gone;

    Reader(long epoch, Instant dispatchedAt, int offset) {
      this.epoch = epoch;
      this.dispatchedAt = dispatchedAt;
      this.offset = offset;
    }
  }

  private static final class World {
    private final Chance chance;
    private final OnWorker definition;
    private final List<Reader> readers = new ArrayList<>();
    private final List<EvaluationEvent> onTheWay = new ArrayList<>();
    private final Map<ExecutionId, List<Integer>> executions = new LinkedHashMap<>();
    private final Set<ExecutionId> alive = new LinkedHashSet<>();
    private final Set<Long> dispatched = new LinkedHashSet<>();

    /// What the database holds. There is nothing else to begin from after a crash.
    private TriggerState kept;

    private Instant now = Watching.START;
    private int messages;
    private int revision = 1;

    World(Chance chance) {
      this.chance = chance;
      this.definition =
          chance.between(0, 2) == 0
              ? Watching.realtime(false)
              : Watching.polling(Duration.ofSeconds(10), chance.between(0, 1) == 0, false);
      this.kept = Watching.defined(definition);
    }

    void live() {
      for (int i = 0; i < STEPS; i++) {
        now = now.plusMillis(chance.between(0, 3999));
        step();
        nothingWrong();
      }
      calm();
      assertThat(executions.values().stream().flatMap(List::stream).toList())
          .containsExactlyInAnyOrderElementsOf(all());
    }

    private List<Integer> all() {
      var all = new ArrayList<Integer>();
      for (int i = 0; i < messages; i++) {
        all.add(i);
      }
      return all;
    }

    private void nothingWrong() {
      var seen = executions.values().stream().flatMap(List::stream).toList();
      assertThat(seen).doesNotHaveDuplicates();
    }

    private void step() {
      switch (chance.between(0, 13)) {
        case 0, 1, 2 -> messages++;
        case 3, 4 -> commit(new Due("here", now));
        case 5, 6 -> read();
        case 7, 8 -> deliver();
        case 9 -> endOne();
        case 10 -> commit(new Disabled("a user", now));
        case 11 -> commit(new Enabled(now));
        case 12 -> {
          if (chance.between(0, 2) == 0) {
            restart();
          } else {
            commit(new Defined(++revision, now));
          }
        }
        default -> breakOne();
      }
    }

    /// One turn: decided, then kept or not, then carried out or not.
    private void commit(EvaluationEvent event) {
      var transition = Evaluating.decide(definition, kept, event);
      int fate = chance.between(0, 19);
      if (fate == 0) {
        restart(); // before the commit
        return;
      }
      kept = transition.state();
      for (var start : transition.starts()) {
        if (start.failure().isEmpty()) {
          var numbers = List.of((Integer) start.variables().get("number"));
          assertThat(executions.put(start.id(), numbers)).as("one of " + start.id()).isNull();
          alive.add(start.id());
        }
      }
      if (fate == 1) {
        restart(); // after it, before anything is done about it
        return;
      }
      transition.orders().forEach(this::carryOut);
    }

    private void carryOut(Order order) {
      switch (order) {
        case Order.Dispatch(long epoch) -> {
          assertThat(dispatched.add(epoch)).as("epoch " + epoch + " was dispatched once").isTrue();
          var evaluation = Evaluating.evaluation(kept);
          assertThat(evaluation.epoch()).as("kept before it is seen").isEqualTo(epoch);
          readers.add(
              new Reader(
                  epoch,
                  evaluation.dispatchedAt().orElseThrow(),
                  evaluation.memory().get("offset") instanceof Integer offset ? offset : 0));
        }
        case Order.Stop(long epoch) -> {
          if (chance.between(0, 1) == 0) { // else it never hears of it
            readers.forEach(reader -> reader.gone |= reader.epoch <= epoch);
          }
        }
      }
    }

    private void restart() {
      if (chance.between(0, 1) == 0) {
        readers.clear(); // the process: else only the loop
        onTheWay.clear();
      }
      kept = Evaluating.decide(definition, kept, new WorkerLost(now)).state();
    }

    private Optional<Reader> anyReader() {
      var there = readers.stream().filter(reader -> !reader.gone).toList();
      return there.isEmpty()
          ? Optional.empty()
          : Optional.of(there.get(chance.between(0, there.size() - 1)));
    }

    private void read() {
      anyReader().ifPresent(this::read);
    }

    private void read(Reader reader) {
      int until = Math.min(messages, reader.offset + 1 + chance.between(0, 2));
      var found = new ArrayList<Finding>();
      for (int number = reader.offset; number < until; number++) {
        var id = ExecutionIds.found(Watching.ID, reader.epoch, reader.dispatchedAt, reader.told++);
        found.add(new Finding(id, Map.of("number", number), new Verdict.Holds()));
      }
      reader.offset = until;
      var memory = Map.<String, Object>of("offset", until);
      if (definition instanceof Realtime) {
        if (!found.isEmpty()) {
          onTheWay.add(new Heard(reader.epoch, found, memory, now));
          reader.gone = true; // until it is answered it emits nothing more
        }
      } else {
        onTheWay.add(new Answered(reader.epoch, found, memory, now));
        reader.gone = true;
      }
    }

    private void deliver() {
      if (onTheWay.isEmpty()) {
        return;
      }
      var news = onTheWay.get(chance.between(0, onTheWay.size() - 1));
      if (chance.between(0, 3) != 0) {
        onTheWay.remove(news); // else it comes again
      }
      tell(news);
    }

    private void tell(EvaluationEvent news) {
      commit(judged(news));
      // A listener tells nothing new before all copies of what it told are out of the way.
      if (news instanceof Heard heard && !onTheWay.contains(news)) {
        readers.forEach(reader -> reader.gone &= reader.epoch != heard.epoch());
      }
    }

    /// As whoever judges it does: what has an execution already starts none.
    private EvaluationEvent judged(EvaluationEvent news) {
      return switch (news) {
        case Answered it -> new Answered(it.epoch(), judged(it.found()), it.memory(), now);
        case Heard it -> new Heard(it.epoch(), judged(it.found()), it.memory(), now);
        default -> news;
      };
    }

    private List<Finding> judged(List<Finding> found) {
      return found.stream()
          .map(
              it ->
                  executions.containsKey(it.execution())
                      ? new Finding(it.execution(), it.output(), new Verdict.Fails())
                      : it)
          .toList();
    }

    private void endOne() {
      if (!alive.isEmpty()) {
        var id = alive.iterator().next();
        alive.remove(id);
        commit(new ExecutionEnded(id, now));
        // A crash takes nothing away from an end: it is part of the execution's own commit.
        if (Evaluating.evaluation(kept).waitsFor().contains(id)) {
          alive.add(id);
        }
      }
    }

    private void breakOne() {
      anyReader()
          .ifPresent(
              reader -> {
                reader.gone = true;
                onTheWay.add(
                    new Failed(
                        reader.epoch,
                        ExecutionIds.found(Watching.ID, reader.epoch, reader.dispatchedAt, -1),
                        "broken",
                        now));
              });
    }

    /// Nothing breaks any more: all that is there must come through.
    private void calm() {
      onTheWay.forEach(this::quietly);
      onTheWay.clear();
      readers.clear();
      quietly(new WorkerLost(now));
      quietly(new Enabled(now));
      for (int i = 0; i < 3 * messages + 10; i++) {
        now = now.plus(Duration.ofHours(1));
        List.copyOf(Evaluating.evaluation(kept).waitsFor())
            .forEach(id -> quietly(new ExecutionEnded(id, now)));
        quietly(new Due("here", now));
        for (var reader : List.copyOf(readers)) {
          if (!reader.gone) {
            read(reader);
          }
        }
        var news = List.copyOf(onTheWay);
        onTheWay.clear();
        for (var one : news) {
          quietly(judged(one));
          if (one instanceof Heard heard) {
            readers.forEach(reader -> reader.gone &= reader.epoch != heard.epoch());
          }
        }
      }
    }

    private void quietly(EvaluationEvent event) {
      var transition = Evaluating.decide(definition, kept, judged(event));
      kept = transition.state();
      for (var start : transition.starts()) {
        if (start.failure().isEmpty()) {
          executions.put(start.id(), List.of((Integer) start.variables().get("number")));
        }
      }
      transition.orders().forEach(this::carryOut);
    }
  }
}
