package io.orrery.plugin.items;

import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonTextWriterBuilder;
import io.orrery.plugin.api.RunContext;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A new file of items on its way to internal storage. For one thread at a time.
public final class ItemsWriter implements AutoCloseable {

  private final Path file;
  private final DigestOutputStream out;
  private final IonWriter writer;
  private long size;

  private ItemsWriter(Path file, OutputStream out) {
    this.file = file;
    this.out = new DigestOutputStream(out, sha256());
    this.writer =
        IonTextWriterBuilder.standard().withWriteTopLevelValuesOnNewLines(true).build(this.out);
  }

  /// @param context whose working folder holds the file until it is stored
  public static ItemsWriter open(RunContext context) throws IOException {
    var file = context.workingFolder().createFile(".ion");
    return new ItemsWriter(file, new BufferedOutputStream(Files.newOutputStream(file)));
  }

  /// What is added goes nowhere: for its [#digest] and [#size].
  public static ItemsWriter nowhere() {
    return new ItemsWriter(Path.of(""), OutputStream.nullOutputStream());
  }

  /// @param item a tree of maps and lists over texts, numbers, truths, bytes and `java.time`
  ///   values; anything else goes as its text
  public void add(@Nullable Object item) throws IOException {
    IonTree.write(item, writer);
    size++;
  }

  /// How many items there are.
  public long size() {
    return size;
  }

  /// Once all items are added.
  ///
  /// @return the address of the stored file
  public URI store(RunContext context) throws IOException {
    finish();
    try (var content = Files.newInputStream(file)) {
      return context.storage().put(UUID.randomUUID() + ".ion", content);
    }
  }

  /// The same for the same items in the same order. Once all items are added.
  public String digest() throws IOException {
    finish();
    return HexFormat.of().formatHex(out.getMessageDigest().digest());
  }

  private void finish() throws IOException {
    writer.finish();
    out.flush();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
