-- oldest program: 0014
-- Programs from this one on read packed tracks. They write them once no older program is admitted
-- (schema_migration.oldest_program).
comment on column track_chunk.columns is
  'packages/domain: track-packing.ts, or track-columns.ts, zstd from 2 KiB on';
