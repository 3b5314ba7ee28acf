-- oldest program: 0014
-- outside a transaction
-- Sessions end with their provider.
drop index concurrently if exists session_provider;
create index concurrently session_provider on session (provider_id) where provider_id is not null;
