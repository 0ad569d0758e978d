-- From when an owner must have the state in memory (Triggers.neededFrom); 0: always, null: never by itself.
alter table trigger_state add column needed_from bigint;
-- As before: all at once. Each state that is written says more.
update trigger_state set needed_from = 0;
create index trigger_needed on trigger_state (needed_from, namespace, flow_id, trigger_id);
