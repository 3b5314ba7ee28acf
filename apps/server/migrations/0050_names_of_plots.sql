-- A part of a plot's name is looked for among hundreds of thousands: what is written in letters by groups of three of them, what is
-- written in Chinese or Thai, or shorter, in an index that is a fifth of the table.
create index plot_name_words on plot using gin (lower(name) gin_trgm_ops);
drop index plot_created;
create index plot_created on plot (created_at desc nulls last, id desc) include (account_id, region_code, area_m2, name);
