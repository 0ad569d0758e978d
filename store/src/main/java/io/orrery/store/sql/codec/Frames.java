package io.orrery.store.sql.codec;

import io.orrery.engine.execution.Frame;
import io.orrery.engine.execution.Frame.Branch;
import java.util.BitSet;
import java.util.HexFormat;

/// A frame as short text: branch letter, then choice, cursor, live, worst state's letter with its
/// marks (`!` stopped, `?` cleanup failed), then for a Dag the begun and the ended nodes in
/// hexadecimal: `M0,3,1,S`, `E-1,2,0,F!,7,3`. A container that asks has mark and number of
/// questions after a `#`, and another `#` when the last one is open: `M0,3,1,S#7.2`,
/// `M0,3,1,S#7.2#`.
public final class Frames {

  private static final HexFormat HEX = HexFormat.of();

  private Frames() {}

  public static String text(Frame frame) {
    var text = new StringBuilder(24);
    text.append(letter(frame.branch()))
        .append(frame.choice())
        .append(',')
        .append(frame.cursor())
        .append(',')
        .append(frame.live())
        .append(',')
        .append(StateCode.letter(frame.worst()));
    if (frame.stopped()) {
      text.append('!');
    }
    if (frame.cleanupFailed()) {
      text.append('?');
    }
    if (!frame.begun().isEmpty() || !frame.done().isEmpty()) {
      text.append(',').append(hex(frame.begun())).append(',').append(hex(frame.done()));
    }
    if (frame.mark() != 0 || frame.questions() != 0 || frame.asking()) {
      text.append('#').append(frame.mark()).append('.').append(frame.questions());
      text.append(frame.asking() ? "#" : "");
    }
    return text.toString();
  }

  public static Frame frame(String text) {
    int asks = text.indexOf('#');
    if (asks < 0) {
      return plain(text, 0, 0, false);
    }
    var more = text.substring(asks + 1);
    boolean asking = more.endsWith("#");
    var numbers = (asking ? more.substring(0, more.length() - 1) : more).split("\\.", -1);
    return plain(
        text.substring(0, asks),
        Integer.parseInt(numbers[0]),
        Integer.parseInt(numbers[1]),
        asking);
  }

  private static Frame plain(String text, int mark, int questions, boolean asking) {
    var parts = text.split(",", -1);
    if (parts.length != 4 && parts.length != 6) {
      throw new IllegalStateException("'" + text + "' is not a frame");
    }
    var worst = parts[3];
    return new Frame(
        branch(parts[0].charAt(0)),
        Integer.parseInt(parts[0].substring(1)),
        Integer.parseInt(parts[1]),
        Integer.parseInt(parts[2]),
        StateCode.ofLetter(worst.charAt(0)),
        worst.indexOf('!') > 0,
        worst.indexOf('?') > 0,
        parts.length == 6 ? bits(parts[4]) : new BitSet(),
        parts.length == 6 ? bits(parts[5]) : new BitSet(),
        mark,
        questions,
        asking);
  }

  /// The number that a branch has in a column.
  public static int number(Branch branch) {
    return switch (branch) {
      case MAIN -> 0;
      case ERRORS -> 1;
      case FINALLY -> 2;
      case AFTER -> 3;
      case DONE -> 4;
      case INPUTS -> 5;
      case OUTPUTS -> 6;
      case ADMISSION -> 7;
      case VERDICT -> 8;
      case ON_PAUSE -> 9;
      case LATER -> 10;
    };
  }

  public static Branch branch(int number) {
    return switch (number) {
      case 0 -> Branch.MAIN;
      case 1 -> Branch.ERRORS;
      case 2 -> Branch.FINALLY;
      case 3 -> Branch.AFTER;
      case 4 -> Branch.DONE;
      case 5 -> Branch.INPUTS;
      case 6 -> Branch.OUTPUTS;
      case 7 -> Branch.ADMISSION;
      case 8 -> Branch.VERDICT;
      case 9 -> Branch.ON_PAUSE;
      case 10 -> Branch.LATER;
      default -> throw new IllegalStateException("no branch has the number " + number);
    };
  }

  private static char letter(Branch branch) {
    return switch (branch) {
      case MAIN -> 'M';
      case ERRORS -> 'E';
      case FINALLY -> 'F';
      case AFTER -> 'A';
      case DONE -> 'D';
      case INPUTS -> 'I';
      case OUTPUTS -> 'O';
      case ADMISSION -> 'J';
      case VERDICT -> 'V';
      case ON_PAUSE -> 'P';
      case LATER -> 'L';
    };
  }

  private static Branch branch(char letter) {
    return switch (letter) {
      case 'M' -> Branch.MAIN;
      case 'E' -> Branch.ERRORS;
      case 'F' -> Branch.FINALLY;
      case 'A' -> Branch.AFTER;
      case 'D' -> Branch.DONE;
      case 'I' -> Branch.INPUTS;
      case 'O' -> Branch.OUTPUTS;
      case 'J' -> Branch.ADMISSION;
      case 'V' -> Branch.VERDICT;
      case 'P' -> Branch.ON_PAUSE;
      case 'L' -> Branch.LATER;
      default -> throw new IllegalStateException("no branch has the letter '" + letter + "'");
    };
  }

  private static String hex(BitSet bits) {
    return HEX.formatHex(bits.toByteArray());
  }

  private static BitSet bits(String hex) {
    return BitSet.valueOf(HEX.parseHex(hex));
  }
}
