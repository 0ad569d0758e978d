/// How results are counted and shown.
@NullMarked
package io.orrery.conformance.report;

import org.jspecify.annotations.NullMarked;
