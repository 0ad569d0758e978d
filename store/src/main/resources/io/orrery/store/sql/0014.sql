-- What people ask for across triggers are the slots that did not fire; those that did cost nothing here.
create index fire_missed on fire (namespace, slot) where decision <> 'FIRED';
create index skip_range_missed on skip_range (namespace, to_slot);
