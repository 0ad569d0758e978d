package io.orrery.plugin.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// What people should know about one property, or about one output of a task.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Doc {
  /// What it is for, in one sentence.
  String value();

  /// The name in YAML when it is not that of the parameter.
  String name() default "";

  /// How the default reads in the documentation.
  String defaultText() default "";

  boolean required() default false;

  /// Whether it is only read for the sake of older flows.
  boolean deprecated() default false;
}
