/// Folders that the tasks of a WorkingDirectory share, and what is brought into and kept of them.
///
/// A folder belongs to this process: after a restart there is none, and a job that needs one says
/// so.
@NullMarked
package io.orrery.worker.folder;

import org.jspecify.annotations.NullMarked;
