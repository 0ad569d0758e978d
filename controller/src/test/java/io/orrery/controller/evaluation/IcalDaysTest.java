package io.orrery.controller.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.expression.ExpressionException;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class IcalDaysTest {

  private static IcalDays events(String... events) {
    var text = new StringBuilder("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n");
    for (var event : events) {
      text.append("BEGIN:VEVENT\n").append(event.strip()).append("\nEND:VEVENT\n");
    }
    return IcalDays.read(text.append("END:VCALENDAR\n").toString().replace("\n", "\r\n"));
  }

  private static List<String> days(IcalDays days, String first, int count) {
    return LocalDate.parse(first)
        .datesUntil(LocalDate.parse(first).plusDays(count))
        .filter(days::has)
        .map(LocalDate::toString)
        .toList();
  }

  @Test
  void a_whole_day_event_ends_before_its_end() {
    var days = events("UID:a\nDTSTART;VALUE=DATE:20271224\nDTEND;VALUE=DATE:20271227");
    assertThat(days(days, "2027-12-20", 20))
        .containsExactly("2027-12-24", "2027-12-25", "2027-12-26");
  }

  @Test
  void an_event_without_end_is_one_day_and_one_with_a_duration_as_many_as_it_says() {
    assertThat(days(events("UID:a\nDTSTART;VALUE=DATE:20270501"), "2027-04-29", 5))
        .containsExactly("2027-05-01");
    assertThat(days(events("UID:a\nDTSTART;VALUE=DATE:20270501\nDURATION:P2D"), "2027-04-29", 6))
        .containsExactly("2027-05-01", "2027-05-02");
  }

  @Test
  void events_recur_without_their_exceptions() {
    var days =
        events(
            "UID:a\nDTSTART;VALUE=DATE:20270104\nRRULE:FREQ=WEEKLY;COUNT=4\n"
                + "EXDATE;VALUE=DATE:20270118\nRDATE;VALUE=DATE:20270120");
    assertThat(days(days, "2027-01-01", 60))
        .containsExactly("2027-01-04", "2027-01-11", "2027-01-20", "2027-01-25");
  }

  @Test
  void an_event_that_was_moved_lies_on_its_new_day_alone() {
    var days =
        events(
            "UID:a\nDTSTART;VALUE=DATE:20270104\nRRULE:FREQ=WEEKLY;COUNT=3",
            "UID:a\nRECURRENCE-ID;VALUE=DATE:20270111\nDTSTART;VALUE=DATE:20270113");
    assertThat(days(days, "2027-01-01", 40))
        .containsExactly("2027-01-04", "2027-01-13", "2027-01-18");
  }

  @Test
  void long_events_that_recur_cover_all_of_their_days_for_ever() {
    var days =
        events("UID:a\nDTSTART;VALUE=DATE:20001224\nDTEND;VALUE=DATE:20001227\nRRULE:FREQ=YEARLY");
    assertThat(days(days, "2090-12-20", 10))
        .containsExactly("2090-12-24", "2090-12-25", "2090-12-26");
  }

  @Test
  void events_with_times_lie_on_the_days_that_they_are_written_with() {
    assertThat(
            days(
                events("UID:a\nDTSTART:20270104T230000Z\nDTEND:20270106T010000Z"),
                "2027-01-01",
                10))
        .containsExactly("2027-01-04", "2027-01-05", "2027-01-06");
    assertThat(
            days(
                events(
                    """
                    UID:a
                    DTSTART;TZID=Asia/Shanghai:20270104T000000
                    DTEND;TZID=Asia/Shanghai:20270105T000000
                    """),
                "2027-01-01",
                10))
        .containsExactly("2027-01-04");
  }

  @Test
  void cancelled_events_have_no_days() {
    assertThat(
            days(events("UID:a\nSTATUS:CANCELLED\nDTSTART;VALUE=DATE:20270501"), "2027-05-01", 1))
        .isEmpty();
  }

  @Test
  void what_is_no_calendar_is_said_to_be_none() {
    assertThatThrownBy(() -> IcalDays.read("hello")).isInstanceOf(ExpressionException.class);
    assertThatThrownBy(() -> events("UID:a\nDTSTART:20270104T230000Z\nRRULE:FREQ=SECONDLY"))
        .hasMessageContaining("within a day");
  }
}
