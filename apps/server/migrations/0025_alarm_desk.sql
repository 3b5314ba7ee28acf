-- The alarm desk: what became of an alarm, who did what about it, who was told of it, and by which settings it was judged.

alter table anomaly
  add column state text not null default 'open' check (state in ('open', 'acknowledged', 'closed')),
  add column assignee_id uuid,                             -- of app_user; no key, since flights and alarms are distributed by drone
  -- expired: over for a week and touched by nobody; withdrawn: what came later shows that it was not so
  add column closed_reason text check (closed_reason in ('real', 'false_alarm', 'allowed', 'technical', 'other', 'expired', 'withdrawn')),
  add column acknowledged_at timestamptz,                  -- the first time
  add column closed_at timestamptz,                        -- the last time
  add column version integer not null default 1,
  add constraint anomaly_closed check ((state = 'closed') = (closed_reason is not null) and (state = 'closed') = (closed_at is not null));

-- Before there was a desk nobody could close them: what is older than a month waits for nobody.
update anomaly set state = 'closed', closed_reason = 'expired', closed_at = now() where at < now() - interval '30 days';

create index anomaly_not_closed on anomaly (at desc) include (state, level, manufacturer_id, operator_id, tenant_id, region_code) where state <> 'closed';
create index anomaly_assignee on anomaly (assignee_id, at desc) where assignee_id is not null;

-- What was done about an alarm, in its order. Names are kept as they were: people and accounts come and go.
create table alarm_step (
  drone_id text not null,
  anomaly_id uuid not null,
  number integer not null,                                 -- from 1, in the order in which it was done
  kind text not null check (kind in ('acknowledge', 'assign', 'comment', 'close', 'reopen')),
  at timestamptz not null,
  user_id uuid references app_user on delete set null,     -- null: nobody, it came by itself
  user_name text,
  account_id uuid references account on delete set null,
  account_name text,
  assignee_name text,                                      -- of an assignment; null: nobody from then on
  reason text,                                             -- why it was closed
  text text not null default '',
  primary key (drone_id, anomaly_id, number),
  foreign key (drone_id, anomaly_id) references anomaly on delete cascade
);

-- Who is told of a level-1 alarm by SMS or mail, and what became of it.
create table alarm_message (
  drone_id text not null,
  anomaly_id uuid not null,
  user_id uuid not null references app_user on delete cascade,
  channel text not null check (channel in ('sms', 'mail')),
  -- waiting: about to leave; held: for the digest, since more may not be sent within the hour
  state text not null check (state in ('waiting', 'sent', 'failed', 'held')),
  -- What leaves as one has one: a message of its own, or the digest of several.
  sending_id uuid,
  reason text,                                             -- why it failed: in the words of the gateway, without recipients
  created_at timestamptz not null,
  sending_at timestamptz,                                  -- when it was put in line to leave
  primary key (drone_id, anomaly_id, user_id, channel),
  foreign key (drone_id, anomaly_id) references anomaly on delete cascade,
  check ((state = 'held') = (sending_id is null) and (sending_id is null) = (sending_at is null))
);
create index alarm_message_user on alarm_message (user_id, sending_at desc);
create index alarm_message_sending on alarm_message (sending_id) where sending_id is not null;
create index alarm_message_held on alarm_message (user_id) where state = 'held';

-- How an account's alarms are judged and told, from a moment on. What is past keeps the settings of its day.
create table alarm_setting_change (
  account_id uuid not null references account on delete cascade,
  number integer not null,                                 -- from 1, in the order in which they were made
  effective_from timestamptz not null,
  overrides jsonb not null,                                -- every value of the account's own from then on, by name; the others are inherited
  user_id uuid references app_user on delete set null,
  user_name text not null,
  created_at timestamptz not null,
  primary key (account_id, number)
);
create index alarm_setting_change_from on alarm_setting_change (account_id, effective_from desc, number desc);

-- What was taken back is no alarm of its flight any more.
create or replace function alarm_types_of(of_drone text, of_sortie uuid) returns smallint language sql stable as $$
  select coalesce(bit_or(1 << type), 0)::smallint from anomaly
  where drone_id = of_drone and sortie_id = of_sortie and closed_reason is distinct from 'withdrawn'
$$;
