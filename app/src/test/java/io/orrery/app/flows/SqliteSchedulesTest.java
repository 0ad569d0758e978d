package io.orrery.app.flows;

final class SqliteSchedulesTest extends SchedulesContract {}
