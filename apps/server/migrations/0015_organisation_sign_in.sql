-- oldest program: 0014
-- Signing in with the identity provider of an account (OpenID Connect).
create table identity_provider (
  id uuid primary key, account_id uuid not null references account on delete cascade,
  name text not null,
  issuer text not null,  -- as in its metadata and tokens
  client_id text not null,
  secret_sealed bytea,  -- under the master key; null: a public client
  groups_claim text,  -- null: roles do not depend on groups
  group_roles jsonb not null default '[]',  -- the first entry of a group that the person has decides
  -- User type of people without a mapped group, except pilots; null: they get no access.
  default_role smallint check (default_role in (1, 3, 4, 5, 6)),
  creates_members boolean not null,  -- at their first sign-in
  trusts_factor boolean not null,  -- `amr` with `mfa` counts as the second factor
  trusts_email boolean not null,  -- also addresses without `email_verified`
  enabled boolean not null, created_at timestamptz not null,
  version integer not null default 1
);
create index identity_provider_account on identity_provider (account_id);

-- Domains of e-mail addresses for which a provider answers, once they are proved.
create table sign_in_domain (
  id uuid primary key,
  provider_id uuid not null references identity_provider on delete cascade,
  domain text not null,  -- lower case, ASCII
  challenge text not null,  -- the value of the TXT record
  proved_at timestamptz, proved_by text check (proved_by in ('dns', 'platform')),
  created_at timestamptz not null,
  check ((proved_at is null) = (proved_by is null)),
  unique (provider_id, domain)
);
-- A domain belongs to one provider of the installation.
create unique index sign_in_domain_proved on sign_in_domain (domain) where proved_at is not null;

-- People by their subject at the provider; a new issuer is another provider.
create table identity_link (
  provider_id uuid not null references identity_provider on delete cascade,
  issuer text not null, subject text not null,
  user_id uuid not null references app_user on delete cascade,
  created_at timestamptz not null,
  primary key (provider_id, issuer, subject)
);
create unique index identity_link_user on identity_link (user_id, provider_id, issuer);

-- Sign-ins on their way through a provider, each valid once, in the browser where it began.
create table identity_sign_in (
  state_hash bytea primary key, browser_hash bytea not null,  -- SHA-256
  provider_id uuid not null references identity_provider on delete cascade,
  host text not null, redirect_uri text not null,
  remember boolean not null, expires_at timestamptz not null
);
create index identity_sign_in_provider on identity_sign_in (provider_id);
create index identity_sign_in_expires on identity_sign_in (expires_at);

alter table session
  drop constraint session_method_check,
  drop constraint session_factor_check,
  add constraint session_method_check check (method in ('password', 'code', 'passkey', 'oidc')),
  -- provider: the provider asked for a second factor, and the account trusts it.
  add constraint session_factor_check check (factor in ('totp', 'passkey', 'recovery', 'provider')),
  add column provider_id uuid references identity_provider on delete set null;
