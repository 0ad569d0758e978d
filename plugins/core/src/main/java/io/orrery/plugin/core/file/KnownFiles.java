package io.orrery.plugin.core.file;

import io.orrery.plugin.api.Memory;
import io.orrery.plugin.api.TaskFailure;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which files a trigger has seen, by hashes of their path and of their state: about thirty
/// characters each, since all of them are kept with each result.
final class KnownFiles {

  static final int FILES_MAX = 7_000;
  private static final String FILES = "files";
  private static final int HASH_BYTES = 9;
  private static final int HASH_CHARS = 12;

  /// After a file that is still to be taken away.
  private static final char TO_TAKE = '!';

  private final Map<String, String> states = new LinkedHashMap<>();

  /// As they were kept last; none at first.
  static KnownFiles in(Memory memory) {
    var known = new KnownFiles();
    if (memory.values().get(FILES) instanceof List<?> entries) {
      for (var entry : entries) {
        var text = String.valueOf(entry);
        if (text.length() > HASH_CHARS) {
          known.states.put(text.substring(0, HASH_CHARS), text.substring(HASH_CHARS));
        }
      }
    }
    return known;
  }

  void keepIn(Memory memory) {
    if (states.size() > FILES_MAX) {
      throw new TaskFailure(
          "the folder has more than "
              + FILES_MAX
              + " files, which is more than the trigger can keep in mind: let it move or delete"
              + " them, or give it a narrower regExp");
    }
    var entries = new ArrayList<Object>(states.size());
    states.forEach((name, state) -> entries.add(name + state));
    memory.keep(Map.of(FILES, entries));
  }

  boolean hasName(SeenFile file) {
    return states.containsKey(hash(file.relative()));
  }

  boolean has(SeenFile file) {
    var state = states.get(hash(file.relative()));
    return state != null && state.startsWith(hash(file.key()));
  }

  boolean isToBeTaken(SeenFile file) {
    return (hash(file.key()) + TO_TAKE).equals(states.get(hash(file.relative())));
  }

  /// @param toTake whether it is still to be taken away
  void add(SeenFile file, boolean toTake) {
    var state = hash(file.key());
    states.put(hash(file.relative()), toTake ? state + TO_TAKE : state);
  }

  /// Forgets the files that are not there any more.
  void retain(List<SeenFile> there) {
    var names = new HashSet<String>();
    there.forEach(file -> names.add(hash(file.relative())));
    states.keySet().retainAll(names);
  }

  private static String hash(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var bytes = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().encodeToString(Arrays.copyOf(bytes, HASH_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
