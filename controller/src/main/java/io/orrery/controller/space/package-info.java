/// Namespaces at run time: what their definitions mean for flows, and the answers to workers about
/// their files and secrets.
@NullMarked
package io.orrery.controller.space;

import org.jspecify.annotations.NullMarked;
