-- What a trigger that runs on a worker remembers (codec.Evaluations); null: it does not run on one.
alter table trigger_state add column evaluation ${text};
