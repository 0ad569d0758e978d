/// All timing, and the proof by kill -9. What is measured, and how, is said at each scenario;
/// nothing here is imported by anybody.
@NullMarked
package io.orrery.bench;

import org.jspecify.annotations.NullMarked;
