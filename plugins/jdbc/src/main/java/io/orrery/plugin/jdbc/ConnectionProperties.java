package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;

/// Which database, and who we are to it.
public record ConnectionProperties(
    @Doc(value = "The JDBC address of the database.", required = true) Property<String> url,
    @Doc("Who we are to the database.") Property<String> username,
    @Doc("How the database believes us.") Property<String> password) {}
