/// Quartz: its XML of jobs and triggers, and its tables as CSV.
///
/// Both are read into one [Scheduled]; [QuartzFlows] makes a flow of each job.
@NullMarked
package io.orrery.imports.quartz;

import org.jspecify.annotations.NullMarked;
