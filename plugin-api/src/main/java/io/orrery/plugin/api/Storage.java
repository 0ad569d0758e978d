package io.orrery.plugin.api;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.List;

/// Internal storage as a task sees it: it reads files by address and writes its own. What it reads
/// may also be a namespace file (`nsfile:///path`, `nsfile://namespace/path`) or, where the
/// installation allows it, a file of the worker's machine (`file:///path`).
public interface Storage {

  /// Writes a file of this task run and gives its address. An older file of that name is replaced.
  ///
  /// @param name a file name, or a relative path
  URI put(String name, InputStream content) throws IOException;

  /// @throws java.io.FileNotFoundException when there is no such file
  InputStream open(URI file) throws IOException;

  /// In bytes; -1 when there is no such file.
  long size(URI file) throws IOException;

  /// @return whether there was one
  boolean delete(URI file) throws IOException;

  /// Deletes all files of the execution that this task belongs to.
  ///
  /// @return their addresses, ordered
  List<URI> deleteExecutionFiles() throws IOException;
}
