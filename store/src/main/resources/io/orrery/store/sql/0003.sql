-- Flow triggers: who listens, what was gathered in windows, and changes of state that are still to be looked at.

-- Flows that may have one: what an owner compiles at its start. A flow that has none (any more) does no harm here.
create table flow_listener (
  namespace ${text} not null,
  flow_id ${text} not null,
  primary key (namespace, flow_id)
) ${clustered};
insert into flow_listener (namespace, flow_id)
  select namespace, flow_id from flow where latest = 1 and deleted = 0 and source like '%triggers%';

create table flow_window (
  namespace ${text} not null,
  flow_id ${text} not null,
  trigger_id ${text} not null,
  gathering ${text} not null,
  vnode integer not null,
  start_at bigint not null,
  end_at bigint not null,
  fires integer not null,
  met ${text} not null, -- JSON: what met which part
  primary key (namespace, flow_id, trigger_id, gathering)
) ${clustered};

-- An execution took a state that a trigger must be rendered for: the row goes with the decision.
create table flow_look (
  namespace ${text} not null,
  flow_id ${text} not null,
  trigger_id ${text} not null,
  execution_id ${text} not null,
  state integer not null,
  at bigint not null,
  vnode integer not null,
  primary key (namespace, flow_id, trigger_id, execution_id, state, at)
) ${clustered};
