-- What belongs to a namespace: its own settings, its files, its secrets; and more about its keys and values.

create table namespace (
  id ${text} not null primary key,
  json ${text} not null, -- description, variables, pluginDefaults, allowedNamespaces …: as the API takes them
  created_at bigint not null,
  updated_at bigint not null
) ${clustered};

-- Every revision of every file and folder. The content lies in internal storage; folders and deletions have none.
create table namespace_file (
  namespace ${text} not null,
  path ${text} not null, -- as /a/b.txt
  revision integer not null,
  parent ${text} not null, -- as /a; of what is at the top /
  latest smallint not null,
  deleted smallint not null,
  folder smallint not null,
  size bigint not null,
  content ${text},
  created_at bigint not null, -- when it came to be, or came back after a deletion
  saved_at bigint not null,
  primary key (namespace, path, revision),
  check ((content is null) = (folder = 1 or deleted = 1))
) ${clustered};
create unique index namespace_file_latest on namespace_file (namespace, path) where latest = 1;
create index namespace_file_parent on namespace_file (namespace, parent) where latest = 1 and deleted = 0;
create index namespace_file_content on namespace_file (content) where content is not null;

create table secret (
  namespace ${text} not null,
  name ${text} not null, -- the key in upper case: keys differ by more than case
  key ${text} not null, -- as written
  sealed ${text} not null,
  description ${text},
  tags ${text},
  created_at bigint not null,
  updated_at bigint not null,
  primary key (namespace, name)
) ${clustered};

alter table kv add column type ${text}; -- null: told by the value itself
alter table kv add column description ${text};
create index kv_expires on kv (expires_at) where expires_at is not null;
