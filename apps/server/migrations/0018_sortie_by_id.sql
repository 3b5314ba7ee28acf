-- Tracks, batteries and pictures are asked for by the flight alone as well (specification, section 7).
create index sortie_id on sortie (id);
