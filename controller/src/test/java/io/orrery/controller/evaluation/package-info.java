@NullMarked
package io.orrery.controller.evaluation;

import org.jspecify.annotations.NullMarked;
