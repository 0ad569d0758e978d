package io.orrery.plugin.core.file;

import io.orrery.plugin.api.Doc;
import java.net.URI;
import java.time.Instant;

/// A file as an execution sees it.
public record FoundFile(
    @Doc("The address of its content in internal storage.") URI uri,
    @Doc("Its name.") String name,
    @Doc("Its path on the worker's machine.") String localPath,
    @Doc("The folder that it was in.") String parent,
    @Doc("How many bytes it has.") long size,
    @Doc("When it was last changed.") Instant modifiedDate) {}
