create table services (
  created_at datetime, updated_at datetime, deleted_at datetime, deleted integer, id integer primary key, uuid varchar(36),
  host varchar(255), binary varchar(255), topic varchar(255), report_count integer not null,
  disabled boolean, disabled_reason varchar(255), last_seen_up datetime, forced_down boolean, version integer
);
insert into services (host, created_at, updated_at, last_seen_up, report_count, disabled, binary, topic, deleted, forced_down) values
  ('dead', datetime('now', '-9000 seconds'), datetime('now', '-5 seconds'), datetime('now', '-600 seconds'), 9, 0, 'nova-compute', 'compute', 0, 0),
  ('mute', datetime('now', '-9000 seconds'), datetime('now', '-5 seconds'), null, 0, 0, 'nova-compute', 'compute', 0, 0),
  ('alive', datetime('now', '-9000 seconds'), datetime('now', '-5 seconds'), datetime('now', '-5 seconds'), 9, 0, 'nova-compute', 'compute', 0, 0);
