-- What the first screens ask: the last work on a farmer's plot, and the flights of a maker's drones that ended in silence. Both
-- are few beside all flights, and asked for by nothing that has an index yet.

create index work_record_plot on work_record (plot_id, start_at desc) where plot_id is not null;
create index sortie_silent on sortie (manufacturer_id, start_at desc) where close_reason = 'silence';
