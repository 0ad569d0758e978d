package io.orrery.app.flows;

final class SqliteActionsTest extends ActionsContract {}
