package io.orrery.app.flows;

final class SqliteWorkerTriggersTest extends WorkerTriggersContract {}
