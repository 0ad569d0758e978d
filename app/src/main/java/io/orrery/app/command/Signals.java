package io.orrery.app.command;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/// Takes SIGINT and SIGTERM from the JVM, which hears nothing of a second one while it is already
/// shutting down.
///
/// `sun.misc.Signal` is the only way to them. It is reached by name, because the compiler warns of
/// it; a JVM that has none, or that keeps a signal to itself (`-Xrs`), stays as it is.
final class Signals {

  private static final List<String> NAMES = List.of("INT", "TERM");

  private Signals() {}

  /// @param handler must not block
  static void handleBy(Runnable handler) {
    try {
      var signal = Class.forName("sun.misc.Signal");
      var handlers = Class.forName("sun.misc.SignalHandler");
      var run =
          MethodHandles.dropArguments(
              MethodHandles.lookup().bind(handler, "run", MethodType.methodType(void.class)),
              0,
              signal);
      var proxy = MethodHandleProxies.asInterfaceInstance(handlers, run);
      for (var name : NAMES) {
        signal
            .getMethod("handle", signal, handlers)
            .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException notHere) {
      // A second signal is not heard, as in any other Java process.
      return;
    }
  }
}
