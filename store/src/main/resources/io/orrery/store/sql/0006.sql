-- What was decided about an execution on its way (codec.Courses); null: nothing.
alter table execution add column course ${text};
