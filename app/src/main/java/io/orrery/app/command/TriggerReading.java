package io.orrery.app.command;

import io.orrery.model.id.TriggerId;
import java.util.Map;
import java.util.Optional;

/// What is kept of triggers, as the API would show it. Closing it lets go of the database.
public interface TriggerReading extends AutoCloseable {

  /// @param namespace this one and those below it
  /// @return `results`, a state each
  Map<String, Object> list(Optional<String> namespace);

  /// @param from as a person writes a time; absent: a day ago
  /// @param to absent: in a day
  /// @return `results`, oldest first, and whether there is more (`next`)
  Map<String, Object> slots(
      TriggerId trigger, Optional<String> from, Optional<String> to, int count);

  /// @param at as a person writes a time
  /// @return one line, `why`, and what it is about
  Map<String, Object> why(TriggerId trigger, String at);

  @Override
  void close();
}
