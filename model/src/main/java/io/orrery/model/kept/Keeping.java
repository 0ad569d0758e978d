package io.orrery.model.kept;

/// How an instance keeps values: makes a [Keeper] for each piece of work, so that what one piece
/// reads does not mask the texts of another.
public record Keeping(Keeper.Key key, Keeper.Shelf shelf) {

  public Keeper keeper() {
    return new Keeper(new Masker(), key, shelf);
  }
}
