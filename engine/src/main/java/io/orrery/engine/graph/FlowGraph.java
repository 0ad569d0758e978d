package io.orrery.engine.graph;

import io.orrery.engine.execution.TaskRun;
import io.orrery.model.id.ExecutionId;
import io.orrery.model.id.FlowId;
import java.util.List;
import java.util.Optional;

/// What follows what in a flow, as a directed graph without cycles (Kestra's `FlowGraph`).
///
/// Each container is a cluster: an invisible start, the container's own node, its children, an
/// invisible end. The same flow gives the same uids, so a page can compare two pictures.
public record FlowGraph(List<Vertex> nodes, List<Edge> edges, List<Cluster> clusters) {

  public FlowGraph {
    nodes = List.copyOf(nodes);
    edges = List.copyOf(edges);
    clusters = List.copyOf(clusters);
  }

  /// What a node stands for.
  public enum Kind {
    START,
    END,
    TASK,
    /// A task that starts another flow, which can be drawn opened.
    SUBFLOW,
    TRIGGER
  }

  /// Why the target follows the source; Kestra's names.
  public enum Relation {
    SEQUENTIAL,
    CHOICE,
    ERROR,
    FINALLY,
    AFTER_EXECUTION,
    PARALLEL,
    DYNAMIC
  }

  /// @param uid the path of ids from the root; inside a drawn-out loop with the loop's value
  /// @param flow the flow that it belongs to: another one inside an opened subflow
  /// @param id of the task or trigger; empty for the ends of clusters
  /// @param branch how its branch is entered: ERROR, FINALLY, AFTER_EXECUTION; empty for main
  /// @param run the newest task run that it stands for
  public record Vertex(
      String uid,
      Kind kind,
      FlowId flow,
      Optional<String> id,
      Optional<Relation> branch,
      Optional<TaskRun> run,
      Optional<ExecutionId> execution) {}

  /// @param relation empty where there is nothing to say: into an end, out of the flow's start
  /// @param value the case of a choice, or the value of a loop
  public record Edge(
      String source, String target, Optional<Relation> relation, Optional<String> value) {}

  /// @param uid `cluster_` and the uid of the task that it is of
  /// @param task uid of the container's own node; empty for the triggers
  /// @param parents uids of the clusters around it, outermost first
  /// @param nodes uids of its nodes, those of inner clusters included
  public record Cluster(
      String uid,
      Optional<String> task,
      List<String> parents,
      List<String> nodes,
      String start,
      String end) {
    public Cluster {
      parents = List.copyOf(parents);
      nodes = List.copyOf(nodes);
    }
  }
}
