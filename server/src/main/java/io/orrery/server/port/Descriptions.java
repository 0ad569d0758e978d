package io.orrery.server.port;

import io.orrery.model.language.Catalogue;
import java.util.List;

/// What may be written into a flow.
public interface Descriptions {

  /// Types and parts. Takes a moment: ask once.
  Catalogue catalogue();

  /// Functions of templates, ordered by name.
  List<Function> functions();

  /// Names of the filters of templates, in order.
  List<String> filters();

  /// @param parameters names of the arguments, in order
  record Function(String name, List<String> parameters) {
    public Function {
      parameters = List.copyOf(parameters);
    }
  }
}
