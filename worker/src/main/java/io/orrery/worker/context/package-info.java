/// The world that one attempt sees: its templates, files, keys, log and secrets.
///
/// Everything here belongs to one attempt and dies with it, but the secrets of the environment and
/// the memory of parsed templates, which all attempts share.
@NullMarked
package io.orrery.worker.context;

import org.jspecify.annotations.NullMarked;
