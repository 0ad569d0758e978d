package io.orrery.engine.execution;

import io.orrery.model.state.State;

/// What people say of a task run, or of an execution, against what happened (inventory §4.7).
final class Marking {
  private Marking() {}

  /// The task run and its last attempt get the state; the containers around it go on from there.
  ///
  /// An ended execution becomes RESTARTED and begins when it has a place; a paused one stays so
  /// while another task run is paused.
  ///
  /// @param state a final one; RUNNING lets a paused task run go on
  static void mark(Draft draft, int seq, State state) {
    var found = draft.find(seq);
    if (found.isEmpty()) {
      return;
    }
    var run = found.get();
    if (run.state() == State.PAUSED) {
      Pausing.resume(draft, run, state == State.RUNNING ? State.SUCCESS : state);
      return;
    }
    boolean ended = draft.head().finished();
    boolean paused = draft.head().state() == State.PAUSED && draft.head().paused() > 0;
    if (!run.state().terminal()
        || !state.terminal()
        || !(ended || paused)
        || Replaying.afterTheEnd(draft, run)
        || Replaying.sharing(draft, run).isPresent()
        || (paused && cutsOffLife(draft, run))) {
      return;
    }
    draft.put(Runs.lastAttempt(Runs.state(run, state, draft.now), state, draft.now));
    var reopening = new Reopening(draft);
    reopening.openAround(run);
    if (ended) {
      Restarting.reset(draft);
    }
    reopening.finish();
  }

  /// Whether a container around it has already gone on to another branch, with something in it that
  /// has not ended.
  private static boolean cutsOffLife(Draft draft, TaskRun target) {
    for (var run = target; ; run = draft.run(run.parent())) {
      var frame = draft.frame(run.parent());
      if (frame.branch() != run.branch() && frame.live() > 0) {
        return true;
      }
      if (run.parent() == Draft.ROOT) {
        return false;
      }
    }
  }

  /// An ended execution gets another final state; nothing follows from it.
  static void changeStatus(Draft draft, State state) {
    if (draft.head().finished() && state.terminal()) {
      draft.head(head -> Heads.state(head, state, draft.now));
    }
  }

  /// The labels of an ended execution that are not the system's own become these.
  static void relabel(Draft draft, java.util.Map<String, String> labels) {
    if (!draft.head().finished()) {
      return;
    }
    var all = new java.util.LinkedHashMap<String, String>();
    draft
        .head()
        .labels()
        .forEach(
            (key, value) -> {
              if (key.startsWith("system.")) {
                all.put(key, value);
              }
            });
    all.putAll(labels);
    draft.head(head -> Heads.onlyLabels(head, all));
  }
}
