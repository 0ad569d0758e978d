package io.orrery.plugin.api;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// How a plugin is used, for its documentation. See [Plugin#examples].
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Example {
  /// What it shows, in one sentence; empty when the code says enough.
  String title() default "";

  /// YAML of one task or trigger, with its `id` and `type`.
  String value();
}
