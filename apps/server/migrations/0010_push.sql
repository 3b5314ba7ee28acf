-- Level-1 alarms by Web Push.

-- The service's own key pair (VAPID, RFC 8292), created when it is first needed. Browsers bind
-- their subscriptions to it.
create table push_key (
  is_only boolean primary key default true check (is_only),
  public_key bytea not null check (length(public_key) = 65),  -- point of P-256, uncompressed
  -- 32 bytes under the master key: 12 bytes nonce, 16 tag, the rest
  private_sealed bytea not null,
  created_at timestamptz not null
);

-- Browsers that receive level-1 alarms while the console is closed; ends with the session.
create table push_subscription (
  id uuid primary key,
  user_id uuid not null references app_user on delete cascade,
  session_id uuid not null references session on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 2048),
  p256dh bytea not null check (length(p256dh) = 65),  -- the browser's public key, uncompressed
  auth bytea not null check (length(auth) = 16),  -- the browser's authentication secret
  user_agent text not null, created_at timestamptz not null
);
create index push_subscription_user on push_subscription (user_id, created_at);
create index push_subscription_session on push_subscription (session_id);

alter table alarm_message drop constraint alarm_message_channel_check;
alter table alarm_message
  add constraint alarm_message_channel_check check (channel in ('sms', 'mail', 'push'));
