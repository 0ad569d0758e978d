package io.orrery.worker.runner;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// All processes that belong to one program: its descendants, the members of its session, and
/// whoever has its mark in the environment. The last two find what a descendant left behind when it
/// ended, and what detached itself on purpose.
///
/// Session and mark are read from `/proc`; where there is none (not Linux) only descendants are
/// found.
final class ProcessTree {

  private static final Path PROC = Path.of("/proc");
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /// How often forks that happen while we kill are chased.
  private static final int ROUNDS_MAX = 50;

  private final long leader;
  private final byte[] mark;

  /// @param leader the process that was started; it leads a session of its own where possible
  /// @param mark `NAME=value` in the environment of all of them
  ProcessTree(long leader, String mark) {
    this.leader = leader;
    this.mark = mark.getBytes(StandardCharsets.UTF_8);
  }

  /// Asks all to end, waits for `grace` at most, and then kills those that are left.
  void end(Duration grace) {
    var members = members();
    if (members.isEmpty()) {
      return;
    }
    members.forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + grace.toNanos();
    while (!members.isEmpty() && System.nanoTime() < deadline) {
      pause(LOOK_EVERY);
      members = members();
    }
    for (int round = 0; round < ROUNDS_MAX && !members.isEmpty(); round++) {
      members.forEach(ProcessHandle::destroyForcibly);
      pause(LOOK_EVERY);
      members = members();
    }
  }

  /// Waits although the thread may be interrupted: killing must not be cut short.
  private static void pause(Duration time) {
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(time.toNanos());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Those that are alive now, the leader included.
  List<ProcessHandle> members() {
    var found = new HashSet<Long>();
    if (Files.isDirectory(PROC)) {
      scan(found);
    } else {
      ProcessHandle.of(leader).ifPresent(handle -> collect(handle, found));
    }
    found.remove(ProcessHandle.current().pid());
    var alive = new ArrayList<ProcessHandle>();
    for (var pid : found) {
      ProcessHandle.of(pid).filter(ProcessHandle::isAlive).ifPresent(alive::add);
    }
    return alive;
  }

  private static void collect(ProcessHandle handle, Set<Long> found) {
    found.add(handle.pid());
    handle.descendants().forEach(descendant -> found.add(descendant.pid()));
  }

  private void scan(Set<Long> found) {
    var parents = new HashMap<Long, Long>();
    try (var entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (var entry : entries) {
        look(entry, parents, found);
      }
    } catch (IOException e) {
      ProcessHandle.of(leader).ifPresent(handle -> collect(handle, found));
      return;
    }
    for (var pid : parents.keySet()) {
      if (descends(pid, parents)) {
        found.add(pid);
      }
    }
  }

  private void look(Path entry, Map<Long, Long> parents, Set<Long> found) {
    var stat = stat(entry);
    if (stat == null || stat.zombie()) {
      return;
    }
    parents.put(stat.pid(), stat.parent());
    if (stat.pid() == leader || stat.session() == leader || marked(entry)) {
      found.add(stat.pid());
    }
  }

  private boolean descends(long pid, Map<Long, Long> parents) {
    long ancestor = pid;
    for (int depth = 0; depth < parents.size() && ancestor > 1; depth++) {
      if (ancestor == leader) {
        return true;
      }
      ancestor = parents.getOrDefault(ancestor, 0L);
    }
    return false;
  }

  private record Stat(long pid, boolean zombie, long parent, long session) {}

  /// From `/proc/[pid]/stat`: pid (name) state parent group session …; the name may hold anything.
  private static @org.jspecify.annotations.Nullable Stat stat(Path entry) {
    try {
      var text = Files.readString(entry.resolve("stat"), StandardCharsets.ISO_8859_1);
      var fields = text.substring(text.lastIndexOf(')') + 2).split(" ", 5);
      return new Stat(
          Long.parseLong(entry.getFileName().toString()),
          fields[0].equals("Z") || fields[0].equals("X"),
          Long.parseLong(fields[1]),
          Long.parseLong(fields[3]));
    } catch (IOException | RuntimeException _) {
      return null; // It ended while we looked.
    }
  }

  private boolean marked(Path entry) {
    try {
      var environment = Files.readAllBytes(entry.resolve("environ"));
      return contains(environment, mark);
    } catch (IOException _) {
      return false; // It ended, or belongs to somebody else.
    }
  }

  private static boolean contains(byte[] text, byte[] part) {
    for (int from = 0; from + part.length <= text.length; from++) {
      boolean starts = from == 0 || text[from - 1] == 0;
      int to = from + part.length;
      boolean ends = to == text.length || text[to] == 0;
      if (starts && ends && java.util.Arrays.equals(text, from, to, part, 0, part.length)) {
        return true;
      }
    }
    return false;
  }
}
