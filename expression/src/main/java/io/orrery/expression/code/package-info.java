/// What a template means: its tree lowered once into small pieces of code, and running them.
///
/// Values never leave plain Java: there is no reflection, so nothing but maps, lists and scalars
/// can be looked into. Running is confined to one thread and counts against one `Budget`.
@NullMarked
package io.orrery.expression.code;

import org.jspecify.annotations.NullMarked;
