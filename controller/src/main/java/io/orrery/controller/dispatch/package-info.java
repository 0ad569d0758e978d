/// Who of the workers gets which job, and when.
@NullMarked
package io.orrery.controller.dispatch;

import org.jspecify.annotations.NullMarked;
