package io.orrery.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.imports.dolphinscheduler.DolphinScheduler;
import io.orrery.imports.quartz.Quartz;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/// Exports that are broken at any place give flows or a reason, and never an exception.
class HostileSourcesTest {

  private static final String XML =
      """
      <job-scheduling-data><schedule>
        <job><name>j</name><job-class>a.B</job-class><job-data-map><entry><key>k</key><value>{{ v</value></entry></job-data-map></job>
        <trigger><simple><name>s</name><job-name>j</job-name><priority>5</priority><start-time>2026-01-01T00:00:00Z</start-time><repeat-count>200</repeat-count><repeat-interval>60000</repeat-interval></simple></trigger>
        <trigger><cron><name>c</name><job-name>j</job-name><misfire-instruction>MISFIRE_INSTRUCTION_DO_NOTHING</misfire-instruction><cron-expression>0 0 2 * * ?</cron-expression><time-zone>Europe/Paris</time-zone></cron></trigger>
        <trigger><calendar-interval><name>i</name><job-name>j</job-name><start-time>2026-01-31T00:00:00</start-time><repeat-interval>1</repeat-interval><repeat-interval-unit>MONTH</repeat-interval-unit></calendar-interval></trigger>
        <trigger><daily-time-interval><name>d</name><job-name>j</job-name><repeat-interval>90</repeat-interval><start-time-of-day>09:00:00</start-time-of-day></daily-time-interval></trigger>
      </schedule></job-scheduling-data>
      """;

  private static final String CSV =
      """
      SCHED_NAME,TRIGGER_NAME,TRIGGER_GROUP,JOB_NAME,JOB_GROUP,TRIGGER_TYPE,START_TIME,END_TIME,MISFIRE_INSTR
      s,t,g,j,DEFAULT,CAL_INT,1767225600000,0,0
      """;

  private static final String JSON =
      """
      [{"processDefinition":{"code":1,"name":"w","globalParams":"[{\\"prop\\":\\"p\\",\\"direct\\":\\"IN\\",\\"value\\":\\"$[yyyyMMdd-1/24]\\"}]","timeout":5},
       "processTaskRelationList":[{"preTaskCode":0,"postTaskCode":2},{"preTaskCode":2,"postTaskCode":3}],
       "taskDefinitionList":[
        {"code":2,"name":"s","taskType":"SWITCH","taskParams":{"switchResult":{"dependTaskList":[{"condition":"${p} > 1 || !(2 < 3)","nextNode":3}],"nextNode":3}}},
        {"code":3,"name":"h","taskType":"HTTP","failRetryTimes":1,"taskParams":{"url":"http://example.com/${p}","httpParams":[{"prop":"a","value":"{{"}],"localParams":[{"prop":"x","direct":"IN","value":"$[add_months(yyyyMM,-1*2)]"}]}}],
       "schedule":{"crontab":"0 0 3 * * ? *","startTime":"2026-01-01 00:00:00","timezoneId":"Asia/Shanghai"}}]
      """;

  static IntStream seeds() {
    return IntStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void a_broken_export_gives_flows_or_a_reason(int seed) {
    var random = new Random(seed);
    for (var text : List.of(XML, CSV)) {
      checked(Quartz.read(List.of(new Source("given", broken(random, text))), "imported"));
    }
    checked(DolphinScheduler.read(List.of(new Source("given", broken(random, JSON))), "imported"));
  }

  private static void checked(Import imported) {
    if (!(imported instanceof Import.Done done)) return;
    for (var flow : done.flows()) {
      assertThat(new Load(LoadSettings.builder().build()).loadFromString(flow.yaml())).isNotNull();
    }
  }

  /// Some characters changed, left out or doubled.
  private static String broken(Random random, String text) {
    var broken = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(broken.length());
      switch (random.nextInt(4)) {
        case 0 -> broken.deleteCharAt(at);
        case 1 -> broken.setCharAt(at, "0912345-{}[]\"<>/$:,ZMx".charAt(random.nextInt(22)));
        case 2 -> broken.insert(at, "99999999999".substring(random.nextInt(11)));
        default -> broken.delete(at, Math.min(broken.length(), at + random.nextInt(30)));
      }
    }
    return broken.toString();
  }
}
