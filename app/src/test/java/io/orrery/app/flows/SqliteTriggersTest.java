package io.orrery.app.flows;

final class SqliteTriggersTest extends TriggersContract {}
