package io.orrery.app.config;

import java.util.List;

/// What came of reading the configuration: the whole of it, or all mistakes at once.
public sealed interface Loaded {

  /// @param remarks what looks odd, for the log
  record Ready(ServerConfig config, List<Mistake> remarks) implements Loaded {
    public Ready {
      remarks = List.copyOf(remarks);
    }
  }

  record Wrong(List<Mistake> mistakes) implements Loaded {
    public Wrong {
      mistakes = List.copyOf(mistakes);
    }
  }
}
