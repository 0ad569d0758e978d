package io.orrery.app.flows;

final class SqliteHousekeepingTest extends HousekeepingContract {}
