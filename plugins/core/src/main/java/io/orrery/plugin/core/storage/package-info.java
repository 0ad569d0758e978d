/// Tasks on files of internal storage. Files are streamed, never held in memory whole.
@NullMarked
package io.orrery.plugin.core.storage;

import org.jspecify.annotations.NullMarked;
