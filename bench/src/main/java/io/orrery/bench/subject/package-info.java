/// What is measured: the product within this process or as a process of its own, and the database
/// that it writes, looked at from outside.
@NullMarked
package io.orrery.bench.subject;

import org.jspecify.annotations.NullMarked;
