/// The tasks that come with the house, under their Kestra names `io.kestra.plugin.core`.
@NullMarked
package io.orrery.plugin.core;

import org.jspecify.annotations.NullMarked;
