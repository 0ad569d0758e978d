package io.orrery.plugin.script;

import io.orrery.plugin.api.Doc;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a script hands on.
///
/// @param vars what it said with `::{"outputs": …}::`
/// @param outputFiles addresses by the path within the working folder
public record ScriptOutput(
    @Doc("The exit code.") int exitCode,
    @Doc("What the script said with lines of the form `::{\"outputs\": …}::`.")
        Map<String, Object> vars,
    @Doc("Addresses of the stored files by name.") Map<String, URI> outputFiles,
    @Doc("How many lines it wrote to standard output.") int stdOutLineCount,
    @Doc("How many lines it wrote to standard error.") int stdErrLineCount) {

  Map<String, Object> asMap() {
    var map = new LinkedHashMap<String, Object>();
    map.put("exitCode", exitCode);
    map.put("vars", vars);
    map.put("outputFiles", outputFiles);
    map.put("stdOutLineCount", stdOutLineCount);
    map.put("stdErrLineCount", stdErrLineCount);
    return map;
  }
}
