package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import java.util.Map;

/// What is asked, and what becomes of the answer.
public record QueryProperties(
    @Doc(value = "The SQL.", required = true) Property<String> sql,
    @Doc("Values by name for each `:name` in the SQL.") Property<Map<String, Object>> parameters,
    @Doc(
            value =
                "What becomes of the rows: FETCH hands them on as `rows`, FETCH_ONE the first one"
                    + " as `row`, STORE writes them to a file of Ion items with the address `uri`.",
            defaultText = "NONE")
        Property<FetchType> fetchType,
    @Doc(
            value = "How many rows the driver brings at a time when they are stored.",
            defaultText = "10000")
        Property<Integer> fetchSize,
    @Doc(value = "The time zone of moments that are handed on.", defaultText = "the worker's")
        Property<String> timeZoneId,
    @Doc(value = "Older form of fetchType: FETCH.", deprecated = true) Property<Boolean> fetch,
    @Doc(value = "Older form of fetchType: FETCH_ONE.", deprecated = true)
        Property<Boolean> fetchOne,
    @Doc(value = "Older form of fetchType: STORE.", deprecated = true) Property<Boolean> store) {}
