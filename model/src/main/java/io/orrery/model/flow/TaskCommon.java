package io.orrery.model.flow;

import io.orrery.model.problem.Position;
import io.orrery.model.state.LogLevel;
import java.util.Optional;

/// What every task may say.
///
/// @param type as written: a Kestra type id, an alias or a short name
/// @param canonicalType the catalog's name for it
/// @param runIf template; the task is skipped when it renders to one of Kestra's four falsy texts
/// @param timeout a duration or a template of one, for each attempt
/// @param logLevel lighter lines are dropped
public record TaskCommon(
    String id,
    String type,
    String canonicalType,
    Optional<String> description,
    boolean disabled,
    Optional<String> runIf,
    Optional<String> timeout,
    Optional<Retry> retry,
    boolean allowFailure,
    boolean allowWarning,
    Optional<LogLevel> logLevel,
    boolean logToFile,
    Position at) {

  /// For a step of this task, as `each_split`: what concerns the task as a whole is not its own.
  ///
  /// @param suffix after the id
  public TaskCommon step(String suffix, String stepType) {
    return new TaskCommon(
        id + suffix,
        stepType,
        stepType,
        Optional.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        false,
        logLevel,
        logToFile,
        at);
  }
}
