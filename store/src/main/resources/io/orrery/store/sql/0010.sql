-- The backfill of a trigger (codec.Backfills); null: none.
alter table trigger_state add column backfill ${text};
