-- oldest program: 0014
-- Programs from this one on read compressed segments of the ingest log. They write them once no
-- older program is admitted (schema_migration.oldest_program).
-- PostgreSQL's own compression is slower than everything else it does for a segment.
alter table ingest_segment alter column payload set storage external;
comment on column ingest_segment.payload is 'length-prefixed records, zstd from 8 KiB on';
