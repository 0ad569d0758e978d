-- When the trigger must be looked at next (null: only another event moves it), and what it owes before its next slot
-- (codec.OwedText; null: nothing).
alter table trigger_state add column due_at bigint;
alter table trigger_state add column owed ${text};
update trigger_state set due_at = next_slot where disabled = 0 and holder is null;
