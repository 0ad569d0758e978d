package io.orrery.plugin.jdbc;

import io.orrery.plugin.api.Doc;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What one statement answered.
public record QueryOutput(
    @Doc("The first row, by column; of FETCH_ONE.") @Nullable Map<String, Object> row,
    @Doc("All rows; of FETCH.") @Nullable List<Map<String, Object>> rows,
    @Doc("The address of the file of rows; of STORE.") @Nullable URI uri,
    @Doc("How many rows were fetched or stored.") long size,
    @Doc("How many rows the statement changed.") long updated) {}
