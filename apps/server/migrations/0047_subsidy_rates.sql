-- Rates are said for a unit of area that the rules choose: an authority that pays by the rai or the
-- hectare has no whole amount for a mu.
alter table subsidy_line rename column per_mu_minor to rate_minor;
alter table subsidy_line add column rate_unit text not null default 'mu'
  check (rate_unit in ('mu', 'rai', 'acre', 'hectare'));

update subsidy_rule_version
set content = content || jsonb_build_object('rateUnit', 'mu', 'rates', (
  select coalesce(jsonb_agg(rate - 'perMuMinor' || jsonb_build_object('rateMinor', rate -> 'perMuMinor')
    order by place), '[]')
  from jsonb_array_elements(content -> 'rates') with ordinality as given (rate, place)));
