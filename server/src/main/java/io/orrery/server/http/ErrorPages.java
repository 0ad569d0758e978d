package io.orrery.server.http;

import io.orrery.server.json.Json;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/// The answers to what Jetty refuses by itself (bad HTTP, headers too large), in the shape of all
/// other errors.
final class ErrorPages extends ErrorHandler {

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    var path = request.getHttpURI().getPath();
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.write(
        true, ByteBuffer.wrap(body(response.getStatus(), path == null ? "" : path)), callback);
    return true;
  }

  private static byte[] body(int status, String path) {
    return Json.bytes(Fault.of(status, HttpStatus.getMessage(status)).body(path));
  }
}
