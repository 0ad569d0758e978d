package io.orrery.server.plugin;

import io.orrery.model.language.Catalogue;
import io.orrery.model.schema.FlowSchema;
import io.orrery.server.port.Descriptions;
import org.jspecify.annotations.Nullable;

/// The catalogue and the schema, made when they are first asked for. Safe for many threads.
final class Described {
  private final Descriptions descriptions;
  private @Nullable Catalogue catalogue;
  private @Nullable FlowSchema schema;

  Described(Descriptions descriptions) {
    this.descriptions = descriptions;
  }

  synchronized Catalogue catalogue() {
    if (catalogue == null) {
      catalogue = descriptions.catalogue();
    }
    return catalogue;
  }

  synchronized FlowSchema schema() {
    if (schema == null) {
      schema = new FlowSchema(catalogue());
    }
    return schema;
  }
}
