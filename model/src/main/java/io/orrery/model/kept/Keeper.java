package io.orrery.model.kept;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Seals the secrets in what one piece of work gives to the records, and opens what it reads of
/// them.
///
/// What is opened is known to the [Masker] from then on; what is sealed says which secrets it
/// holds, so that whoever opens it knows them one by one.
public final class Keeper implements Opened.Opener {

  /// The instance's key at work.
  public interface Key {
    /// @return base64
    /// @throws IllegalStateException when there is no key
    String seal(String plain);

    /// @throws IllegalStateException when it was sealed with another key
    String open(String cipher);
  }

  /// Keeps what is too large for records.
  public interface Shelf {
    /// How large what belongs to one record may be.
    long bytesMax();

    /// @param file address in internal storage
    /// @throws IllegalStateException when it cannot be read
    @Nullable Object read(String file);

    /// @param folder path in internal storage
    /// @return address of the file
    /// @throws IllegalStateException when it cannot be kept
    String put(String folder, @Nullable Object value);
  }

  /// What belongs to one record and is larger than this does not stay in it as a whole.
  public static final int RECORD_BYTES_MAX = 256 * 1024;

  /// A smaller member is not put aside alone.
  private static final int ASIDE_BYTES_MIN = 16 * 1024;

  /// A longer text is shown cut.
  private static final int SHOWN_CHARS_MAX = 2_000;

  /// Before a text that is sealed with the secrets that it holds; before no other.
  private static final char WITH_SECRETS = '\u0001';

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Masker masker;
  private final Key key;
  private final Shelf shelf;

  /// The file that was read last, so that a loop over a large value reads it once.
  private @Nullable String lastFile;

  private @Nullable Object lastValue;

  public Keeper(Masker masker, Key key, Shelf shelf) {
    this.masker = masker;
    this.key = key;
    this.shelf = shelf;
  }

  public Masker masker() {
    return masker;
  }

  // ---- into records

  /// A copy of `value` for a record: each text that holds a secret is sealed, keys of maps are
  /// masked. A number that is a secret becomes sealed text.
  public @Nullable Object kept(@Nullable Object value) {
    return switch (value) {
      case String text -> text(text);
      case Number number when masker.finds(number.toString()) -> text(number.toString());
      case Map<?, ?> map -> members(map);
      case Collection<?> items -> {
        var all = new ArrayList<@Nullable Object>(items.size());
        items.forEach(item -> all.add(kept(item)));
        yield all;
      }
      case null, default -> value;
    };
  }

  /// Like [#kept], of a map.
  public Map<String, Object> members(Map<?, ?> map) {
    var all = new LinkedHashMap<String, Object>();
    map.forEach((name, value) -> put(all, masker.mask(String.valueOf(name)), kept(value)));
    return all;
  }

  @SuppressWarnings("NullAway") // JSON-like maps hold nulls; the type of records does not say so
  private static void put(Map<String, Object> into, String key, @Nullable Object value) {
    into.put(key, value);
  }

  /// Like [#members], with those put aside that are too large for a record.
  ///
  /// @param what they are, for the message: `the outputs of this task`
  /// @param folder in internal storage, of the execution that they belong to
  /// @throws IllegalArgumentException when they are larger than the instance allows
  public Map<String, Object> recorded(String what, String folder, Map<?, ?> map) {
    var all = members(map);
    long size = Sizes.of(all);
    if (size > shelf.bytesMax()) {
      throw new IllegalArgumentException(
          what
              + " are "
              + Sizes.text(size)
              + ", more than the limit of "
              + Sizes.text(shelf.bytesMax())
              + ": write large data to a file in internal storage and hand on its address");
    }
    if (size <= RECORD_BYTES_MAX) {
      return all;
    }
    all.replaceAll((_, value) -> Sizes.of(value) < ASIDE_BYTES_MIN ? value : aside(folder, value));
    return Sizes.of(all) <= RECORD_BYTES_MAX
        ? all
        : new LinkedHashMap<>(Map.of("", aside(folder, all)));
  }

  private Object aside(String folder, @Nullable Object value) {
    var file = shelf.put(folder, value);
    return new Kept.Aside(Sizes.of(value), key.seal(file), file).text();
  }

  /// A text for a record: sealed when it holds a secret. Without a key the secret is lost, not
  /// told.
  public String text(String text) {
    if (masker.isEmpty() || !masker.finds(text)) {
      return text;
    }
    var shown = shown(masker.mask(text));
    var whole = new ArrayList<String>();
    whole.add(text);
    whole.addAll(masker.in(text));
    try {
      return new Kept.Sealed(key.seal(WITH_SECRETS + JSON.writeValueAsString(whole)), shown).text();
    } catch (IllegalStateException _) {
      return masker.mask(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a list of texts has a JSON form", e);
    }
  }

  private static String shown(String masked) {
    return masked.length() <= SHOWN_CHARS_MAX ? masked : masked.substring(0, SHOWN_CHARS_MAX) + "…";
  }

  // ---- out of records

  @Override
  public @Nullable Object open(Kept kept) {
    try {
      return switch (kept) {
        case Kept.Sealed sealed -> plain(key.open(sealed.cipher()));
        case Kept.Aside aside -> Opened.of(read(key.open(aside.cipher())), this);
      };
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private synchronized @Nullable Object read(String file) {
    if (!file.equals(lastFile)) {
      lastValue = shelf.read(file);
      lastFile = file;
    }
    return lastValue;
  }

  private String plain(String opened) {
    if (opened.isEmpty() || opened.charAt(0) != WITH_SECRETS) {
      masker.add(opened);
      return opened;
    }
    try {
      var whole = JSON.readValue(opened.substring(1), new TypeReference<List<String>>() {});
      masker.addAll(whole.subList(1, whole.size()));
      return whole.getFirst();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a sealed value does not read as one", e);
    }
  }

  /// Variables with everything that is sealed or put aside in reach, but for those under `as they
  /// are`.
  public Map<String, Object> opened(Map<String, Object> variables, String asItIs) {
    var all = new LinkedHashMap<String, Object>();
    variables.forEach(
        (name, value) -> put(all, name, name.equals(asItIs) ? value : Opened.of(value, this)));
    return all;
  }
}
