/// Cases played on a subject that is made up.
@NullMarked
package io.orrery.conformance.cases;

import org.jspecify.annotations.NullMarked;
