package io.orrery.plugin.script;

import io.orrery.plugin.api.Doc;
import io.orrery.plugin.api.Property;
import java.util.List;
import java.util.Map;

/// What all script tasks have in common.
public record ScriptOptions(
    @Doc("Commands that run before, in the same shell.") Property<List<String>> beforeCommands,
    @Doc(value = "The shell and its options.", defaultText = "[/bin/sh, -c]")
        Property<List<String>> interpreter,
    @Doc("Environment variables.") Property<Map<String, String>> env,
    @Doc("Files made before the script runs: by name a text, or the address of a stored file.")
        Property<Object> inputFiles,
    @Doc("Patterns of files in the working folder that are stored afterwards.")
        Property<List<String>> outputFiles,
    @Doc("Files of the namespace that the script wants.")
        Property<Map<String, Object>> namespaceFiles,
    @Doc(value = "Whether the first command that fails ends the script.", defaultText = "true")
        Property<Boolean> failFast,
    @Doc("Where the script runs; the machine of the worker when it is left out.")
        Property<Map<String, Object>> taskRunner,
    @Doc("The image of a container; not used by local processes.") Property<String> containerImage,
    @Doc("Whether everything in `{{ outputDir }}` is stored afterwards.")
        Property<Boolean> outputDirectory,
    @Doc("The system that the script is written for; has no effect.") Property<String> targetOS,
    @Doc(value = "Has no effect any more.", deprecated = true) Property<Boolean> warningOnStdErr,
    @Doc(value = "Older form of taskRunner.", deprecated = true) Property<String> runner,
    @Doc(value = "Older form of taskRunner.", deprecated = true)
        Property<Map<String, Object>> docker) {}
