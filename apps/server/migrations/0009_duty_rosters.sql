-- Rosters: who of an account is on duty for level 1 alarms of a region, and when the next person
-- is notified.
create table duty_roster (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  name text not null,
  region_code text collate "C",  -- null: everywhere
  -- minutes without acknowledgement until the next person is notified
  minutes smallint not null check (minutes between 1 and 120),
  -- hours of the week in the account's time zone, with user ids in the order of notification
  shifts jsonb not null,
  version integer not null default 1,
  unique nulls not distinct (account_id, region_code)
);

-- notify: the first person on duty, or everyone if nobody was; escalate: the next person.
-- assignee_name is the person; null: everyone who may receive it.
alter table alarm_step drop constraint alarm_step_kind_check;
alter table alarm_step add constraint alarm_step_kind_check
  check (kind in ('acknowledge', 'assign', 'comment', 'close', 'reopen', 'notify', 'escalate'));
