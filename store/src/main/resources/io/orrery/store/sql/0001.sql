-- The first schema. One text for both databases; ${...} is what Dialect fills in:
-- ${text} text that sorts by code point · ${bytes} a byte string · ${serial} a growing number given by the database,
-- ${serial_once} one that is never given twice · ${clustered} keep the rows in the primary key's own tree.
-- Times are microseconds since 1970. A state is a number, final ones from 50 up (codec.StateCode).

create table setting (
  key ${text} not null primary key,
  value ${text} not null
) ${clustered};

create table vnode (
  id integer not null primary key,
  owner ${text},
  epoch bigint not null,
  lease_until bigint not null,
  turn bigint not null -- the ticket of the owner's last commit: a repeated one is known by it
) ${clustered};

create table node (
  id ${text} not null primary key,
  lease_until bigint not null
) ${clustered};

create table flow (
  namespace ${text} not null,
  flow_id ${text} not null,
  revision integer not null,
  latest smallint not null,
  disabled smallint not null,
  deleted smallint not null,
  saved_at bigint not null,
  source ${text} not null,
  primary key (namespace, flow_id, revision)
);
create unique index flow_latest on flow (namespace, flow_id) where latest = 1;

create table trigger_state (
  namespace ${text} not null,
  flow_id ${text} not null,
  trigger_id ${text} not null,
  vnode integer not null,
  revision integer not null,
  next_slot bigint,
  last_slot bigint,
  last_fired_at bigint,
  holder ${text},
  disabled smallint not null,
  stop_reason ${text},
  tzdata ${text} not null,
  updated_at bigint not null,
  primary key (namespace, flow_id, trigger_id)
) ${clustered};

-- The ledger: exactly one row a slot.
create table fire (
  namespace ${text} not null,
  flow_id ${text} not null,
  trigger_id ${text} not null,
  lane ${text} not null,
  slot bigint not null,
  decision ${text} not null,
  cause ${text} not null,
  policy ${text} not null,
  late_by bigint not null,
  coalesced integer not null,
  execution_id ${text},
  decided_at bigint not null,
  primary key (namespace, flow_id, trigger_id, lane, slot),
  check (decision <> 'FIRED' or execution_id is not null)
) ${clustered};

create table skip_range (
  namespace ${text} not null,
  flow_id ${text} not null,
  trigger_id ${text} not null,
  lane ${text} not null,
  from_slot bigint not null,
  to_slot bigint not null,
  slots bigint not null,
  decision ${text} not null,
  cause ${text} not null,
  policy ${text} not null,
  decided_at bigint not null,
  primary key (namespace, flow_id, trigger_id, lane, from_slot),
  check (from_slot <= to_slot)
) ${clustered};

-- What changes while an execution runs; narrow, since it is rewritten.
create table execution (
  id ${text} not null primary key,
  vnode integer not null,
  state smallint not null,
  finished smallint not null,
  namespace ${text} not null,
  flow_id ${text} not null,
  revision integer not null,
  started_at bigint not null,
  ended_at bigint,
  history ${text} not null,
  frame ${text} not null,
  next_seq integer not null,
  paused integer not null,
  retrying integer not null,
  wake_at bigint,
  labels ${text}, -- null: only system.correlationId, and it is the execution's own id
  error ${text},
  started_by ${text}, -- the execution whose Subflow or trigger started it
  check ((state >= 50) = (ended_at is not null)),
  check (finished = 0 or state >= 50),
  check (next_seq >= 0 and paused >= 0 and retrying >= 0)
) ${clustered};
create index execution_open on execution (vnode) where finished = 0;
create index execution_started on execution (started_at);
create index execution_flow on execution (namespace, flow_id, started_at);
create index execution_unwell on execution (state, started_at) where state > 50;
create index execution_started_by on execution (started_by) where started_by is not null;

-- What is written once, or at the end; null where it is empty or says nothing new.
create table execution_data (
  execution_id ${text} not null primary key,
  created_at bigint,
  attempt_number integer not null,
  original_id ${text},
  original_created_at bigint,
  schedule_date bigint,
  parent_run ${text},
  parent_id ${text},
  trigger_info ${text},
  inputs ${text},
  variables ${text},
  outputs ${text}
) ${clustered};

create table label (
  execution_id ${text} not null,
  key ${text} not null,
  value ${text} not null,
  primary key (execution_id, key)
) ${clustered};
create index label_value on label (key, value);

create table task_run (
  execution_id ${text} not null,
  seq integer not null,
  state smallint not null,
  node integer not null,
  parent integer not null,
  branch smallint not null,
  iteration integer not null,
  task_id ${text} not null,
  history ${text} not null,
  value ${text},
  path ${text} not null, -- JSON list of loop values; nothing outside loops
  wake_at bigint,
  child ${text},
  frame ${text},
  attempts ${text},
  outputs ${text},
  primary key (execution_id, seq),
  check (seq >= 0 and parent >= -1 and parent < seq)
) ${clustered};
create index task_run_outputs on task_run (execution_id, task_id, path) where outputs is not null;

create table loop_values (
  execution_id ${text} not null,
  seq integer not null,
  items ${bytes} not null,
  primary key (execution_id, seq)
);

create table log_chunk (
  id ${serial},
  execution_id ${text},
  task_run integer not null,
  attempt integer not null,
  line_count integer not null,
  levels smallint not null, -- bit n: a line of level n is in it (codec.LevelCode)
  min_at bigint not null,
  max_at bigint not null,
  namespace ${text} not null,
  flow_id ${text} not null,
  task_id ${text} not null,
  trigger_id ${text},
  body ${bytes} not null,
  check (line_count > 0 and min_at <= max_at)
);
create index log_chunk_execution on log_chunk (execution_id) where execution_id is not null;
create index log_chunk_trigger on log_chunk (namespace, flow_id) where execution_id is null;
create index log_chunk_time on log_chunk (max_at);

create table metric (
  id ${serial},
  execution_id ${text} not null,
  task_run integer not null,
  namespace ${text} not null,
  flow_id ${text} not null,
  task_id ${text} not null,
  kind ${text} not null,
  name ${text} not null,
  value double precision not null,
  tags ${text},
  at bigint not null
);
create index metric_execution on metric (execution_id);

create table inbox (
  id ${serial_once},
  vnode integer not null,
  kind ${text} not null,
  body ${text} not null
);
create index inbox_vnode on inbox (vnode);

create table kv (
  namespace ${text} not null,
  key ${text} not null,
  json ${text} not null,
  revision integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  expires_at bigint,
  primary key (namespace, key)
);
