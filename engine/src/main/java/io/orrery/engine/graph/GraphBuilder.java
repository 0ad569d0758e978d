package io.orrery.engine.graph;

import io.orrery.engine.execution.TaskRun;
import io.orrery.engine.graph.FlowGraph.Cluster;
import io.orrery.engine.graph.FlowGraph.Edge;
import io.orrery.engine.graph.FlowGraph.Kind;
import io.orrery.engine.graph.FlowGraph.Relation;
import io.orrery.engine.graph.FlowGraph.Vertex;
import io.orrery.model.flow.Flow;
import io.orrery.model.flow.Task;
import io.orrery.model.id.ExecutionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Draws a flow, or one of its executions: there each loop is drawn out, value by value.
public final class GraphBuilder {

  /// Loops with more values are drawn once, not value by value.
  static final int VALUES_MAX = 100;

  /// Beyond so many nodes no further loop is drawn out.
  static final int NODES_MAX = 5_000;

  private static final String ROOT = "root";

  /// What is to be drawn in place of a Subflow task.
  ///
  /// @param runs of the child execution; empty when there is none
  public record Opened(Flow flow, Optional<ExecutionId> execution, List<TaskRun> runs) {
    public Opened {
      runs = List.copyOf(runs);
    }
  }

  /// Finds the flow behind a Subflow task; empty when it is not known (a template, no such flow).
  @FunctionalInterface
  public interface Opener {
    Optional<Opened> open(Task.Subflow task, Optional<TaskRun> run);
  }

  /// Where a part of the picture begins and ends.
  private record Ends(String entry, String exit) {}

  private final Set<String> open;
  private final Opener opener;
  private final List<Vertex> nodes = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private final List<OpenCluster> clusters = new ArrayList<>();

  private GraphBuilder(Set<String> open, Opener opener) {
    this.open = open;
    this.opener = opener;
  }

  /// @param open uids of Subflow nodes to draw opened
  public static FlowGraph draw(Opened flow, Set<String> open, Opener opener) {
    var builder = new GraphBuilder(open, opener);
    var place = Place.top(flow, ROOT, List.of());
    var start = builder.end(place, Kind.START);
    var end = builder.end(place, Kind.END);
    builder.flow(place, start, end);
    builder.triggers(place, start);
    return new FlowGraph(
        builder.nodes, builder.edges, builder.clusters.stream().map(OpenCluster::close).toList());
  }

  private void flow(Place place, String from, String end) {
    var flow = place.flow.flow();
    var main = new ArrayList<String>();
    main.add(row(flow.tasks(), from, Optional.empty(), Optional.empty(), place));
    finish(
        place, from, end, main, List.of(flow.errors(), flow.finallyTasks(), flow.afterExecution()));
  }

  /// Errors, clean-up, what runs after the end; then the end itself.
  ///
  /// @param others the lists beside the main one, in this order; the last may be missing
  private void finish(
      Place place, String from, String end, List<String> main, List<List<Task>> others) {
    var exits = new ArrayList<>(main);
    var errors = others.getFirst();
    if (!errors.isEmpty()) {
      exits.add(
          row(
              errors,
              from,
              Optional.of(Relation.ERROR),
              Optional.empty(),
              place.in(Relation.ERROR)));
    }
    var relations = List.of(Relation.ERROR, Relation.FINALLY, Relation.AFTER_EXECUTION);
    for (int i = 1; i < others.size(); i++) {
      if (!others.get(i).isEmpty()) {
        var relation = relations.get(i);
        var exit = follow(others.get(i), exits, relation, place.in(relation));
        exits.clear();
        exits.add(exit);
      }
    }
    exits.stream().distinct().forEach(exit -> edge(exit, end, Optional.empty(), Optional.empty()));
  }

  /// Tasks one after another.
  ///
  /// @return uid of what the last one ends with; `from` when there is none
  private String row(
      List<Task> tasks,
      String from,
      Optional<Relation> first,
      Optional<String> value,
      Place place) {
    var last = from;
    var relation = first;
    var label = value;
    for (var task : tasks) {
      var ends = task(task, place);
      edge(last, ends.entry(), relation, label);
      last = ends.exit();
      relation = Optional.of(Relation.SEQUENTIAL);
      label = Optional.empty();
    }
    return last;
  }

  /// Tasks one after another, after all of `exits`.
  private String follow(List<Task> tasks, List<String> exits, Relation relation, Place place) {
    var first = task(tasks.getFirst(), place);
    exits.stream()
        .distinct()
        .forEach(exit -> edge(exit, first.entry(), Optional.of(relation), Optional.empty()));
    return row(
        tasks.subList(1, tasks.size()),
        first.exit(),
        Optional.of(Relation.SEQUENTIAL),
        Optional.empty(),
        place);
  }

  private Ends task(Task task, Place place) {
    var run = place.run(task.id());
    var uid = place.uid(task.id(), run);
    if (task instanceof Task.Subflow subflow) {
      var opened = open.contains(uid) ? opener.open(subflow, run) : Optional.<Opened>empty();
      return opened
          .map(it -> opened(task, uid, run, it, place))
          .orElseGet(
              () -> {
                vertex(uid, Kind.SUBFLOW, task, run, place);
                return new Ends(uid, uid);
              });
    }
    var layout = Layout.of(task);
    if (layout instanceof Layout.Leaf) {
      vertex(uid, Kind.TASK, task, run, place);
      return new Ends(uid, uid);
    }
    var inside = place.inside(uid, run, cluster(uid, Optional.of(uid), place));
    var start = end(inside, Kind.START);
    vertex(uid, Kind.TASK, task, run, inside);
    edge(start, uid, Optional.empty(), Optional.empty());
    var end = end(inside, Kind.END);
    var branches = task.branches();
    finish(
        inside,
        uid,
        end,
        children(layout, uid, run, inside),
        List.of(branches.errors(), branches.finallyTasks()));
    return new Ends(start, end);
  }

  private Ends opened(Task task, String uid, Optional<TaskRun> run, Opened flow, Place place) {
    var around = place.inside(uid, run, cluster(uid, Optional.of(uid), place));
    var inside = Place.top(flow, uid, around.clusters);
    var start = end(inside, Kind.START);
    vertex(uid, Kind.SUBFLOW, task, run, around);
    edge(start, uid, Optional.empty(), Optional.empty());
    var end = end(inside, Kind.END);
    flow(inside, uid, end);
    triggers(inside, start);
    return new Ends(start, end);
  }

  /// @return what the main branch ends with
  private List<String> children(Layout layout, String from, Optional<TaskRun> run, Place place) {
    var exits = new ArrayList<String>();
    switch (layout) {
      case Layout.Leaf _ -> exits.add(from);
      case Layout.Row it ->
          exits.add(
              row(it.tasks(), from, Optional.of(Relation.SEQUENTIAL), Optional.empty(), place));
      case Layout.Fan it ->
          it.tasks()
              .forEach(
                  task ->
                      exits.add(
                          row(
                              List.of(task),
                              from,
                              Optional.of(Relation.PARALLEL),
                              Optional.empty(),
                              place)));
      case Layout.Choice it ->
          it.cases()
              .forEach(
                  (name, tasks) -> {
                    if (!tasks.isEmpty()) {
                      exits.add(
                          row(tasks, from, Optional.of(Relation.CHOICE), Optional.of(name), place));
                    }
                  });
      case Layout.Net it -> exits.addAll(net(it, from, place));
      case Layout.Loop it -> exits.addAll(loop(it, from, run, place));
    }
    return exits.isEmpty() ? List.of(from) : exits;
  }

  private List<String> net(Layout.Net net, String from, Place place) {
    var drawn = new HashMap<String, Ends>();
    net.tasks().forEach(task -> drawn.put(task.id(), task(task, place)));
    var exits = new ArrayList<String>();
    for (var task : net.tasks()) {
      var ends = ends(drawn, task.id());
      var before = net.dependsOn().getOrDefault(task.id(), List.of());
      if (before.isEmpty()) {
        edge(from, ends.entry(), Optional.of(Relation.PARALLEL), Optional.empty());
      }
      for (var other : before) {
        edge(
            ends(drawn, other).exit(),
            ends.entry(),
            Optional.of(Relation.SEQUENTIAL),
            Optional.empty());
      }
      if (net.dependsOn().values().stream().noneMatch(list -> list.contains(task.id()))) {
        exits.add(ends.exit());
      }
    }
    return exits;
  }

  private static Ends ends(Map<String, Ends> drawn, String id) {
    var ends = drawn.get(id);
    if (ends == null) {
      throw new IllegalArgumentException("no task '" + id + "' in its Dag");
    }
    return ends;
  }

  /// Value by value when it has run. Values in order hang together by their first tasks.
  private List<String> loop(Layout.Loop loop, String from, Optional<TaskRun> run, Place place) {
    var values = run.map(place.runs::values).orElse(Map.of());
    if (loop.tasks().isEmpty()
        || values.isEmpty()
        || values.size() > VALUES_MAX
        || nodes.size() > NODES_MAX) {
      var relation = loop.inOrder() ? Relation.DYNAMIC : Relation.PARALLEL;
      return List.of(row(loop.tasks(), from, Optional.of(relation), Optional.empty(), place));
    }
    var exits = new ArrayList<String>();
    var previous = from;
    for (var value : values.entrySet()) {
      var inside = place.at(value.getKey());
      var first = task(loop.tasks().getFirst(), inside);
      edge(previous, first.entry(), Optional.of(Relation.DYNAMIC), Optional.of(value.getValue()));
      exits.add(
          row(
              loop.tasks().subList(1, loop.tasks().size()),
              first.exit(),
              Optional.of(Relation.SEQUENTIAL),
              Optional.empty(),
              inside));
      previous = loop.inOrder() ? first.exit() : from;
    }
    return exits;
  }

  private void triggers(Place top, String start) {
    var triggers = top.flow.flow().triggers();
    if (triggers.isEmpty()) {
      return;
    }
    var path = top.path + ".Triggers";
    var inside = top.inside(path, Optional.empty(), cluster(path, Optional.empty(), top));
    var first = end(inside, Kind.START);
    var last = end(inside, Kind.END);
    for (var trigger : triggers) {
      var uid = path + "." + trigger.id();
      add(
          new Vertex(
              uid,
              Kind.TRIGGER,
              top.flow.flow().key(),
              Optional.of(trigger.id()),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()),
          inside);
      edge(first, uid, Optional.empty(), Optional.empty());
      edge(uid, last, Optional.empty(), Optional.empty());
    }
    edge(last, start, Optional.empty(), Optional.empty());
  }

  private OpenCluster cluster(String path, Optional<String> task, Place place) {
    var cluster =
        new OpenCluster(
            "cluster_" + path,
            path,
            task,
            place.clusters.stream().map(it -> it.uid).toList(),
            new ArrayList<>());
    clusters.add(cluster);
    return cluster;
  }

  /// The invisible start or end of a cluster. No task can have such an id.
  private String end(Place place, Kind kind) {
    var uid = endUid(place.path, kind);
    add(
        new Vertex(
            uid,
            kind,
            place.flow.flow().key(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty()),
        place);
    return uid;
  }

  private static String endUid(String path, Kind kind) {
    return path + (kind == Kind.START ? "._start" : "._end");
  }

  private void vertex(String uid, Kind kind, Task task, Optional<TaskRun> run, Place place) {
    add(
        new Vertex(
            uid,
            kind,
            place.flow.flow().key(),
            Optional.of(task.id()),
            place.branch,
            run,
            place.flow.execution()),
        place);
  }

  private void add(Vertex vertex, Place place) {
    nodes.add(vertex);
    place.clusters.forEach(cluster -> cluster.nodes.add(vertex.uid()));
  }

  private void edge(
      String source, String target, Optional<Relation> relation, Optional<String> value) {
    edges.add(new Edge(source, target, relation, value));
  }

  private record OpenCluster(
      String uid, String path, Optional<String> task, List<String> parents, List<String> nodes) {
    Cluster close() {
      return new Cluster(
          uid, task, parents, nodes, endUid(path, Kind.START), endUid(path, Kind.END));
    }
  }

  /// Where the next node is drawn.
  ///
  /// @param path uid of the container
  /// @param container seq of its run; empty when it has not run
  /// @param iteration of the loop just around; -1 for none
  private record Place(
      Opened flow,
      RunTree runs,
      String path,
      List<OpenCluster> clusters,
      Optional<Integer> container,
      int iteration,
      Optional<Relation> branch) {

    static Place top(Opened flow, String path, List<OpenCluster> clusters) {
      return new Place(
          flow,
          new RunTree(flow.runs()),
          path,
          clusters,
          flow.execution().map(_ -> RunTree.ROOT),
          -1,
          Optional.empty());
    }

    Place inside(String uid, Optional<TaskRun> run, OpenCluster cluster) {
      var all = new ArrayList<>(clusters);
      all.add(cluster);
      return new Place(flow, runs, uid, all, run.map(TaskRun::seq), -1, branch);
    }

    Place at(int value) {
      return new Place(flow, runs, path, clusters, container, value, branch);
    }

    Place in(Relation relation) {
      return new Place(flow, runs, path, clusters, container, -1, Optional.of(relation));
    }

    Optional<TaskRun> run(String taskId) {
      return container.flatMap(seq -> runs.find(seq, taskId, iteration));
    }

    String uid(String taskId, Optional<TaskRun> run) {
      var plain = path + "." + taskId;
      return run.filter(it -> !it.path().isEmpty())
          .map(it -> plain + "_" + it.path().getLast())
          .orElse(plain);
    }
  }
}
