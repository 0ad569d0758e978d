package io.orrery.app.flows;

final class SqliteFlowsTest extends FlowsContract {}
