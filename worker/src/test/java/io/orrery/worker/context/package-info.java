/// Masks, secrets and the rules of files, alone.
@NullMarked
package io.orrery.worker.context;

import org.jspecify.annotations.NullMarked;
