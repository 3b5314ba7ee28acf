-- The ground of a plot that a flight sprayed, kept with its record when the track is not.
alter table plot_spraying add column strips bytea;
comment on column plot_spraying.strips is
  'Lines sprayed on the plot and within 30 m of it, with their widths, as packages/domain/src/spray-strips.ts writes them; null: not written yet; empty: no track was kept when they were to be written';
-- What the job that writes them has still to do.
create index plot_spraying_unwritten on plot_spraying (start_at, drone_id, sortie_id) where strips is null;
