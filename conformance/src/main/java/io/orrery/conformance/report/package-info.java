/// What came out of a run, and how it is shown: table, list of misses, JSON. Pure.
@NullMarked
package io.orrery.conformance.report;

import org.jspecify.annotations.NullMarked;
