package io.orrery.plugin.script;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a script hands on.
///
/// @param vars what it said with `::{"outputs": …}::`
/// @param outputFiles addresses by the path within the working folder
public record ScriptOutput(
    int exitCode,
    Map<String, Object> vars,
    Map<String, URI> outputFiles,
    int stdOutLineCount,
    int stdErrLineCount) {

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
