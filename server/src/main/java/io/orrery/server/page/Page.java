package io.orrery.server.page;

import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The web page at `/ui/`. Its own paths are the page's business: each of them gets `index.html`,
/// unless a file has that name. Files under `assets/` have their content's hash in their name, so a
/// browser may keep them for ever; `index.html` names them and is asked for anew.
public final class Page {
  private static final String INDEX = "index.html";
  private static final String ASSETS = "assets/";

  private final PageFiles files;

  /// The page that the module `ui` packed.
  public Page() {
    this("orrery-ui/");
  }

  /// @param root folder of the class path that has it
  Page(String root) {
    this.files = new PageFiles(root);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/", _ -> moved()),
        Route.get("/ui", call -> file(call, INDEX)),
        Route.get("/ui/{path...}", call -> file(call, call.param("path"))));
  }

  private static Answer moved() {
    return new Answer.Streamed(302, "text/plain", Map.of("Location", "/ui/"), _ -> {});
  }

  private Answer file(Call call, String path) {
    if (files.bytes(path, "").isPresent()) {
      return answer(call, path);
    }
    if (path.startsWith(ASSETS)) {
      throw Fault.notFound("the page has no file '" + path + "'; reload it, it may be a newer one");
    }
    if (files.bytes(INDEX, "").isEmpty()) {
      throw Fault.notFound("this build has no page in it; the API is at /api/v1");
    }
    return answer(call, INDEX);
  }

  private Answer answer(Call call, String path) {
    var plain = files.bytes(path, "").orElseThrow();
    var headers = new LinkedHashMap<String, String>();
    headers.put("Vary", "Accept-Encoding");
    if (path.startsWith(ASSETS)) {
      headers.put("Cache-Control", "public, max-age=31536000, immutable");
    } else {
      headers.put("Cache-Control", "no-cache");
      headers.put("ETag", PageFiles.tag(plain));
    }
    if (path.equals(INDEX)) {
      headers.put("Content-Security-Policy", policy(plain));
    }
    if (call.header("If-None-Match").filter(it -> it.equals(headers.get("ETag"))).isPresent()) {
      return new Answer.Streamed(304, PageFiles.type(path), headers, _ -> {});
    }
    var body = plain;
    for (var coding : List.of("br", "gzip")) {
      var packed = files.bytes(path, coding.equals("br") ? ".br" : ".gz");
      if (packed.isPresent() && accepts(call, coding)) {
        headers.put("Content-Encoding", coding);
        body = packed.get();
        break;
      }
    }
    var sent = body;
    headers.put("Content-Length", String.valueOf(sent.length));
    return new Answer.Streamed(200, PageFiles.type(path), headers, out -> out.write(sent));
  }

  /// Nothing but what this server sends, and no scripts or styles in the page itself but those that
  /// it was packed with.
  private static String policy(byte[] index) {
    return String.join(
        "; ",
        "default-src 'none'",
        "script-src 'self'" + PageFiles.scriptHashes(index),
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'");
  }

  private static boolean accepts(Call call, String coding) {
    for (var part : call.header("Accept-Encoding").orElse("").split(",", -1)) {
      var words = part.trim().split("\\s*;\\s*", -1);
      boolean refused = words.length > 1 && words[1].matches("q=0(?:\\.0*)?");
      if (words[0].equalsIgnoreCase(coding) && !refused) {
        return true;
      }
    }
    return false;
  }
}
