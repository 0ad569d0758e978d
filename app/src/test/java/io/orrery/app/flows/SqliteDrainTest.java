package io.orrery.app.flows;

final class SqliteDrainTest extends DrainContract {}
