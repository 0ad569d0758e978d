-- Metrics are also asked for by flow, over a time.
create index metric_flow on metric (namespace, flow_id, at);
