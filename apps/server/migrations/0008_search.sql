-- Search over everything by name, in any script. Trigrams (pg_trgm) ignore letters other than
-- ASCII in the locale C, so that Chinese, Thai and Korean names had no index.

-- The pairs of adjacent letters of a text, and every letter that is not ASCII: a single Chinese
-- character is a usual query. Pairs do not cross spaces.
create function search_terms(value text) returns text[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare letters text[] := string_to_array(lower(normalize(value, NFKC)), null);
begin
  return array(
    select one || next from unnest(letters, letters[2:]) as pair (one, next)
    where one > ' ' and next > ' '
    union all
    select one from unnest(letters) as one where one > '~');
end $$;

-- The whole text and its first letters, so that the row with exactly this name and the rows that
-- begin with it are found even if very many rows contain it.
create function search_heads(value text) returns text[]
language plpgsql immutable strict parallel safe cost 1000 as $$
declare whole text := lower(normalize(value, NFKC));
begin
  return array['=' || whole, '^' || left(whole, 2), '^' || left(whole, 3)];
end $$;

-- apps/server/src/modules/overview/search/search-sources.queries.ts repeats these expressions.
create index drone_search on drone
  using gin ((search_terms(name || ' ' || id) || search_heads(name) || search_heads(id)));
create index plot_search on plot
  using gin ((search_terms(name || ' ' || village) || search_heads(name) || search_heads(village)));
create index app_user_search on app_user using gin ((
  search_terms(name || ' ' || (coalesce(phone, '') || ' ' || coalesce(email, '')))
  || search_heads(name) || search_heads(coalesce(phone, '') || ' ' || coalesce(email, ''))
)) where deleted_at is null;
create index account_search on account using gin ((
  search_terms(name || ' ' || (coalesce(contact_name, '') || ' ' || coalesce(contact_phone, '')))
  || search_heads(name) || search_heads(coalesce(contact_name, '') || ' ' || coalesce(contact_phone, ''))
));
create index unified_task_search on unified_task
  using gin ((search_terms(name || ' ' || '') || search_heads(name) || search_heads('')));
create index rental_client_search on rental_client using gin ((
  search_terms(name || ' ' || (contact || ' ' || phone))
  || search_heads(name) || search_heads(contact || ' ' || phone)
));

-- Flights by the device's own number, newest first.
create index sortie_number on sortie (number, start_at desc) where number is not null;
