/// Rendering what a user wrote, away from the vnodes' thread.
@NullMarked
package io.orrery.controller.evaluation;

import org.jspecify.annotations.NullMarked;
