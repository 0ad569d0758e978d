package io.orrery.app.flows;

final class SqliteLargeValuesTest extends LargeValuesContract {}
