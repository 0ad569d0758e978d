package io.orrery.server.execution;

import io.orrery.engine.execution.Execution;
import io.orrery.model.id.ExecutionId;
import io.orrery.server.http.Answer;
import io.orrery.server.http.Call;
import io.orrery.server.http.Fault;
import io.orrery.server.http.Route;
import io.orrery.server.json.JsonMap;
import io.orrery.storage.InternalStorage;
import io.orrery.store.query.ExecutionQueries;
import io.orrery.store.vnode.VnodeStore.WholeExecution;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The files that an execution may show: those below its own folder, those below the folder of its
/// parent or of a child, and those whose address it was given or gave back as a value.
///
/// So whoever may see an execution sees what it worked with, and the address of any other file says
/// nothing here.
public final class ExecutionFiles {
  private static final Pattern OF_EXECUTION = Pattern.compile(".*/executions/([A-Za-z0-9]+)/.*");

  private final ExecutionQueries executions;
  private final InternalStorage storage;

  public ExecutionFiles(ExecutionQueries executions, InternalStorage storage) {
    this.executions = executions;
    this.storage = storage;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/executions/{id}/file", this::content),
        Route.get("/api/v1/executions/{id}/file/metas", this::metas),
        Route.get("/api/v1/executions/{id}/file/preview", this::preview));
  }

  private Answer content(Call call) throws IOException {
    var file = allowed(call);
    long size = storage.size(file);
    if (size < 0) {
      throw notFound(file);
    }
    return new Answer.Streamed(
        200,
        "application/octet-stream",
        Map.of("Content-Disposition", disposition(file)),
        out -> {
          try (var in = storage.open(file)) {
            in.transferTo(out);
          }
        });
  }

  private Answer metas(Call call) throws IOException {
    var file = allowed(call);
    long size = storage.size(file);
    if (size < 0) {
      throw notFound(file);
    }
    return Answer.json(new JsonMap().with("size", size).map());
  }

  /// The beginning of a file, for looking at.
  private Answer preview(Call call) throws IOException {
    var file = allowed(call);
    if (storage.size(file) < 0) {
      throw notFound(file);
    }
    int rowsMax = call.query().integer("maxRows").orElse(FilePreview.ROWS_DEFAULT);
    var encoding = call.query().text("encoding").orElse("UTF-8");
    try (var in = storage.open(file)) {
      return Answer.json(FilePreview.of(file, in, rowsMax, encoding));
    }
  }

  private URI allowed(Call call) {
    var id = new ExecutionId(call.param("id"));
    var whole = executions.find(id).orElseThrow(() -> ExecutionReads.notFound(id));
    var text =
        call.query().text("path").orElseThrow(() -> Fault.argument("parameter 'path' is needed"));
    var file = address(text);
    if (!belongsTo(whole.execution(), file)
        && !isNamedBy(whole, file.toString())
        && !isOfRelative(whole.execution(), file)) {
      throw Fault.of(403, "Forbidden: the file is not one of this execution");
    }
    return file;
  }

  /// A canonical address: no `..`, no host, nothing after the path.
  private static URI address(String text) {
    URI file;
    try {
      file = new URI(text);
    } catch (URISyntaxException _) {
      throw Uploads.notAnAddress(text);
    }
    var path = file.getPath();
    if (!"kestra".equals(file.getScheme())
        || file.getRawAuthority() != null
        || file.getRawQuery() != null
        || file.getRawFragment() != null
        || path == null
        || !path.startsWith("/")
        || path.contains("\\")
        || path.chars().anyMatch(Character::isISOControl)
        || List.of(path.split("/", -1)).contains("..")) {
      throw Uploads.notAnAddress(text);
    }
    return file;
  }

  private static boolean belongsTo(Execution execution, URI file) {
    return file.getPath()
        .startsWith(Uploads.folder(execution.fixed().flow(), execution.id()) + "/");
  }

  private boolean isOfRelative(Execution execution, URI file) {
    var matcher = OF_EXECUTION.matcher(file.getPath());
    if (!matcher.matches()) {
      return false;
    }
    var other = new ExecutionId(matcher.group(1));
    return executions
        .head(other)
        .filter(owner -> belongsTo(owner, file))
        .filter(owner -> isParent(owner, execution) || isParent(execution, owner))
        .isPresent();
  }

  private static boolean isParent(Execution parent, Execution child) {
    return child.fixed().startedBy().equals(Optional.of(parent.id()));
  }

  private static boolean isNamedBy(WholeExecution whole, String address) {
    var fixed = whole.execution().fixed();
    return names(fixed.inputs(), address)
        || names(whole.execution().outputs(), address)
        || fixed.trigger().filter(trigger -> names(trigger.variables(), address)).isPresent()
        || whole.taskRuns().stream().anyMatch(run -> names(run.outputs(), address));
  }

  private static boolean names(@Nullable Object value, String address) {
    return switch (value) {
      case Map<?, ?> map -> map.values().stream().anyMatch(one -> names(one, address));
      case List<?> list -> list.stream().anyMatch(one -> names(one, address));
      case String text -> text.equals(address);
      case URI uri -> uri.toString().equals(address);
      case null, default -> false;
    };
  }

  private static String disposition(URI file) {
    var path = file.getPath();
    var name = path.substring(path.lastIndexOf('/') + 1);
    var encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    return "attachment; filename*=UTF-8''" + encoded;
  }

  private static Fault notFound(URI file) {
    return Fault.notFound("no file '" + file + "'");
  }
}
