package io.orrery.plugin.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Says under which names a class goes in YAML. Documentation, schema, completion and validation
/// are made from it and from [Doc].
///
/// The class is a record, or a class with exactly one constructor; the parameters of the
/// constructor are the properties. A record is made once and shared by many runs, so it must not
/// change.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Plugin {
  /// The canonical name, as `io.kestra.plugin.core.log.Log`.
  String type();

  /// Older names that mean the same.
  String[] aliases() default {};

  /// What it does, in one sentence.
  String title();

  /// What the title does not say, as Markdown.
  String description() default "";

  /// How it is used. Each must be a task that a flow may hold as it stands.
  Example[] examples() default {};

  /// What to use instead; not empty means that the plugin is deprecated.
  String successor() default "";

  /// Whether its task computes no longer than a moment, however long it may wait. It then runs on a
  /// virtual thread, which costs almost nothing; every other task gets a thread of the operating
  /// system, so that one that computes for long keeps nobody else waiting.
  boolean light() default false;
}
