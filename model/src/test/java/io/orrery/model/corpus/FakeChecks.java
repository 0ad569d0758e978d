package io.orrery.model.corpus;

import io.orrery.model.flow.TriggerDef.CronDialect;
import io.orrery.model.problem.Problem.Severity;
import io.orrery.model.yaml.Checks;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Just enough of cron and templates to tell the corpus' bad ones from its good ones.
public final class FakeChecks implements Checks {
  private static final Pattern NICKNAME = Pattern.compile("@[a-z]+");
  private static final Pattern FIELD = Pattern.compile("[0-9A-Za-z*/,?#-]+");

  @Override
  public List<Remark> cron(String cron, CronDialect dialect, boolean withSeconds) {
    if (NICKNAME.matcher(cron).matches()) return List.of();
    var fields = cron.split("\\s+", -1);
    int wanted = withSeconds ? 6 : 5;
    boolean valid =
        fields.length == wanted || (dialect == CronDialect.QUARTZ && fields.length >= 6);
    for (var field : fields) valid &= FIELD.matcher(field).matches();
    if (valid) return List.of();
    return List.of(new Remark(Severity.ERROR, "invalid cron expression '" + cron + "'", ""));
  }

  @Override
  public Template template(String text) {
    long opened = text.split("\\{\\{", -1).length;
    long closed = text.split("}}", -1).length;
    if (opened > closed) return Template.wrong("a '{{' is not closed");
    return new Template(Optional.empty(), names("outputs", text), names("inputs", text));
  }

  private static Set<String> names(String root, String text) {
    return Pattern.compile(root + "\\.(\\w+)")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  @Override
  public Set<String> holidayCountries() {
    return Set.of("FR", "DE");
  }
}
