/// DolphinScheduler: workflows exported as JSON, of 2.x (`processDefinition`) and 3.x
/// (`workflowDefinition`).
@NullMarked
package io.orrery.imports.dolphinscheduler;

import org.jspecify.annotations.NullMarked;
