package io.orrery.app.flows;

final class SqliteLoopsTest extends LoopsContract {}
