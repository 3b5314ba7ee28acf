-- The search box of the list of drones also finds parts of these numbers.
create index drone_number_words on drone using gin (
  reg_mark gin_trgm_ops, rack_no gin_trgm_ops, manufacturer_number gin_trgm_ops);

-- The search box of the list of plots also finds them by village and crop.
create index plot_village_words on plot using gin (lower(village) gin_trgm_ops);
create index plot_crop on plot (crop_id);
