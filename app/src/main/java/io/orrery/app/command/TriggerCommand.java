package io.orrery.app.command;

import io.orrery.app.config.Settings;
import io.orrery.model.id.TriggerId;
import io.orrery.server.trigger.TriggerName;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// What became of the slots of triggers, and why; and their switches.
@Command(
    name = "trigger",
    description = "Shows what triggers did and will do, says why, and switches them.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "ID is NAMESPACE/FLOW/TRIGGER, or with dots where the ids of flow and trigger have none.",
      "A running server is asked: --server, else $ORRERY_SERVER, else http://localhost:8080. With"
          + " --home or --db the",
      "folder or database is read itself, when no server holds it; changes wait there for the next"
          + " server.",
      "",
      "Examples:",
      "  orrery trigger list --namespace company.team",
      "  orrery trigger slots company.team/etl/hourly --from 2027-03-27 --to 2027-03-28",
      "  orrery trigger why company.team/etl/hourly --at 03:05",
      "  orrery trigger run-now company.team.etl.hourly --server http://admin:secret@orrery:8080",
      "  orrery trigger why company.team/etl/hourly --at 2027-03-27T03:05 --home /var/lib/orrery"
    })
final class TriggerCommand implements Runnable {

  static final String SERVER = "http://localhost:8080";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is needed");
  }

  static CommandLine line(Outside outside) {
    return new CommandLine(new TriggerCommand())
        .addSubcommand(new ListThem(outside))
        .addSubcommand(new Slots(outside))
        .addSubcommand(new Why(outside))
        .addSubcommand(new Enable(outside))
        .addSubcommand(new Disable(outside))
        .addSubcommand(new Unlock(outside))
        .addSubcommand(new RunNow(outside));
  }

  enum Output {
    table,
    json
  }

  /// Where the triggers are.
  static final class Where {
    @Option(
        names = "--server",
        paramLabel = "URL",
        description = "Address of the server (default $ORRERY_SERVER, else " + SERVER + ").")
    private @Nullable String server;

    @Option(
        names = "--home",
        paramLabel = "FOLDER",
        description = "Read this folder itself; no server may hold it.")
    private @Nullable Path home;

    @Option(
        names = "--db",
        paramLabel = "URL",
        description = "Read this database itself: sqlite:PATH or postgresql://….")
    private @Nullable String database;

    @Option(names = "--output", description = "${COMPLETION-CANDIDATES} (default table).")
    private Output output = Output.table;

    /// Empty after saying what is wrong with the configuration.
    Optional<TriggerDesk> desk(Outside outside) {
      if (home == null && database == null) {
        var address = Optional.ofNullable(server).or(() -> inEnvironment(outside)).orElse(SERVER);
        return Optional.of(new ServerDesk(address.contains("://") ? address : "http://" + address));
      }
      var flags = new LinkedHashMap<String, String>();
      Optional.ofNullable(database).ifPresent(url -> flags.put(Settings.DATABASE_URL.key(), url));
      return Home.lasting(outside, Optional.ofNullable(home))
          .config(outside, flags)
          .map(config -> new FolderDesk(outside.parts(), config));
    }

    private static Optional<String> inEnvironment(Outside outside) {
      return Optional.ofNullable(outside.environment().get("ORRERY_SERVER"))
          .filter(text -> !text.isBlank());
    }
  }

  /// One of the commands.
  abstract static class Asking implements Callable<Integer> {
    final Outside outside;

    @Mixin private Where where = new Where();
    @Spec private CommandSpec spec = CommandSpec.create();

    Asking(Outside outside) {
      this.outside = outside;
    }

    @Override
    public final Integer call() {
      var desk = where.desk(outside);
      if (desk.isEmpty()) {
        return ExitCode.INVALID;
      }
      try (var open = desk.get()) {
        ask(open);
        return ExitCode.DONE;
      } catch (TriggerDesk.Refusal refusal) {
        outside.err().println("orrery: " + refusal.getMessage());
        return ExitCode.FAILED;
      }
    }

    abstract void ask(TriggerDesk desk);

    TriggerId named(String text) {
      return TriggerName.read(text)
          .orElseThrow(
              () ->
                  new ParameterException(
                      spec.commandLine(),
                      "'" + text + "' names no trigger; write NAMESPACE/FLOW/TRIGGER"));
    }

    void print(Map<String, Object> answer, Runnable table) {
      switch (where.output) {
        case json -> outside.out().println(Json.of(answer));
        case table -> table.run();
      }
    }

    void done(TriggerId id, String what) {
      outside.out().println(TriggerTable.name(id) + " " + what);
    }
  }

  /// One that is about one trigger.
  abstract static class AboutOne extends Asking {
    @Parameters(paramLabel = "ID", description = "NAMESPACE/FLOW/TRIGGER.")
    private String id = "";

    AboutOne(Outside outside) {
      super(outside);
    }

    @Override
    final void ask(TriggerDesk desk) {
      ask(desk, named(id));
    }

    abstract void ask(TriggerDesk desk, TriggerId trigger);
  }

  @Command(
      name = "list",
      description = "Lists triggers with their next and last dates.",
      mixinStandardHelpOptions = true)
  static final class ListThem extends Asking {
    @Option(names = "--namespace", description = "Of this namespace and those below it.")
    private @Nullable String namespace;

    ListThem(Outside outside) {
      super(outside);
    }

    @Override
    void ask(TriggerDesk desk) {
      var answer = desk.list(Optional.ofNullable(namespace));
      print(answer, () -> TriggerTable.states(answer, outside.out()));
    }
  }

  @Command(
      name = "slots",
      description =
          "Lists the slots of a schedule: what became of the past ones, and those to come.",
      mixinStandardHelpOptions = true)
  static final class Slots extends AboutOne {
    @Option(
        names = "--from",
        paramLabel = "TIME",
        description = "From this time on (default a day ago).")
    private @Nullable String from;

    @Option(
        names = "--to",
        paramLabel = "TIME",
        description = "Up to this time (default in a day).")
    private @Nullable String to;

    @Option(names = "--count", description = "How many, 1 to 1000 (default ${DEFAULT-VALUE}).")
    private int count = 100;

    Slots(Outside outside) {
      super(outside);
    }

    @Override
    void ask(TriggerDesk desk, TriggerId trigger) {
      var answer =
          desk.slots(
              trigger,
              Optional.ofNullable(from),
              Optional.ofNullable(to),
              Math.clamp(count, 1, 1000));
      print(answer, () -> TriggerTable.slots(answer, outside.out()));
      if (answer.get("next") != null) {
        outside.err().println("There are more: give --from, --to or --count.");
      }
    }
  }

  @Command(
      name = "why",
      description = "Says in one line why a trigger did, or did not, fire at a time.",
      mixinStandardHelpOptions = true)
  static final class Why extends AboutOne {
    @Option(
        names = "--at",
        required = true,
        paramLabel = "TIME",
        description =
            "03:05 (the last one that has passed), a date, a local date-time or an instant; in the"
                + " schedule's zone.")
    private String at = "";

    Why(Outside outside) {
      super(outside);
    }

    @Override
    void ask(TriggerDesk desk, TriggerId trigger) {
      var answer = desk.why(trigger, at);
      print(answer, () -> outside.out().println(answer.get("why")));
    }
  }

  @Command(name = "enable", description = "Lets a trigger fire.", mixinStandardHelpOptions = true)
  static final class Enable extends AboutOne {
    Enable(Outside outside) {
      super(outside);
    }

    @Override
    void ask(TriggerDesk desk, TriggerId trigger) {
      desk.setDisabled(trigger, false);
      done(trigger, "is enabled");
    }
  }

  @Command(
      name = "disable",
      description = "Keeps a trigger from firing until it is enabled.",
      mixinStandardHelpOptions = true)
  static final class Disable extends AboutOne {
    Disable(Outside outside) {
      super(outside);
    }

    @Override
    void ask(TriggerDesk desk, TriggerId trigger) {
      desk.setDisabled(trigger, true);
      done(trigger, "is disabled");
    }
  }

  @Command(
      name = "unlock",
      description = "Lets a trigger no longer wait for the execution that holds it.",
      mixinStandardHelpOptions = true)
  static final class Unlock extends AboutOne {
    Unlock(Outside outside) {
      super(outside);
    }

    @Override
    void ask(TriggerDesk desk, TriggerId trigger) {
      desk.unlock(trigger);
      done(trigger, "waits no longer");
    }
  }

  @Command(
      name = "run-now",
      description = "Makes an execution as if a slot of the schedule were due now; prints its id.",
      mixinStandardHelpOptions = true)
  static final class RunNow extends AboutOne {
    @Option(
        names = "--force",
        description = "Also beside the execution that the trigger waits for.")
    private boolean force;

    RunNow(Outside outside) {
      super(outside);
    }

    @Override
    void ask(TriggerDesk desk, TriggerId trigger) {
      outside.out().println(desk.runNow(trigger, force));
    }
  }
}
