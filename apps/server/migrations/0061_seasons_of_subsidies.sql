-- A county proposes several times a year: by the seasons that each pays for they are told apart, and are not looked for among thousands of lines
-- whenever one is listed.
alter table subsidy add column seasons text not null default ''; -- names, in the order of the rules, of those in which something is to be paid
update subsidy set seasons = paid.names
from (
  select subsidy_id, string_agg(season_name, ' · ' order by season) as names
  from (select distinct subsidy_id, season, season_name from subsidy_line where state = 'payable') as one
  group by subsidy_id
) as paid
where paid.subsidy_id = subsidy.id;
