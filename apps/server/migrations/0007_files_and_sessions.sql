-- Pictures that people upload. The bytes lie in the file store under the same key; a row exists before its bytes do and goes
-- after them, so that nothing lies in the store that no row names.
create table stored_file (
  key text primary key,                                  -- 256 random bits, base64url: whoever has it knows the address
  media_type text not null,                              -- of what we wrote, whatever was sent
  bytes integer not null,
  width_px integer not null, height_px integer not null,
  account_id uuid references account on delete set null, -- whose it became; null: nobody's yet, or no more
  purpose text check (purpose in ('avatar', 'logo', 'licence')), -- what it became; null: nothing yet
  uploaded_by uuid,                                      -- null: someone who was not signed in
  uploaded_at timestamptz not null,
  unclaimed_since timestamptz not null                   -- while it is nobody's; a day later it is removed
);
create index stored_file_unclaimed on stored_file (unclaimed_since) where account_id is null;
create index stored_file_account on stored_file (account_id) where account_id is not null;

-- When a session was last used: written as its tokens are refreshed, and at most once a minute between.
alter table session add last_used_at timestamptz not null default now();
