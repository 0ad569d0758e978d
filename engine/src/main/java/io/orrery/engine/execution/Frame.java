package io.orrery.engine.execution;

import io.orrery.model.state.State;
import java.util.BitSet;

/// How far the children of one container (or of the whole execution) have come. Fixed in size:
/// nothing here grows with the number of children but one bit a node of a Dag.
///
/// @param branch which list of children is under way
/// @param choice which of the main lists: 0 `then` or the only one, 1 `else`; the case of a Switch;
///   -1 none
/// @param cursor children (or loop values) of this branch begun so far
/// @param live children of this branch that have not ended (for a loop: values under way)
/// @param worst the worst end of a main child so far: SUCCESS, WARNING, FAILED or KILLED
/// @param stopped no new child of this branch starts: one failed
/// @param cleanupFailed a child of the `finally` branch failed
/// @param done for a Dag: which nodes of the branch ended
/// @param begun for a Dag: which nodes of the branch started
/// @param mark where the present stretch begins: of a LoopUntil the seq that the round's first task
///   run got, of a Loop over a file the iteration of the first line at hand; -1 for a Loop over a
///   map
/// @param questions how many times the container asked for something to be worked out elsewhere
/// @param asking whether the last of these questions is still open
public record Frame(
    Branch branch,
    int choice,
    int cursor,
    int live,
    State worst,
    boolean stopped,
    boolean cleanupFailed,
    BitSet begun,
    BitSet done,
    int mark,
    int questions,
    boolean asking) {

  /// Of a container that never asks.
  public Frame(
      Branch branch,
      int choice,
      int cursor,
      int live,
      State worst,
      boolean stopped,
      boolean cleanupFailed,
      BitSet begun,
      BitSet done) {
    this(branch, choice, cursor, live, worst, stopped, cleanupFailed, begun, done, 0, 0, false);
  }

  public static final Frame START =
      new Frame(Branch.MAIN, 0, 0, 0, State.SUCCESS, false, false, new BitSet(), new BitSet());

  public enum Branch {
    /// Nothing has begun: the execution's inputs are being resolved, or the folder of a
    /// WorkingDirectory is being set up.
    INPUTS,
    /// The flow's promises are being judged before the first task. Only of the execution itself.
    ADMISSION,
    /// What a Pause runs before it waits.
    ON_PAUSE,
    MAIN,
    ERRORS,
    FINALLY,
    /// All tasks ended; the flow's promises are being judged for the last time. Only of the
    /// execution itself.
    VERDICT,
    /// All tasks ended and the flow's outputs are being rendered; or the main tasks of a
    /// WorkingDirectory ended and what is to stay of its folder is being kept.
    OUTPUTS,
    /// The execution has its final state; what runs now cannot change it.
    AFTER,
    /// Nothing of this container is left to do.
    DONE,
    /// It ended in the execution that this one replays, for a value that the loop around it has yet
    /// to come to; then it begins anew.
    LATER
  }

  public Frame choosing(int list) {
    return new Frame(
        branch,
        list,
        cursor,
        live,
        worst,
        stopped,
        cleanupFailed,
        begun,
        done,
        mark,
        questions,
        asking);
  }

  /// In another branch, at its beginning.
  public Frame entering(Branch next) {
    return new Frame(
        next,
        choice,
        0,
        0,
        worst,
        false,
        cleanupFailed,
        new BitSet(),
        new BitSet(),
        mark,
        questions,
        false);
  }

  public Frame at(int newCursor, int newLive) {
    return new Frame(
        branch,
        choice,
        newCursor,
        newLive,
        worst,
        stopped,
        cleanupFailed,
        begun,
        done,
        mark,
        questions,
        asking);
  }

  public Frame ending(State newWorst, boolean nowStopped, boolean nowCleanupFailed) {
    return new Frame(
        branch,
        choice,
        cursor,
        live,
        newWorst,
        nowStopped,
        nowCleanupFailed,
        begun,
        done,
        mark,
        questions,
        asking);
  }

  public Frame nodes(BitSet newBegun, BitSet newDone) {
    return new Frame(
        branch,
        choice,
        cursor,
        live,
        worst,
        stopped,
        cleanupFailed,
        newBegun,
        newDone,
        mark,
        questions,
        asking);
  }

  public Frame marking(int newMark) {
    return new Frame(
        branch,
        choice,
        cursor,
        live,
        worst,
        stopped,
        cleanupFailed,
        begun,
        done,
        newMark,
        questions,
        asking);
  }

  /// With one more question, which is open.
  public Frame asked() {
    return questions(questions + 1, true);
  }

  /// With no question open.
  public Frame answered() {
    return questions(questions, false);
  }

  private Frame questions(int count, boolean open) {
    return new Frame(
        branch,
        choice,
        cursor,
        live,
        worst,
        stopped,
        cleanupFailed,
        begun,
        done,
        mark,
        count,
        open);
  }
}
