package io.orrery.plugin.items;

import com.amazon.ion.IonException;
import com.amazon.ion.system.IonReaderBuilder;
import io.orrery.plugin.api.RunContext;
import io.orrery.plugin.api.TaskFailure;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/// The items of a stored file, or of a property that may name one.
public final class Items {
  private Items() {}

  /// Takes one item: a tree of maps and lists, as [ItemsWriter#add] takes it.
  @FunctionalInterface
  public interface Taker {
    void take(@Nullable Object item) throws IOException, InterruptedException;
  }

  /// @throws TaskFailure when the file does not hold items
  public static void forEach(URI file, RunContext context, Taker taker)
      throws IOException, InterruptedException {
    try (var content = new BufferedInputStream(context.storage().open(file));
        var in = IonReaderBuilder.standard().build(content)) {
      while (in.next() != null) {
        taker.take(IonTree.read(in));
      }
    } catch (IonException e) {
      throw new TaskFailure(
          "the file " + file + " does not hold items in Ion: " + e.getMessage(), e);
    }
  }

  /// What a property `from` says, rendered: the address of a stored file of items, one item, or a
  /// list of them.
  public static void from(Object rendered, RunContext context, Taker taker)
      throws IOException, InterruptedException {
    switch (rendered) {
      case URI file -> forEach(file, context, taker);
      case String text when isAddress(text) -> forEach(URI.create(text.strip()), context, taker);
      case Iterable<?> items -> {
        for (var item : items) {
          taker.take(item);
        }
      }
      default -> taker.take(rendered);
    }
  }

  /// The same for the same items in the same order, and for a file of them ([ItemsWriter#digest]).
  public static String digest(Iterable<?> items) throws IOException {
    try (var digest = ItemsWriter.nowhere()) {
      for (var item : items) {
        digest.add(item);
      }
      return digest.digest();
    }
  }

  private static boolean isAddress(String text) {
    var stripped = text.strip();
    return stripped.startsWith("kestra://")
        || stripped.startsWith("nsfile://")
        || stripped.startsWith("file://");
  }
}
