package io.orrery.rpc;

import io.orrery.model.id.TaskRunId;

/// The folder that a job shares with other jobs of one WorkingDirectory.
///
/// @param owner the task run of the WorkingDirectory
/// @param generation which folder of that task run: it grows when the group begins anew
/// @param use what the job wants of it
public record SharedFolder(TaskRunId owner, int generation, Use use) {

  public enum Use {
    /// Makes it, empty. Older generations are no more.
    MAKES,
    /// Cannot run without it: when it is not there, the result says RESUBMITTED.
    NEEDS,
    /// Cannot run without it, and is the last of the main tasks' business: keeps what is to stay.
    KEEPS,
    /// Works in it when it is there, else in a folder of its own.
    LIKES
  }
}
